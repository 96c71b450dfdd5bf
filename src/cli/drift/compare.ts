/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import type { Connections } from "../../core/connections";
import { createOnce, eachOnce } from "../../core/connections";
import type { Found, StackResource, Unread } from "../../core/drift-report";
import { messageOf } from "../../errors";
import { knownText } from "../../unknowns";
import { stateFrom } from "../../dynamic/inputs";
import { groupBy } from "../../json";
import { kindNamed } from "../../kinds";
import { VERSION } from "../../version";
import type { DriftReport } from "./report";
import { reportOf } from "./report";
import type { StackState } from "./state";

export interface StateComparison {
  /** About what could be read. */
  readonly report: DriftReport;
  /** The rest, by the reason. */
  readonly unread: ReadonlyMap<string, readonly Unread[]>;
}

/** @throws Error if nothing could be read */
export async function compareState(
  { stack, resources }: StackState,
  connections: Connections,
  showSecrets: boolean,
): Promise<StateComparison> {
  // Lists of this comparison.
  const listing = eachOnce((name) => ({ ...connections(name), once: createOnce() }));
  const all = resources.map((resource) => comparedOf(resource, listing, showSecrets));
  const objects = all.flatMap(({ compared, drift, items }) =>
    items.map((item) => ({ urn: compared.resource.urn, drift, item })),
  );
  const results = await Promise.all(
    objects.map(async ({ urn, drift, item }): Promise<Found & { readonly unread?: readonly Unread[] }> =>
      drift.compare(item).catch((error: unknown) => ({ unread: [{ urn, error }] })),
    ),
  );
  const groups = [...groupBy(all, ({ drift }) => drift.others)];
  const others = await Promise.all(
    groups.map(async ([find, group]) => {
      const [items, compared] = [group.flatMap((each) => each.items), group.map((each) => each.compared)];
      return find?.(items, compared);
    }),
  );
  const unread = [...results, ...others].flatMap((each) => each?.unread ?? []);
  const found = results.filter((each) => each.unread === undefined);
  if (found.length === 0 && unread.length > 0) throw unread[0]?.error;
  const servers = all.map(({ compared }) => compared.connection.settings.baseUrl);
  const at = new Date().toISOString();
  const generated = { at, stack, servers: [...new Set(servers)].sort(), package: VERSION };
  const report = reportOf(generated, found.length, {
    changed: found.flatMap(({ changed = [] }) => changed),
    missing: found.flatMap(({ missing = [] }) => missing),
    unverifiable: found.flatMap(({ unverifiable = [] }) => unverifiable),
    unmanaged: others.flatMap((each) => each?.unmanaged ?? []),
    duplicates: others.flatMap((each) => each?.duplicates ?? []),
  });
  return { report, unread: groupBy(unread, ({ error }) => messageOf(error)) };
}

/** A resource with its kind and its objects. */
function comparedOf(resource: StackResource, connections: Connections, showSecrets: boolean) {
  const { urn, outputs, kind } = resource;
  const known = kindNamed(kind);
  if (known === undefined) throw new Error(`${urn}: this version does not know its kind.`);
  const { definition, drift } = known;
  const stateIn = (outputsOf: () => typeof outputs) => {
    try {
      return stateFrom(definition, outputsOf());
    } catch (cause) {
      throw new Error(`${urn}: its outputs in the state are damaged.`, { cause });
    }
  };
  const connection = connections(knownText(outputs["connection"]));
  const compared = { resource, connection, showSecrets, stateIn };
  return { drift, compared, items: drift.items?.(compared) ?? [compared] };
}
