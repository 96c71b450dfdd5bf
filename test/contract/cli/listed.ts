/** What an export has read. */

import type { Objects } from "../../../src/cli/export/inventory";

/** The ids of the objects of a listing, such as `alert configurations`. */
export function idsOf(objects: Objects, what: string): string[] {
  return [...objects].flatMap(([listing, live]) =>
    listing.what === what ? live.map((each) => (each as { id: string }).id) : [],
  );
}
