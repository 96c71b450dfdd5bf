/** Whether the key is right. Until that is known only one request is under way, so that no wrong key hammers the service. */

import { AuthError } from "../../errors";
import type { StopSignal } from "../stop";
import { deferred, unlessAborted } from "../waiting";

export interface KeyProof {
  /** Waits for its turn; gives what ends the turn. @throws AuthError once the key is given up */
  enter(signal: StopSignal | undefined): Promise<() => void>;
  isProven(): boolean;
  /** A signed request was let in. */
  prove(): void;
  /** Counts a refusal of the key, and gives it back; the key is given up after two. */
  refuse(error: AuthError): AuthError;
}

const REFUSALS_BEFORE_LATCH = 2;

export function createKeyProof(): KeyProof {
  let isProven = false;
  let refusals = 0;
  let latched: AuthError | undefined;
  /** The request that proves the key; all others wait for it. */
  let proof: Promise<void> | undefined;

  return {
    async enter(signal) {
      while (!isProven && proof !== undefined) await unlessAborted(proof, signal);
      // Each caller gets an error of its own, with its own stack.
      if (latched !== undefined) throw new AuthError(latched.message);
      if (isProven) return () => undefined;
      const turn = deferred();
      proof = turn.promise;
      return () => {
        proof = undefined;
        turn.resolve();
      };
    },
    isProven: () => isProven,
    prove() {
      isProven = true;
      refusals = 0;
    },
    refuse(error) {
      refusals++;
      if (refusals >= REFUSALS_BEFORE_LATCH && !isProven) latched = error;
      return error;
    },
  };
}
