import { randomBytes } from "node:crypto";

/** What a server remembers about its nonces, by the rules of Jetty's Digest authenticator. */
export interface Nonces {
  /** Makes and remembers a new nonce. */
  issue(): string;
  /**
   * Judges a nonce and its counter. `used` means that the counter was seen before, is missing or is no number;
   * `stale` that the nonce is unknown, too old or used up. A counter that is accepted is spent, whatever comes next.
   */
  spend(nonce: string, nc: string | undefined): "ok" | "stale" | "used";
  /** Judges a nonce without a counter, for the RFC 2069 form. */
  check(nonce: string): "ok" | "stale";
  /** Forgets all nonces, as a restart of the server does. */
  clear(): void;
}

/** How long and how often a nonce can be used. */
export interface NonceLimits {
  /** The age from its issue, in milliseconds. */
  readonly maxAgeMs: number;
  /** The counter from which on the nonce is used up. */
  readonly maxCount: number;
}

/** More unanswered challenges than this make the oldest be forgotten, so that probes cannot fill the memory. */
const MOST_NONCES = 100_000;

interface Nonce {
  readonly issuedAt: number;
  /** One bit for each counter, allocated at the first use. */
  seen?: Uint8Array;
}

/** Makes an empty nonce memory. */
export function createNonces(limits: NonceLimits, now: () => number): Nonces {
  // A Map keeps the order of insertion, so the aged ones are always in front.
  const nonces = new Map<string, Nonce>();
  const forgetAged = (): void => {
    const oldest = now() - limits.maxAgeMs;
    for (const [text, nonce] of nonces) {
      if (nonce.issuedAt >= oldest && nonces.size <= MOST_NONCES) return;
      nonces.delete(text);
    }
  };
  return {
    issue() {
      forgetAged();
      const text = randomBytes(24).toString("base64");
      nonces.set(text, { issuedAt: now() });
      return text;
    },
    spend(text, nc) {
      forgetAged();
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
      forgetAged();
      return nonces.has(text) ? "ok" : "stale";
    },
    clear: () => nonces.clear(),
  };
}
