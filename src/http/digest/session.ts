/** The state that all requests of one key at one server share. */

import { randomUUID } from "node:crypto";
import { AuthError } from "../../errors";
import { createSemaphore } from "../semaphore";
import { createDowngradeGuard } from "./choose-challenge";
import type { NonceOptions } from "./nonces";
import { createNonces } from "./nonces";

export type DigestSession = ReturnType<typeof createDigestSession>;

export function createDigestSession({
  credentials,
  now = () => performance.now(),
  random = Math.random,
  newCnonce = () => randomUUID().replaceAll("-", ""),
}: Partial<NonceOptions> & Pick<NonceOptions, "credentials">) {
  return {
    username: credentials.username,
    now,
    newCnonce,
    nonces: createNonces({ credentials, now, random, newCnonce }),
    key: createKeyProof(),
    refuseDowngrade: createDowngradeGuard(),
    /** Held by the request that proves the key, so that a wrong key is not sent many times. */
    proving: createSemaphore(),
    /** Held by the request that asks for a new nonce for all. */
    renewing: createSemaphore(),
    /** Whether a server that writes `op` for `qop` turned out to mean RFC 2069. */
    opMeansRfc2069: false,
  };
}

const REFUSALS_BEFORE_GIVING_UP = 2;

/** Whether the key is right. A key that was accepted once is never given up: somebody may restore it. */
function createKeyProof() {
  let isProven = false;
  let refusals = 0;
  let finalMessage: string | undefined;
  return {
    isProven: () => isProven,
    /** Records that a signed request was accepted. */
    prove(): void {
      isProven = true;
    },
    /** Counts a refusal and returns its error; the key is given up after two refusals. */
    refuse(error: AuthError): AuthError {
      refusals++;
      if (refusals >= REFUSALS_BEFORE_GIVING_UP && !isProven) finalMessage = error.message;
      return error;
    },
    /** @throws AuthError if the key was given up */
    throwIfGivenUp(): void {
      if (finalMessage !== undefined) throw new AuthError(finalMessage);
    },
  };
}
