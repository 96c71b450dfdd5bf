/** What it means to give a discovered cluster a name, and to forget it (specification 2.3, 4.3). */

import { z } from "zod";
import type { Cluster } from "../../api/clusters";
import { getCluster } from "../../api/clusters";
import type { Behaviour, State } from "../../core/behaviour";
import { error } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { isUnknown } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { jsonEqual, pick } from "../../json";
import { ARGUMENT_NAMES, COMPUTED } from "./names";
import { named, reads, renamableCluster, rename, serviceFields, whyNot } from "./renaming";

const filled = z.string().min(1, "must not be empty");

const shape = z.strictObject({
  projectId: filled,
  clusterId: filled,
  clusterName: filled,
  restoreOnDelete: z.boolean().optional(),
} satisfies Record<(typeof ARGUMENT_NAMES)[number], z.ZodType>);

export const clusterName: Behaviour = {
  kind: "ClusterName",
  shape,
  inputNames: ARGUMENT_NAMES,
  replaceOn: ["projectId", "clusterId"],

  normalize: (inputs) => ({ restoreOnDelete: false, ...inputs }),

  async problems(args, context) {
    const { projectId, clusterId } = args;
    const known = [projectId, clusterId].every(
      (value) => typeof value === "string" && value !== "" && !isUnknown(value),
    );
    if (!context.settings.onlineChecks || !known) return [];
    const ids = { projectId: projectId as string, clusterId: clusterId as string };
    const reason = whyNot(await getCluster(context.api, ids.projectId, ids.clusterId), ids);
    return reason === undefined ? [] : [error(["clusterId"], reason)];
  },

  sameMeaning: (a, b) => jsonEqual(pick(a, ARGUMENT_NAMES), pick(b, ARGUMENT_NAMES)),

  async create(context, inputs) {
    const { projectId, clusterId, clusterName: name } = inputs as Record<string, string>;
    const id = joinId(projectId as string, clusterId as string);
    const live = await renamableCluster(context, projectId as string, clusterId as string);
    const made = { ...inputs, previousName: live.clusterName, __written: name };
    const renamed = await named(context, projectId as string, live, name as string, made);
    return { id, outputs: { ...made, ...serviceFields(renamed) } };
  },

  async read(context, id, state) {
    const { projectId, id: clusterId } = splitId(id, "<projectId>/<clusterId>");
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
    const { projectId, id: clusterId } = splitId(id, "<projectId>/<clusterId>");
    // A change of a flag alone needs no request.
    if (olds["clusterName"] === news["clusterName"]) {
      return { ...news, ...pick(olds, COMPUTED), __written: news["clusterName"] };
    }
    const live = await renamableCluster(context, projectId, clusterId);
    const made = { ...news, ...kept(olds, live), __written: news["clusterName"] };
    const renamed = await named(context, projectId, live, news["clusterName"] as string, made);
    return { ...made, ...serviceFields(renamed) };
  },

  async delete(context, id, state) {
    const { projectId, id: clusterId } = splitId(id, "<projectId>/<clusterId>");
    const { restoreOnDelete, previousName } = state as State & { previousName?: string };
    // What a refresh found is not ours: only what we wrote is.
    const ours = state["__written"] ?? state["clusterName"];
    if (restoreOnDelete !== true || previousName === undefined || previousName === ours) return;
    const live = await getCluster(context.api, projectId, clusterId);
    if (live === undefined) return;
    if (live.clusterName !== ours) {
      context.say(
        `The cluster ${id} is called ${JSON.stringify(live.clusterName)} and not ${JSON.stringify(ours)} any more; its name was left as it is.`,
      );
      return;
    }
    await rename(context.api, projectId, clusterId, previousName);
  },
};

/** What the state keeps through repairs and refreshes. */
function kept(state: State, live: Cluster): PlainObject {
  return { previousName: state["previousName"] ?? live.clusterName, ...pick(state, ["__written"]) };
}
