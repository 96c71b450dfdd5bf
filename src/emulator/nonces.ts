import { randomBytes } from "node:crypto";

/** The nonces of a server, with the rules of Jetty's Digest authenticator. */
export interface Nonces {
  /** Creates a nonce. */
  issue(): string;
  /**
   * Checks a nonce and its counter, and uses the counter up. `used` means that the counter is a repetition, missing or
   * not a number; `stale` that the nonce is unknown, too old or used up.
   */
  spend(nonce: string, nc: string | undefined): "ok" | "stale" | "used";
  /** Checks a nonce without a counter, for the RFC 2069 form. */
  check(nonce: string): "ok" | "stale";
  /** Invalidates all nonces, as a restart of the server does. */
  clear(): void;
}

/** How long and how often a nonce is valid. */
export interface NonceLimits {
  /** The maximum age in milliseconds. */
  readonly maxAgeMs: number;
  /** The counter at which the nonce is used up. */
  readonly maxCount: number;
}

/** Above this number the oldest nonces are removed, so that unanswered challenges cannot fill the memory. */
const MOST_NONCES = 100_000;

interface Nonce {
  readonly issuedAt: number;
  /** One bit for each counter, allocated on first use. */
  seen?: Uint8Array;
}

/** Creates an empty collection of nonces. */
export function createNonces(limits: NonceLimits, now: () => number): Nonces {
  // A Map keeps the order of insertion, so the oldest nonces come first.
  const nonces = new Map<string, Nonce>();
  const removeExpired = (): void => {
    const oldest = now() - limits.maxAgeMs;
    for (const [text, nonce] of nonces) {
      if (nonce.issuedAt >= oldest && nonces.size <= MOST_NONCES) return;
      nonces.delete(text);
    }
  };
  return {
    issue() {
      removeExpired();
      const text = randomBytes(24).toString("base64");
      nonces.set(text, { issuedAt: now() });
      return text;
    },
    spend(text, nc) {
      removeExpired();
      const nonce = nonces.get(text);
      if (nonce === undefined) return "stale";
      if (nc === undefined || !/^[0-9a-f]{1,8}$/i.test(nc)) return "used";
      const count = Number.parseInt(nc, 16);
      if (count >= limits.maxCount) return "stale";
      nonce.seen ??= new Uint8Array(Math.ceil(limits.maxCount / 8));
      const bit = 1 << (count & 7);
      const byte = nonce.seen[count >> 3] ?? 0;
      if ((byte & bit) !== 0) return "used";
      nonce.seen[count >> 3] = byte | bit;
      return "ok";
    },
    check(text) {
      removeExpired();
      return nonces.has(text) ? "ok" : "stale";
    },
    clear: () => nonces.clear(),
  };
}
