/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import type { Connections } from "../../core/connections";
import { createOnce } from "../../core/connections";
import type { Compared, DriftComparison, StackResource } from "../../core/drift-report";
import { isUnknown } from "../../unknowns";
import { stateFrom } from "../../dynamic/inputs";
import { groupBy } from "../../json";
import { KINDS } from "../../kinds";
import type { DriftReport } from "./report";
import { reportOf } from "./report";

/** @param progress is called after each object */
export async function compareState(
  resources: readonly StackResource[],
  connections: Connections,
  showSecrets: boolean,
  progress: () => void,
): Promise<DriftReport> {
  // Lists of this comparison.
  const once = createOnce();
  const listing: Connections = (name) =>
    once(`connection ${name}`, () => ({ ...connections(name), once: createOnce() }));
  const all = resources.map((resource) => {
    const { drift, compared } = comparedOf(resource, listing, showSecrets);
    return { drift, compared, items: drift.items?.(compared) ?? [compared] };
  });
  const objects = all.flatMap(({ drift, items }) => items.map((item) => ({ drift, item })));
  const found = await Promise.all(
    objects.map(async ({ drift, item }) => drift.compare(item).finally(progress)),
  );
  const others = await Promise.all(
    [...groupBy(all, ({ drift }) => drift.others)].flatMap(([find, group]) =>
      find === undefined
        ? []
        : [
            find(
              group.flatMap(({ items }) => items),
              group.map(({ compared }) => compared),
            ),
          ],
    ),
  );
  return reportOf(objects.length, {
    changed: found.flatMap(({ changed = [] }) => changed),
    missing: found.flatMap(({ missing = [] }) => missing),
    unverifiable: found.flatMap(({ unverifiable = [] }) => unverifiable),
    unmanaged: others.flatMap(({ unmanaged }) => unmanaged),
    duplicates: others.flatMap(({ duplicates }) => duplicates),
  });
}

function comparedOf(
  resource: StackResource,
  connections: Connections,
  showSecrets: boolean,
): { readonly drift: DriftComparison<unknown, unknown>; readonly compared: Compared<unknown> } {
  const { urn, outputs } = resource;
  const known = KINDS.find(({ definition }) => definition.kind === resource.kind);
  if (known === undefined) throw new Error(`${urn}: this version does not know its kind.`);
  const { connection } = outputs;
  const name = typeof connection === "string" && !isUnknown(connection) ? connection : undefined;
  const stateIn = (outputsOf: () => typeof outputs): unknown => {
    try {
      return stateFrom(known.definition, outputsOf());
    } catch (cause) {
      throw new Error(`${urn}: its outputs in the state are damaged.`, { cause });
    }
  };
  return {
    drift: known.drift,
    compared: { resource, connection: connections(name), showSecrets, stateIn },
  };
}
