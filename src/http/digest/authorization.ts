/** The `Authorization` header of RFC 7616, section 3.4; pure: counter and cnonce are arguments. */

import type { Algorithm } from "./algorithm";
import { digestHex } from "./algorithm";
import { AuthError } from "../../errors";

/** A Digest challenge that can be answered. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: Algorithm;
  /** Whether the challenge named an algorithm: only then is it echoed. */
  readonly algorithmNamed: boolean;
  /** `auth`: the challenge offers qop. `op`: it says `op` for `qop`. `none`: it offers neither (RFC 2069). */
  readonly protection: "auth" | "op" | "none";
  readonly stale: boolean;
  readonly utf8: boolean;
  readonly userhash: boolean;
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
  /** Whether to answer by RFC 2069, without qop, nc and cnonce. */
  readonly rfc2069: boolean;
}

/** The value of the `Authorization` header. */
export function authorization(
  challenge: DigestChallenge,
  credentials: Credentials,
  request: SignedRequest,
): string {
  const { algorithm, nonce } = challenge;
  const nc = request.nc.toString(16).padStart(8, "0");
  const ha2 = digestHex(algorithm, Buffer.from(`${request.method}:${request.uri}`));
  const ha1 = hashedCredentials(challenge, credentials, request.cnonce);
  const response = digestHex(
    algorithm,
    Buffer.from(
      request.rfc2069 ? `${ha1}:${nonce}:${ha2}` : `${ha1}:${nonce}:${nc}:${request.cnonce}:auth:${ha2}`,
    ),
  );
  const fields = [
    ...usernameFields(challenge, credentials),
    `realm=${quoted(challenge.realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(request.uri)}`,
    `response="${response}"`,
  ];
  if (challenge.algorithmNamed) fields.push(`algorithm=${algorithm.name}`);
  if (challenge.opaque !== undefined) fields.push(`opaque=${quoted(challenge.opaque)}`);
  if (!request.rfc2069) fields.push("qop=auth", `nc=${nc}`, `cnonce="${request.cnonce}"`);
  if (challenge.userhash) fields.push("userhash=true");
  return `Digest ${fields.join(", ")}`;
}

/** H(A1) of RFC 7616, section 3.4.2. */
function hashedCredentials(
  challenge: DigestChallenge,
  { username, password }: Credentials,
  cnonce: string,
): string {
  const { algorithm, realm, nonce } = challenge;
  const ha1 = digestHex(algorithm, bytes(challenge, `${username}:${realm}:${password}`));
  return algorithm.session ? digestHex(algorithm, Buffer.from(`${ha1}:${nonce}:${cnonce}`)) : ha1;
}

// Latin-1 where UTF-8 was not offered and the text fits: what servers of old assume.
function bytes(challenge: DigestChallenge, text: string): Buffer {
  return Buffer.from(text, challenge.utf8 || !isLatin1(text) ? "utf8" : "latin1");
}

function isLatin1(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the range of Latin-1
  return /^[\u0000-\u00ff]*$/.test(text);
}

function usernameFields(challenge: DigestChallenge, { username }: Credentials): string[] {
  if (challenge.userhash) {
    return [
      `username="${digestHex(challenge.algorithm, bytes(challenge, `${username}:${challenge.realm}`))}"`,
    ];
  }
  if (/^[\u0020-\u007e]*$/.test(username)) return [`username=${quoted(username)}`];
  if (!challenge.utf8 && isLatin1(username)) return [`username=${quoted(username)}`];
  return [`username*=UTF-8''${extValue(username)}`];
}

/** The ext-value of RFC 8187. */
function extValue(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function quoted(text: string): string {
  // eslint-disable-next-line no-control-regex -- a control character could split the header
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    throw new AuthError("A value of the Digest header holds a control character; nothing was sent.");
  }
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
