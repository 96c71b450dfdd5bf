import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import type { ApiClient } from "../../../../src/http/api-client";
import { clients } from "../clients";
import { json, servers } from "../servers";

const REALM = Buffer.from('Zürich „Ops" – 運用');

interface Server {
  /** Further parameters of the challenge. */
  readonly offers: string;
  readonly username: Buffer;
  readonly password: Buffer;
  /** The realm as sent. */
  readonly realm?: Buffer;
  readonly nonce?: Buffer;
}

const hashOf = (...parts: readonly (Buffer | string)[]): string =>
  createHash("sha256")
    .update(Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part))))
    .digest("hex");

/** A parameter of the header as bytes: Node.js passes a header with one character for each byte. */
function bytesOf(header: string, name: string): Buffer {
  const [, quoted, token = ""] =
    new RegExp(`[ ,]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^", ]+))`).exec(header) ?? [];
  return Buffer.from(quoted?.replaceAll(/\\(.)/g, "$1") ?? token, "latin1");
}

/** The user name that the header names, whichever of its two forms it uses. */
function isUser(header: string, { username }: Server): boolean {
  const extended = /username\*=UTF-8''([^, ]+)/.exec(header)?.[1];
  if (extended !== undefined) return username.equals(Buffer.from(decodeURIComponent(extended)));
  return bytesOf(header, "username").equals(username);
}

/** Verifies the response over the bytes that were sent and received. */
function listenerOf(server: Server, accepted: string[]): RequestListener {
  const { realm = REALM, nonce = Buffer.from("abc"), username, password, offers } = server;
  const quote = (bytes: Buffer): string => `"${bytes.toString("latin1").replaceAll(/["\\]/g, "\\$&")}"`;
  const challenge = `Digest realm=${quote(realm)}, nonce=${quote(nonce)}, algorithm=SHA-256, qop="auth"${offers}`;
  return (request, response) => {
    const header = request.headers.authorization ?? "";
    const ha1 = hashOf(username, ":", realm, ":", password);
    const ha2 = hashOf(`GET:${request.url}`);
    const [nc, cnonce] = [bytesOf(header, "nc"), bytesOf(header, "cnonce")];
    const isRight =
      isUser(header, server) &&
      bytesOf(header, "realm").equals(realm) &&
      bytesOf(header, "nonce").equals(nonce) &&
      bytesOf(header, "response").toString() === hashOf(ha1, ":", nonce, ":", nc, ":", cnonce, ":auth:", ha2);
    if (isRight) accepted.push(header);
    json(response, isRight ? 200 : 401, {}, isRight ? {} : { "www-authenticate": challenge });
  };
}

describe("the bytes of a realm", () => {
  const start = servers();
  const open = clients();
  const connect = (baseUrl: string, publicKey: string, privateKey: string): ApiClient =>
    open({ baseUrl, publicKey, privateKey, maxRetries: 0 });

  const UTF8 = ", charset=UTF-8";
  const read = { method: "GET", path: "/things" } as const;
  const NO_UTF8 = { realm: Buffer.from([0xe9, 0x20, 0xff, 0x09, 0x80, 0xc3]) };
  const NONCE = { nonce: Buffer.from("nönce–") };

  type Case = [what: string, offers: string, username: string, password: string, more?: Partial<Server>];
  const cases: Case[] = [
    ["an ASCII key", "", "ABCDEFGH", "secret"],
    ["an ASCII key with charset=UTF-8", UTF8, "ABCDEFGH", "secret"],
    ["a user name in Latin-1", "", "Jäsøn", "secret", { username: Buffer.from("Jäsøn", "latin1") }],
    ["a user name in UTF-8 by the charset", UTF8, "Jäsøn", "secret"],
    ["a user name beyond Latin-1", "", "Zoë’s", "secret"],
    ["a user name beyond Latin-1 with charset=UTF-8", UTF8, "Zoë’s", "secret"],
    ["a password beyond Latin-1", "", "ABCDEFGH", "pä–"],
    ["a password beyond Latin-1 with charset=UTF-8", UTF8, "ABCDEFGH", "pä–"],
    ["a user name in Latin-1 and a password beyond it", "", "Jäsøn", "pä–"],
    ["a realm that is not UTF-8", UTF8, "Zoë’s", "pä–", NO_UTF8],
    ["a nonce", "", "ABCDEFGH", "secret", NONCE],
  ];
  for (const [what, offers, username, password, more] of cases)
    it(`are hashed and repeated as received: ${what}`, async () => {
      const stored = { username: Buffer.from(username), password: Buffer.from(password) };
      const accepted: string[] = [];
      const { origin } = await start.http(listenerOf({ offers, ...stored, ...more }, accepted));
      await connect(origin, username, password).request(read);
      assert.equal(accepted.length, 1);
    });
});
