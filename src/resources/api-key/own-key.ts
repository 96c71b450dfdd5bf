/** A key with which a provider of the run signs in must keep its roles: nobody could give them back. */

import type { Context } from "../../core/definition";

/**
 * @param removed what the request takes away: `the role ORG_OWNER`
 * @throws Error for a key with which a provider of the run signs in
 */
export function refuseOwnKey(
  { ownership }: Context,
  publicKey: string | undefined,
  object: string,
  removed: string,
): void {
  if (publicKey === undefined || !ownership.signsIn(publicKey)) return;
  throw new Error(
    `The ${object} was not changed: a provider of this run signs in with its key (${publicKey}), which would lose ${removed}. ` +
      "Let the provider use another key first, or do it in the user interface. To stop managing it, run `pulumi state delete`.",
  );
}
