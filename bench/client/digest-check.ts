/** A minimal Digest server, which checks nonce, count and response. */

import { hash as digestOf, randomBytes } from "node:crypto";

export type Algorithm = "MD5" | "SHA-256";

export const REALM = "MMS Public API";
export const USER = "ABCDEFGH";
export const PASSWORD = "11111111-2222-4333-8444-555555555555";

/** Clients that request a nonce each time would fill the memory. */
const MAX_NONCES = 8192;

export interface DigestCheck {
  /** Whether the header proves the password. A nonce does not expire; each count is accepted once. */
  accepts(method: string, authorization: string): boolean;
  /** Returns a `WWW-Authenticate` value with a new nonce. */
  challenge(stale: boolean): string;
}

export function createDigestCheck(algorithm: Algorithm): DigestCheck {
  const name = algorithm === "MD5" ? "md5" : "sha256";
  const hash = (text: string): string => digestOf(name, text);
  const ha1 = hash(`${USER}:${REALM}:${PASSWORD}`);
  const ha2 = new Map<string, string>();
  const used = new Map<string, Set<string>>();

  const secondHash = (method: string, uri: string): string => {
    const text = `${method}:${uri}`;
    let known = ha2.get(text);
    if (known === undefined) ha2.set(text, (known = hash(text)));
    return known;
  };

  return {
    accepts(method, authorization) {
      const { username, nonce = "", uri = "", nc = "", cnonce, qop, response } = fieldsOf(authorization);
      const counts = used.get(nonce);
      if (username !== USER || counts === undefined || counts.has(nc) || !/^[0-9a-f]{8}$/.test(nc))
        return false;
      if (response !== hash(`${ha1}:${nonce}:${nc}:${cnonce}:${qop}:${secondHash(method, uri)}`))
        return false;
      counts.add(nc);
      return true;
    },
    challenge(stale) {
      const nonce = randomBytes(18).toString("base64url");
      used.set(nonce, new Set());
      if (used.size > MAX_NONCES) used.delete(used.keys().next().value!);
      return `Digest realm="${REALM}", nonce="${nonce}", algorithm=${algorithm}, qop="auth", stale=${stale}`;
    },
  };
}

/** Parses a header whose values contain no comma. */
function fieldsOf(header: string): Record<string, string | undefined> {
  const fields: Record<string, string | undefined> = {};
  for (const part of header.slice(header.indexOf(" ") + 1).split(",")) {
    const at = part.indexOf("=");
    const value = part.slice(at + 1).trim();
    fields[part.slice(0, at).trim()] = value.startsWith('"') ? value.slice(1, -1) : value;
  }
  return fields;
}
