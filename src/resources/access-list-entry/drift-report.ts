/** What a report says of an access list entry: whether it exists. */

import type { Compared, DriftComparison } from "../../core/drift-report";
import { readEntry } from "./definition";
import type { EntryState } from "./encoding";

export const entryDrift: DriftComparison<EntryState, Compared<EntryState>> = {
  compare: async ({ resource: { urn, id }, connection }) =>
    (await readEntry(connection, id)) === undefined ? { missing: [{ urn, id }] } : {},
};
