/** The state that all requests of one key at one server share. */

import { randomUUID } from "node:crypto";
import { AuthError } from "../../errors";
import type { Semaphore } from "../semaphore";
import { createSemaphore } from "../semaphore";
import type { Credentials } from "./authorization";
import type { DowngradeGuard } from "./choose-challenge";
import { createDowngradeGuard } from "./choose-challenge";
import type { Nonces } from "./nonces";
import { createNonces } from "./nonces";

export interface SessionOptions {
  readonly credentials: Credentials;
  /** A monotonic clock in milliseconds. @default performance.now */
  readonly now?: () => number;
  /** Returns a number from 0 up to 1. @default Math.random */
  readonly random?: () => number;
  readonly newCnonce?: () => string;
  /** Called once if the challenge has no qop. */
  readonly onWeakChallenge?: () => void;
}

export interface DigestSession {
  readonly username: string;
  readonly now: () => number;
  readonly newCnonce: () => string;
  readonly nonces: Nonces;
  readonly key: KeyProof;
  readonly refuseDowngrade: DowngradeGuard;
  /** Held by the request that proves the key, so that a wrong key is not sent many times. */
  readonly proving: Semaphore;
  /** Held by the request that asks for a new nonce for all. */
  readonly renewing: Semaphore;
  /** Whether a server that writes `op` for `qop` turned out to mean RFC 2069. */
  opMeansRfc2069: boolean;
}

export function createDigestSession(options: SessionOptions): DigestSession {
  const {
    credentials,
    now = () => performance.now(),
    random = Math.random,
    newCnonce = () => randomUUID().replaceAll("-", ""),
  } = options;
  return {
    username: credentials.username,
    now,
    newCnonce,
    nonces: createNonces({ credentials, now, random, newCnonce }),
    key: createKeyProof(),
    refuseDowngrade: createDowngradeGuard(options.onWeakChallenge),
    proving: createSemaphore(),
    renewing: createSemaphore(),
    opMeansRfc2069: false,
  };
}

/** Whether the key is right. A key that was accepted once is never given up: somebody may restore it. */
export interface KeyProof {
  isProven(): boolean;
  /** Records that a signed request was accepted. */
  prove(): void;
  /** Counts a refusal and returns its error; the key is given up after two refusals. */
  refuse(error: AuthError): AuthError;
  /** @throws AuthError if the key was given up */
  throwIfGivenUp(): void;
}

const REFUSALS_BEFORE_GIVING_UP = 2;

function createKeyProof(): KeyProof {
  let isProven = false;
  let refusals = 0;
  let finalMessage: string | undefined;
  return {
    isProven: () => isProven,
    prove() {
      isProven = true;
      refusals = 0;
    },
    refuse(error) {
      refusals++;
      if (refusals >= REFUSALS_BEFORE_GIVING_UP && !isProven) finalMessage = error.message;
      return error;
    },
    throwIfGivenUp() {
      if (finalMessage !== undefined) throw new AuthError(finalMessage);
    },
  };
}
