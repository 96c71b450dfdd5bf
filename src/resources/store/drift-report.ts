/** What a report says of a store. */

import type { Compared, DriftComparison, Found } from "../../core/drift-report";
import { findings, withoutUnknown } from "../../core/drift-report";
import { pathText } from "../../core/problems";
import { containsUnknown } from "../../unknowns";
import { FIELDS_WITH_SECRETS } from "../../fields/store";
import { pick } from "../../json";
import { driftOf } from "./drift";
import type { StoreState } from "./encoding";
import { withSecrets } from "./encoding";
import { secretsOf } from "./declare";
import type { StoreKind } from "./kinds";
import { readsOf } from "./requests";

export function storeDrift(store: StoreKind): DriftComparison<StoreState, Compared<StoreState>> {
  const { fields } = store;
  return {
    async compare({ resource, connection, showSecrets, stateIn }): Promise<Found> {
      const { urn, id, outputs } = resource;
      const live = await readsOf(store, connection).read(id);
      if (live === undefined) return { missing: [{ urn, id }] };
      const { args, baseline } = stateIn(() => withoutUnknown(outputs, ["__written"]));
      const isOpen =
        showSecrets && args.imported !== true && !containsUnknown(pick(args, FIELDS_WITH_SECRETS));
      const [declared, now] = isOpen ? [args, live] : [withSecrets(args, {}), withSecrets(live, {})];
      const unknown = fields.open.filter((name) => containsUnknown(declared[name]));
      const known = Object.fromEntries(unknown.map((name) => [name, now[name]]));
      const baselineIfKnown = unknown.length === 0 ? baseline : undefined;
      const drift = driftOf(fields, { ...declared, ...known }, baselineIfKnown, now);
      return findings(resource, id, {
        ...drift,
        unverifiedSecrets: [
          ...unknown,
          ...drift.unverifiedSecrets,
          ...(isOpen ? [] : secretsOf(store, live).map(pathText)),
        ],
      });
    },
  };
}
