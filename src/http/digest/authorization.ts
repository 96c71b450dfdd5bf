/** Computes the `Authorization` header of HTTP Digest (RFC 7616, section 3.4). */

import { hash } from "node:crypto";
import { AuthError } from "../../errors";
import { CONTROL } from "./challenge";
import type { DigestChallenge } from "./choose-challenge";

/** The lower-case hex digest of bytes, given like a header: as a text with one character for each byte. */
function digestHex(algorithm: DigestChallenge["algorithm"], bytes: string): string {
  try {
    return hash(algorithm.hash, Buffer.from(bytes, "latin1"), "hex");
  } catch (cause) {
    throw new AuthError(
      `This Node.js cannot compute ${algorithm.hash} (a FIPS build?), which the server's Digest challenge requires. ` +
        "Configure the server to offer SHA-256, or use a Node.js without this restriction.",
      { cause },
    );
  }
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface SignedRequest {
  readonly method: string;
  /** The request target exactly as it is sent: path and query. */
  readonly uri: string;
  readonly nc: number;
  readonly cnonce: string;
  /** Whether to sign by RFC 2069, without qop, nc and cnonce. */
  readonly rfc2069: boolean;
}

/** Creates the signer for all requests that use the nonce of the challenge. */
export function createSigner(challenge: DigestChallenge, credentials: Credentials) {
  const { algorithm, realm, nonce, opaque } = challenge;
  const { username, password } = credentials;
  const charset = charsetFor(challenge, credentials);
  const encode = (text: string): string => Buffer.from(text, charset).toString("latin1");
  const key = digestHex(algorithm, `${encode(username)}:${realm}:${encode(password)}`);
  const start = `Digest ${usernameField(username, charset)}, realm=${quote(realm)}, nonce=${quote(nonce)}`;
  const named = challenge.algorithmToken === undefined ? "" : `, algorithm=${challenge.algorithmToken}`;
  const repeated = named + (opaque === undefined ? "" : `, opaque=${quote(opaque)}`);

  return function sign({ method, uri, nc: count, cnonce, rfc2069 }: SignedRequest): string {
    const nc = count.toString(16).padStart(8, "0");
    // RFC 7616, section 3.4.2.
    const ha1 = algorithm.session ? digestHex(algorithm, `${key}:${nonce}:${cnonce}`) : key;
    const ha2 = digestHex(algorithm, `${method}:${uri}`);
    const middle = rfc2069 ? "" : `:${nc}:${cnonce}:auth`;
    const response = digestHex(algorithm, `${ha1}:${nonce}${middle}:${ha2}`);
    const counted = rfc2069 ? "" : `, qop=auth, nc=${nc}, cnonce="${cnonce}"`;
    return `${start}, uri=${quote(uri)}, response="${response}"${repeated}${counted}`;
  };
}

/** UTF-8 if the challenge offers it or the credentials require it, else Latin-1 as old servers expect. */
function charsetFor({ utf8 }: DigestChallenge, { username, password }: Credentials): "utf8" | "latin1" {
  const isBeyondLatin1 = /[\u0100-\uffff]/.test(username + password);
  return utf8 || isBeyondLatin1 ? "utf8" : "latin1";
}

function usernameField(username: string, charset: "utf8" | "latin1"): string {
  if (charset === "latin1" || /^[\u0020-\u007e]*$/.test(username)) return `username=${quote(username)}`;
  // An ext-value (RFC 8187) encodes more characters than a URI component.
  const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase();
  const value = encodeURIComponent(username).replace(/['()*]/g, (character) => `%${hexOf(character)}`);
  return `username*=UTF-8''${value}`;
}

function quote(text: string): string {
  // A line break would split the header.
  if (CONTROL.test(text)) {
    throw new AuthError("A value of the Digest header contains a control character; nothing was sent.");
  }
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
