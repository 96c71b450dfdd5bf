/** A key with which a provider of the run signs in must keep its roles: nobody could give them back. */

import type { Context } from "../../core/definition";

/**
 * @param consequence what would happen to it: `lose the roles ORG_OWNER`
 * @throws Error for a key with which a provider of the run signs in
 */
export function refuseOwnKey(
  context: Context,
  publicKey: string | undefined,
  object: string,
  consequence: string,
): void {
  if (!isOwnKey(context, publicKey)) return;
  throw new Error(
    `The ${object} was not changed: a provider of this run signs in with its key (${publicKey}), which would ${consequence}. ` +
      "Let the provider use another key first, or do it in the user interface. To stop managing it, run `pulumi state delete`.",
  );
}

function isOwnKey({ ownership }: Context, publicKey: string | undefined): publicKey is string {
  return publicKey !== undefined && ownership.signsIn(publicKey);
}

/**
 * @param after the roles that a write gives the key
 * @param rolesNow returns the roles that it has now: the state may not know all
 * @throws Error for a key with which a provider of the run signs in, if it would lose a role
 */
export async function refuseFewerRoles(
  context: Context,
  publicKey: string | undefined,
  object: string,
  after: readonly string[],
  rolesNow: () => Promise<readonly string[]>,
): Promise<void> {
  if (!isOwnKey(context, publicKey)) return;
  const removed = (await rolesNow()).filter((role) => !after.includes(role));
  if (removed.length > 0) refuseOwnKey(context, publicKey, object, `lose the roles ${removed.join(", ")}`);
}
