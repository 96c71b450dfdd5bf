/** What all requests of one key at one server share. */

import type { DowngradeGuard } from "./downgrade";
import { createDowngradeGuard } from "./downgrade";
import type { KeyProof } from "./key-proof";
import { createKeyProof } from "./key-proof";
import type { Nonces } from "./nonces";
import { createNonces } from "./nonces";

export interface SessionOptions {
  /** Milliseconds on a clock that never jumps. */
  readonly now?: (() => number) | undefined;
  /** A number from 0 up to 1. */
  readonly random?: (() => number) | undefined;
  /** Called once when the challenge has no qop. */
  readonly onWeakChallenge?: (() => void) | undefined;
}

export interface DigestSession {
  readonly now: () => number;
  readonly nonces: Nonces;
  readonly key: KeyProof;
  readonly guard: DowngradeGuard;
  /** The probe that is under way for all. */
  renewal: Promise<void> | undefined;
  /** Whether a server that writes `op` for `qop` turned out to want RFC 2069. */
  opMeansRfc2069: boolean;
}

export function createDigestSession(options: SessionOptions = {}): DigestSession {
  const now = options.now ?? (() => performance.now());
  return {
    now,
    nonces: createNonces(now, options.random ?? Math.random),
    key: createKeyProof(),
    guard: createDowngradeGuard(options.onWeakChallenge),
    renewal: undefined,
    opMeansRfc2069: false,
  };
}
