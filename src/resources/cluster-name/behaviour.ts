/** What it means to give a discovered cluster a name, and to forget it (specification 2.3, 4.3). */

import { z } from "zod";
import type { Cluster } from "../../api/clusters";
import { getCluster } from "../../api/clusters";
import type { Behaviour, State } from "../../core/behaviour";
import { differences, differenceText } from "../../core/differences";
import { IMPORT, importRefusal } from "../../core/importing";
import { error } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { isUnknown, knownText } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { jsonEqual, pick } from "../../json";
import { ARGUMENT_NAMES, COMPUTED } from "./names";
import type { Ids } from "./renaming";
import { lookAt, named, reads, renamableCluster, rename, serviceFields } from "./renaming";

const ID_FORM = "<projectId>/<clusterId>";
const WHAT = "name of the cluster";

const filled = z.string().min(1, "must not be empty");

const shape = z.strictObject({
  projectId: filled,
  clusterId: filled,
  clusterName: filled,
  restoreOnDelete: z.boolean().optional(),
} satisfies Record<(typeof ARGUMENT_NAMES)[number], z.ZodType>);

export const clusterName: Behaviour = {
  kind: "ClusterName",
  what: WHAT,
  hasServiceIds: true,
  shape,
  inputNames: [...ARGUMENT_NAMES, IMPORT],
  replaceOn: ["projectId", "clusterId"],

  argumentsOf: ({ [IMPORT]: _, ...args }) => args,

  normalize: (inputs) => ({ restoreOnDelete: false, ...inputs }),

  importProblem(inputs) {
    const ids = idsOf(inputs);
    splitId(inputs[IMPORT] as string, ID_FORM);
    if (ids === undefined || inputs[IMPORT] === joinId(ids.projectId, ids.clusterId)) return undefined;
    return `must be ${joinId(ids.projectId, ids.clusterId)}, the projectId and clusterId of the arguments`;
  },

  claims(inputs) {
    const ids = idsOf(inputs);
    return ids && { id: joinId(ids.projectId, ids.clusterId), adopts: true };
  },

  /** A cluster always exists before its resource: what is renamed, and whether it can be, is shown before it happens. */
  async preview({ api, settings }, olds, inputs) {
    const ids = idsOf(inputs);
    const isChanged = olds === undefined || NAMING.some((name) => olds[name] !== inputs[name]);
    if (ids === undefined || (!isChanged && settings.onlineChecks !== true))
      return { problems: [], notes: [] };
    const { live, reason } = await lookAt(api, ids);
    if (live === undefined || reason !== undefined) {
      return { problems: [error(["clusterId"], String(reason))], notes: [] };
    }
    const changes = nameChanges(live, inputs);
    const id = joinId(ids.projectId, ids.clusterId);
    const isImport = olds === undefined && inputs[IMPORT] !== undefined;
    const refusal = importRefusal({ what: WHAT, id, isImport, same: changes.length === 0, changes });
    if (refusal !== undefined) return { problems: [error([], refusal)], notes: [] };
    // What the state says is shown as old by the engine itself.
    const isNews = changes.length > 0 && live.clusterName !== olds?.["clusterName"];
    return { problems: [], notes: isNews ? [`Renames the cluster ${id}: ${changes.join()}.`] : [] };
  },

  async moved({ api }, id) {
    const { projectId, id: clusterId } = splitId(id, ID_FORM);
    if ((await getCluster(api, projectId, clusterId)) !== undefined) return undefined;
    return (
      `connection: the service that it leads to has no cluster ${id}. A changed connection must lead to the same service; for ` +
      "another cluster change clusterId. Nothing was written."
    );
  },

  sameMeaning: (a, b) => jsonEqual(pick(a, ARGUMENT_NAMES), pick(b, ARGUMENT_NAMES)),

  async create(context, inputs) {
    const { [IMPORT]: imported, ...declared } = inputs;
    const { projectId, clusterId, clusterName: name } = declared as unknown as Ids & { clusterName: string };
    const id = joinId(projectId, clusterId);
    const live = await renamableCluster(context, { projectId, clusterId });
    const changes = nameChanges(live, inputs);
    const refusal = importRefusal({
      what: WHAT,
      id,
      isImport: imported !== undefined,
      same: changes.length === 0,
      changes,
    });
    if (refusal !== undefined) throw new Error(refusal);
    // A name that the program marks as secret is hidden under its own name only.
    const previousName = context.filter(live.clusterName) === live.clusterName ? live.clusterName : undefined;
    const renamed = await named(context, projectId, live, name, { ...declared, previousName });
    return { id, outputs: { ...declared, previousName, __written: name, ...serviceFields(renamed) } };
  },

  async read(context, id, state) {
    const { projectId, id: clusterId } = splitId(id, ID_FORM);
    const live = await reads(context.api, projectId).read(clusterId);
    if (live === undefined) return undefined;
    const inputs = {
      restoreOnDelete: false,
      ...pick(state, ["restoreOnDelete", "connection"]),
      projectId,
      clusterId,
      clusterName: live.clusterName,
    };
    // A heartbeat by itself is no change, and shows no difference.
    const unchanged = live.clusterName === state["clusterName"];
    const made = unchanged ? pick(state, COMPUTED) : serviceFields(live);
    return {
      inputs,
      outputs: { ...inputs, ...made, ...kept(state, live) },
    };
  },

  async update(context, id, olds, news) {
    const { projectId, id: clusterId } = splitId(id, ID_FORM);
    const { [IMPORT]: _, ...declared } = news;
    const name = news["clusterName"] as string;
    // A change of a flag alone needs no request.
    if (olds["clusterName"] === name && olds["__attempted"] === undefined) {
      return { ...declared, ...pick(olds, COMPUTED), __written: name };
    }
    const live = await renamableCluster(context, { projectId, clusterId });
    const { __attempted: _attempted, ...known } = kept(olds, live);
    const renamed = await named(context, projectId, live, name, { ...declared, ...known });
    return { ...declared, ...known, __written: name, ...serviceFields(renamed) };
  },

  async delete(context, id, state) {
    const { projectId, id: clusterId } = splitId(id, ID_FORM);
    const { restoreOnDelete, previousName } = state as State & { previousName?: string };
    // What a refresh found is not ours: only what we wrote is, or may have written.
    const ours = [state["__written"], state["__attempted"]].filter((name) => name !== undefined);
    const isNeverRenamed = ours.every((name) => name === previousName);
    if (restoreOnDelete !== true || previousName === undefined || isNeverRenamed) return;
    const live = await getCluster(context.api, projectId, clusterId);
    if (live === undefined || live.clusterName === previousName) return;
    if (!ours.includes(live.clusterName)) {
      // Without the names: the program may have marked them as secret, which a deletion cannot know.
      context.say(`The cluster ${id} was renamed outside of this program: its name was left as it is.`);
      return;
    }
    await rename(context.api, projectId, clusterId, previousName);
  },
};

/** The arguments that decide which cluster is called how. */
const NAMING = ["projectId", "clusterId", "clusterName"];

function idsOf({ projectId, clusterId }: PlainObject): Ids | undefined {
  const ids = { projectId: knownText(projectId), clusterId: knownText(clusterId) };
  return ids.projectId === undefined || ids.clusterId === undefined ? undefined : (ids as Ids);
}

/** What a rename would change of a live cluster. */
function nameChanges(live: Cluster, { clusterName: name }: PlainObject): string[] {
  if (isUnknown(name) || live.clusterName === name) return [];
  return differences({ clusterName: live.clusterName }, { clusterName: name }).map(differenceText);
}

/** What the state keeps through repairs and refreshes. */
function kept(state: State, live: Cluster): PlainObject {
  return {
    previousName: state["previousName"] ?? live.clusterName,
    ...pick(state, ["__written", "__attempted"]),
  };
}
