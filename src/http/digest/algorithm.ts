/** The digest algorithms of RFC 7616, section 6.1. */

import { hash } from "node:crypto";
import { AuthError } from "../../errors";

export interface Algorithm {
  /** The name as RFC 7616 writes it. */
  readonly name: string;
  /** Node's name of the hash. */
  readonly hash: "md5" | "sha256" | "sha512-256";
  /** Whether the session form (`-sess`) is meant. */
  readonly session: boolean;
  /** The higher, the stronger. */
  readonly strength: number;
}

const ALGORITHMS: readonly Algorithm[] = [
  { name: "MD5", hash: "md5", session: false, strength: 1 },
  { name: "MD5-sess", hash: "md5", session: true, strength: 2 },
  { name: "SHA-256", hash: "sha256", session: false, strength: 3 },
  { name: "SHA-256-sess", hash: "sha256", session: true, strength: 4 },
  { name: "SHA-512-256", hash: "sha512-256", session: false, strength: 5 },
  { name: "SHA-512-256-sess", hash: "sha512-256", session: true, strength: 6 },
];

/** The algorithm of a challenge; without the parameter it is MD5. `undefined` for one that is not known. */
export function algorithmOf(parameter: string | undefined): Algorithm | undefined {
  const name = (parameter ?? "MD5").toLowerCase();
  return ALGORITHMS.find((algorithm) => algorithm.name.toLowerCase() === name);
}

/** The lower-case hex digest of a byte string, or of a text in UTF-8. */
export function digestHex(algorithm: Algorithm, data: Buffer | string): string {
  try {
    return hash(algorithm.hash, data, "hex");
  } catch (cause) {
    throw new AuthError(
      `This Node.js cannot compute ${algorithm.hash} (a FIPS build?), which the server's Digest challenge asks for. ` +
        "Let the server offer SHA-256, or run a Node.js without this restriction.",
      { cause },
    );
  }
}
