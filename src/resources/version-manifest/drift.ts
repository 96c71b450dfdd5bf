/** Whether the manifest of the service is still ours. */

import type { ManifestSummary } from "./outline";
import { isBefore } from "./outline";

/** What stands in the state beside inputs and outputs. */
export interface Written {
  readonly canonicalSha256: string;
  readonly manifestUpdated: string | undefined;
}

/**
 * How the manifest of the service departs from ours, in words; `undefined` when it does not, or is one that the service
 * renewed by itself.
 */
export function driftOf(
  ours: Written,
  theirs: ManifestSummary,
  allowDowngrade: boolean,
  say: (text: string) => void,
): string | undefined {
  if (theirs.canonicalSha256 === ours.canonicalSha256) return undefined;
  const [before, after] = [ours.manifestUpdated, theirs.manifestUpdated];
  if (isOlder(before, after) && !allowDowngrade) {
    say(
      `The service holds a newer version manifest (${after}) than the one uploaded (${before ?? "no stamp"}); it is left alone.`,
    );
    return undefined;
  }
  return `${isOlder(after, before) ? "older" : "differs"} (${after ?? "no stamp"})`;
}

/** A manifest without a stamp is older than any with one. */
function isOlder(stamp: string | undefined, than: string | undefined): boolean {
  return than !== undefined && (stamp === undefined || isBefore(stamp, than));
}
