/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import type { Connections } from "../../core/connections";
import { eachOnce } from "../../core/connections";
import { createOnce } from "../../core/once";
import type { Compared, Found, StackResource } from "../../core/drift-report";
import { serverOf } from "../../core/scope";
import { messageOf } from "../../errors";
import { stateFrom } from "../../dynamic/inputs";
import { canonicalJson, groupBy } from "../../json";
import { kindNamed } from "../../kinds";
import { VERSION } from "../../version";
import type { DriftReport } from "./report";
import { reportOf } from "./report";
import type { StackState } from "./state";

/** A resource that could not be compared. */
interface Unread {
  readonly urn: string;
  readonly error: unknown;
}

/** What was found about an object or a place, or the resources that it belongs to. */
type Result = Found & { readonly unread?: readonly Unread[] };

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
  const objects = await Promise.all(
    all.flatMap(({ compared, drift, items }) =>
      items.map(async (item) => settled([compared], drift.compare(item))),
    ),
  );
  // Two connections may lead to the same service.
  const places = groupBy(all, ({ compared: { connection, resource }, drift }) =>
    canonicalJson([serverOf(connection.settings), drift.neighbours?.placeOf(resource)]),
  );
  const neighbours = await Promise.all(
    [...places.values()].map(async (group) => {
      const [first, ...others] = group.map(({ compared }) => compared);
      const find = group[0]?.drift.neighbours?.find;
      if (first === undefined || find === undefined) return {};
      const items = group.flatMap((each) => each.items);
      return settled([first, ...others], find(items, [first, ...others]));
    }),
  );
  const results: readonly Result[] = [...objects, ...neighbours];
  const unread = results.flatMap((each) => each.unread ?? []);
  const managed = objects.filter((each) => each.unread === undefined).length;
  if (managed === 0 && unread.length > 0) throw unread[0]?.error;
  const servers = all.map(({ compared }) => compared.connection.settings.baseUrl);
  const at = new Date().toISOString();
  const generated = { at, stack, servers: [...new Set(servers)].sort(), package: VERSION };
  const report = reportOf(generated, managed, {
    changed: results.flatMap(({ changed = [] }) => changed),
    missing: results.flatMap(({ missing = [] }) => missing),
    unmanaged: results.flatMap(({ unmanaged = [] }) => unmanaged),
    duplicates: results.flatMap(({ duplicates = [] }) => duplicates),
    unverifiable: results.flatMap(({ unverifiable = [] }) => unverifiable),
    notTaken: results.flatMap(({ notTaken = [] }) => notTaken),
  });
  return { report, unread: groupBy(unread, ({ error }) => messageOf(error)) };
}

/** A comparison that fails concerns its resources alone. */
async function settled(resources: readonly Compared<unknown>[], work: Promise<Found>): Promise<Result> {
  return work.catch((error: unknown) => ({
    unread: resources.map(({ resource: { urn } }) => ({ urn, error })),
  }));
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
  const connection = connections(resource.connection);
  const compared = { resource, connection, showSecrets, stateIn };
  return { drift, compared, items: drift.items?.(compared) ?? [compared] };
}
