/** A challenge that is weaker than an earlier one of the same server, or of another realm, is not answered. */

import { AuthError } from "../../errors";
import type { DigestChallenge } from "./authorization";
import { realmText } from "./realm-text";

/** `op` may end in RFC 2069, so it is weaker than `qop`. */
const PROTECTION_STRENGTH: Readonly<Record<DigestChallenge["protection"], number>> = {
  none: 0,
  op: 1,
  auth: 2,
};

/** @throws AuthError for a challenge that is weaker than the strongest so far */
export type DowngradeGuard = (challenge: DigestChallenge) => void;

/** `onWeak` is told once when the first challenge has no qop. */
export function createDowngradeGuard(onWeak: (() => void) | undefined): DowngradeGuard {
  let strongest: DigestChallenge | undefined;
  return (challenge) => {
    if (strongest === undefined && challenge.protection === "none") onWeak?.();
    const before = strongest ?? challenge;
    if (
      challenge.algorithm.strength < before.algorithm.strength ||
      PROTECTION_STRENGTH[challenge.protection] < PROTECTION_STRENGTH[before.protection]
    ) {
      throw new AuthError(
        `The server offers a weaker Digest challenge (${challenge.algorithm.name}, qop ${challenge.protection}) than before ` +
          `(${before.algorithm.name}, qop ${before.protection}); it was not answered.`,
      );
    }
    if (challenge.realm !== before.realm) {
      throw new AuthError(
        `The realm of the server changed from ${realmText(before)} to ${realmText(challenge)}; ` +
          "the key was not sent to it.",
      );
    }
    strongest = challenge;
  };
}
