/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import type { Connections } from "../../core/connections";
import { eachOnce } from "../../core/connections";
import { createOnce } from "../../core/once";
import type { Found, StackResource } from "../../core/drift-report";
import { serverOf } from "../../core/scope";
import { messageOf } from "../../errors";
import { decode } from "../../dynamic/form";
import { canonicalJson, groupBy, pick } from "../../json";
import { kindNamed } from "../../kinds";
import { VERSION } from "../../version";
import type { Comparison, DriftReport, NotCompared, StackObject } from "./report";
import { reportOf } from "./report";
import type { StackState } from "./state";

/** What was found about an object or a place, or why its resources were not compared. */
type Result = Found & Partial<Pick<Comparison, "compared" | "notCompared">>;

/** @throws Error if nothing could be read */
export async function compareState(
  { stack, resources }: StackState,
  connections: Connections,
  showSecrets: boolean,
): Promise<DriftReport> {
  // Lists of this comparison.
  const listing = eachOnce((name) => ({ ...connections(name), once: createOnce() }));
  const all = resources.map((resource) => comparedOf(resource, listing, showSecrets));
  const objects = await Promise.all(
    all.flatMap(({ compared, drift, items }) =>
      items.map(async (item) => {
        const { urn, id } = compared.resource;
        const object = { urn, id: drift.idOf?.(item) ?? id };
        const compare = async (): Promise<Result> => ({ ...(await drift.compare(item)), compared: [object] });
        return orNotCompared([object], compare());
      }),
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
      const owners = group.map(({ compared: { resource } }) => pick(resource, ["urn", "id"]));
      return orNotCompared(owners, find(items, [first, ...others]));
    }),
  );
  const results: readonly Result[] = [...objects, ...neighbours];
  const servers = all.map(({ compared }) => compared.connection.settings.baseUrl);
  const at = new Date().toISOString();
  const generated = { at, stack, servers: [...new Set(servers)].sort(), package: VERSION };
  const listed = <T>(listOf: (result: Result) => readonly T[] | undefined): T[] =>
    results.flatMap((result) => listOf(result) ?? []);
  const report = reportOf(generated, {
    changed: listed(({ changed }) => changed),
    missing: listed(({ missing }) => missing),
    unmanaged: listed(({ unmanaged }) => unmanaged),
    duplicates: listed(({ duplicates }) => duplicates),
    unverifiable: listed(({ unverifiable }) => unverifiable),
    notTaken: listed(({ notTaken }) => notTaken),
    compared: listed(({ compared }) => compared),
    notCompared: notComparedIn(objects, neighbours),
  });
  const [unread] = report.notCompared;
  if (report.compared.length === 0 && unread !== undefined) throw new Error(unread.reason);
  return report;
}

/** What could not be read of the objects themselves, and what else could not be read in their place. */
function notComparedIn(objects: readonly Result[], places: readonly Result[]): NotCompared[] {
  const own = objects.flatMap(({ notCompared = [] }) => notCompared);
  const known = new Set(own.map(({ urn, reason }) => canonicalJson([urn, reason])));
  const others = places.flatMap(({ notCompared = [] }) => notCompared);
  return [...own, ...others.filter(({ urn, reason }) => !known.has(canonicalJson([urn, reason])))];
}

/** A comparison that fails concerns its objects alone. */
async function orNotCompared(objects: readonly StackObject[], work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => ({
    notCompared: objects.map((object) => ({ ...object, reason: messageOf(error) })),
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
      return decode(definition, outputsOf());
    } catch (cause) {
      throw new Error(`${urn}: its outputs in the state are damaged.`, { cause });
    }
  };
  const connection = connections(resource.connection);
  const compared = { resource, connection, showSecrets, stateIn };
  return { drift, compared, items: drift.items?.(compared) ?? [compared] };
}
