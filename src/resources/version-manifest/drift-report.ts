/** What a report says of the version manifest. */

import type { Compared, DriftComparison, Found } from "../../core/drift-report";
import { findings, withoutUnknown } from "../../core/drift-report";
import { describeDrift } from "./comparison";
import type { ManifestState } from "./encoding";
import { fetchOutline } from "./source";

export const manifestDrift: DriftComparison<ManifestState, Compared<ManifestState>> = {
  async compare({ resource, connection, stateIn }): Promise<Found> {
    const { urn, id, outputs } = resource;
    const live = await connection.once("manifest", async () => fetchOutline(connection.api));
    if (live === undefined) return { unverifiable: [{ urn, path: "manifest" }] };
    const { args, content, baseline } = stateIn(() => withoutUnknown(outputs, ["__written"]));
    const { summary } = live;
    const { manifestUpdated, versionCount } = content ?? {};
    // An encrypted state still has the timestamp and the number of versions.
    const isSame = manifestUpdated === summary.manifestUpdated && versionCount === summary.versionCount;
    const known = baseline ?? { manifestUpdated, canonicalSha256: isSame ? summary.canonicalSha256 : "" };
    const text = describeDrift(known, summary, args.allowDowngrade === true, () => undefined);
    const change = { path: ["manifest"], before: manifestUpdated, after: summary.manifestUpdated };
    return text === undefined ? {} : findings(resource, id, { changes: [change] });
  },
};
