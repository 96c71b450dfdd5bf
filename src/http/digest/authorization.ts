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
  /** The algorithm as the challenge spells it, which is echoed; `undefined` where it names none. */
  readonly algorithmToken: string | undefined;
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

/** Gives the value of the `Authorization` header. */
export type Signer = (request: SignedRequest) => string;

/** Answers one challenge for any number of requests: what does not depend on the request is computed once. */
export function signer(challenge: DigestChallenge, credentials: Credentials): Signer {
  const { algorithm, realm, nonce, opaque } = challenge;
  const { username, password } = credentials;
  const key = digestHex(algorithm, bytes(challenge, `${username}:${realm}:${password}`));
  const start = `Digest ${usernameField(challenge, username)}, realm=${quoted(realm)}, nonce=${quoted(nonce)}`;
  const named = challenge.algorithmToken === undefined ? "" : `, algorithm=${challenge.algorithmToken}`;
  const echoed = named + (opaque === undefined ? "" : `, opaque=${quoted(opaque)}`);
  const end = challenge.userhash ? ", userhash=true" : "";
  let target = targetOf("", "", algorithm);

  return function sign({ method, uri, nc: count, cnonce, rfc2069 }) {
    // Many in a row go to one path: the writes of a deployment.
    if (target.method !== method || target.uri !== uri) target = targetOf(method, uri, algorithm);
    const { ha2, field } = target;
    const nc = count.toString(16).padStart(8, "0");
    // H(A1) of RFC 7616, section 3.4.2.
    const ha1 = algorithm.session ? digestHex(algorithm, `${key}:${nonce}:${cnonce}`) : key;
    const middle = rfc2069 ? "" : `:${nc}:${cnonce}:auth`;
    const response = digestHex(algorithm, `${ha1}:${nonce}${middle}:${ha2}`);
    const counted = rfc2069 ? "" : `, qop=auth, nc=${nc}, cnonce="${cnonce}"`;
    return `${start}, ${field}, response="${response}"${echoed}${counted}${end}`;
  };
}

interface Target {
  readonly method: string;
  readonly uri: string;
  readonly ha2: string;
  readonly field: string;
}

/** What the header says of where a request goes. */
function targetOf(method: string, uri: string, algorithm: Algorithm): Target {
  return { method, uri, ha2: digestHex(algorithm, `${method}:${uri}`), field: `uri=${quoted(uri)}` };
}

// Latin-1 where UTF-8 was not offered and the text fits: what servers of old assume.
function bytes(challenge: DigestChallenge, text: string): Buffer {
  return Buffer.from(text, challenge.utf8 || !isLatin1(text) ? "utf8" : "latin1");
}

function isLatin1(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the range of Latin-1
  return /^[\u0000-\u00ff]*$/.test(text);
}

function usernameField(challenge: DigestChallenge, username: string): string {
  if (challenge.userhash)
    return `username="${digestHex(challenge.algorithm, bytes(challenge, `${username}:${challenge.realm}`))}"`;
  if (/^[\u0020-\u007e]*$/.test(username)) return `username=${quoted(username)}`;
  if (!challenge.utf8 && isLatin1(username)) return `username=${quoted(username)}`;
  return `username*=UTF-8''${extValue(username)}`;
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
