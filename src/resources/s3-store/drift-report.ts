/** What a report says of a store. */

import type { Compared, DriftComparison, Found } from "../../core/drift-report";
import { findings, withoutUnknown } from "../../core/drift-report";
import { pathText } from "../../core/problems";
import { containsUnknown } from "../../unknowns";
import { SECRET_STORE_FIELDS } from "../../fields/s3-store";
import { isPlainObject, omit } from "../../json";
import { driftOf } from "./drift";
import type { StoreState } from "./encoding";
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
        showSecrets &&
        args.imported !== true &&
        !containsUnknown([...SECRET_STORE_FIELDS.map((name) => args[name]), args.oidc]);
      const oidc = isPlainObject(args.oidc) ? omit(args.oidc, ["clientSecret"]) : args.oidc;
      const open = { ...omit(args, SECRET_STORE_FIELDS), oidc };
      const unknown = fields.open.filter((name) => containsUnknown(open[name]));
      const known = Object.fromEntries(unknown.map((name) => [name, live[name]]));
      const drift = driftOf(
        fields,
        { ...(isOpen ? args : (open as typeof args)), ...known },
        unknown.length === 0 ? baseline : undefined,
        live,
      );
      return findings(resource, id, {
        changes: drift.changes,
        changedSecrets: isOpen ? drift.changedSecrets : [],
        unverifiedSecrets: [
          ...unknown,
          ...drift.unverifiedSecrets,
          ...(isOpen ? [] : secretsOf(live).map(pathText)),
        ],
      });
    },
  };
}
