/** A key with which a provider of the run signs in must keep its roles: nobody could give them back. */

import type { Context } from "../../core/definition";

/**
 * @param consequence what would happen to it: `lose the roles ORG_OWNER`
 * @throws Error for a key with which a provider of the run signs in
 */
export function refuseOwnKey(
  { ownership }: Context,
  publicKey: string | undefined,
  object: string,
  consequence: string,
): void {
  if (publicKey === undefined || !ownership.signsIn(publicKey)) return;
  throw new Error(
    `The ${object} was not changed: a provider of this run signs in with its key (${publicKey}), which would ${consequence}. ` +
      "Let the provider use another key first, or do it in the user interface. To stop managing it, run `pulumi state delete`.",
  );
}
