/** How the name of a discovered cluster is set, read and left in place. */

import type { Cluster } from "../../api/clusters";
import { CLUSTER } from "../../fields/cluster";
import { getCluster } from "../../api/clusters";
import { isUnknownOutcome } from "../../errors";
import { AS_DECLARED, existing, importRefusal, notThere, objectText } from "../../core/converge";
import type { CommonArgs, Context, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT, PartialWriteError } from "../../core/definition";
import { maybeNotTaken, notTakenIn } from "../../core/not-taken";
import { argumentsOf } from "../../core/description";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import { rowsOf } from "../../core/rows";
import { differenceText, error as problem } from "../../core/problems";
import { isUnknown } from "../../unknowns";
import { jsonEqual, pick } from "../../json";
import { CLUSTER_NAME_DESCRIPTION } from "./description";
import type { ClusterIds } from "./requests";
import { findRenamable, getRenamable, ID, readsOf, rename, shownCluster, whenShown } from "./requests";

const NAME = pick(CLUSTER, ["clusterName"]);
const WHAT = CLUSTER_NAME_DESCRIPTION.what;
const INPUT_NAMES = Object.keys(argumentsOf(CLUSTER_NAME_DESCRIPTION)) as (keyof ClusterArgs)[];
const OUTPUT_NAMES = Object.keys(CLUSTER_NAME_DESCRIPTION.outputs) as (keyof Cluster)[];

export interface ClusterArgs extends CommonArgs, ClusterIds {
  readonly clusterName: string;
  readonly restoreOnDelete?: boolean | undefined;
}

interface Service extends Omit<Cluster, "id" | "clusterName"> {
  /** The name before the cluster was first managed. */
  readonly previousName?: string | undefined;
}

interface Kept {
  /** The name of our last write. */
  readonly written?: string | undefined;
  /** The name of a write whose outcome is unknown. */
  readonly attempted?: string | undefined;
}

export type ClusterState = PlainState<ClusterArgs, Service, Kept>;

export const clusterName: ResourceDefinition<ClusterArgs, ClusterState> = {
  ...CLUSTER_NAME_DESCRIPTION,
  ...plainForm(CLUSTER_NAME_DESCRIPTION),

  validate: ID.validate,

  claims(args) {
    const id = ID.known(args);
    return id === undefined ? undefined : { id, adopts: true, argument: "clusterId", mustExist: true };
  },

  /** A cluster always exists before its resource: a preview shows whether it can be renamed, and its present name. */
  async preview(context, olds, news) {
    const id = ID.known(news);
    const naming = ["projectId", "clusterId", "clusterName"] as const;
    const isChanged = olds === undefined || naming.some((name) => olds[name] !== news[name]);
    if (id === undefined || (!isChanged && context.settings.onlineChecks !== true)) return NOTHING_TO_REPORT;
    const live = await findRenamable(context, news);
    if (typeof live === "string") return { problems: [problem(["clusterId"], live)], notes: [] };
    const refusal = refuseImport(context, olds === undefined ? news : { ...news, import: undefined }, live);
    if (refusal !== undefined) return { problems: [problem([], refusal)], notes: [] };
    const changes = nameChanges(live, news);
    // The engine itself shows the name in the state as the old one.
    const isNews = changes.length > 0 && live.clusterName !== olds?.clusterName;
    return {
      problems: [],
      notes: isNews ? [`Renames the ${objectText(context, "cluster", id)}: ${changes.join()}.`] : [],
    };
  },

  async checkMoved({ api }, id) {
    const { projectId, clusterId } = ID.split(id);
    const live = await getCluster(api, projectId, clusterId);
    return live === undefined ? notThere("cluster", id, "for another cluster change clusterId") : undefined;
  },

  sameMeaning: (a, b) => jsonEqual(pick(a, INPUT_NAMES), pick(b, INPUT_NAMES)),

  async create(context, args) {
    const live = await getRenamable(context, args);
    const refusal = refuseImport(context, args, live);
    if (refusal !== undefined) throw new Error(refusal);
    // A name that the program marks as secret would stand in clear under another key.
    const isSecret = context.filter(live.clusterName) !== live.clusterName;
    const previousName = isSecret ? undefined : live.clusterName;
    return { id: ID.idOf(args), state: await renameTo(context, args, live, { previousName }) };
  },

  async read(context, id, state) {
    const { projectId, clusterId } = ID.split(id);
    const live = await readsOf(context, projectId).read(clusterId);
    if (live === undefined) return undefined;
    // A new heartbeat alone is not a change. After a failed write the engine holds the declared name, and needs that of the service.
    const isAsWritten = state?.kept.attempted === undefined && state?.notTaken === undefined;
    if (state?.args.clusterName === live.clusterName && isAsWritten) return state;
    return {
      args: { ...state?.args, projectId, clusterId, clusterName: live.clusterName },
      service: serviceOf(live, state?.service.previousName ?? live.clusterName),
      kept: state?.kept ?? {},
    };
  },

  async update(context, id, olds, news) {
    // A change of a flag alone needs no request.
    const isAsWritten = olds.kept.attempted === undefined && olds.notTaken === undefined;
    if (olds.args.clusterName === news.clusterName && isAsWritten) {
      return { ...olds, args: news, kept: { written: news.clusterName } };
    }
    const live = await getRenamable(context, ID.split(id));
    const { previousName = live.clusterName } = olds.service;
    return renameTo(context, news, live, { previousName, written: olds.kept.written });
  },

  async delete(context, id, { args, service: { previousName }, kept }) {
    // A name that a refresh found is not ours.
    const ours = [kept.written, kept.attempted].filter((name) => name !== undefined);
    const wasRenamed = ours.some((name) => name !== previousName);
    if (args.restoreOnDelete !== true || previousName === undefined || !wasRenamed) return;
    const ids = ID.split(id);
    const live = await getCluster(context.api, ids.projectId, ids.clusterId);
    if (live === undefined || live.clusterName === previousName) return;
    if (ours.includes(live.clusterName)) {
      await rename(context, ids, previousName);
      return;
    }
    // Without the names: the program may have marked them as secret, which a deletion cannot know.
    context.say(`The cluster ${id} was renamed outside of this program: its name was left as it is.`);
  },
};

/** The changes of a rename, one line each. */
function nameChanges(live: Cluster, { clusterName: name }: ClusterArgs): string[] {
  if (isUnknown(name) || live.clusterName === name) return [];
  return [differenceText({ path: ["clusterName"], before: live.clusterName, after: name })];
}

function refuseImport(context: Context, args: ClusterArgs, live: Cluster): string | undefined {
  const changes = nameChanges(live, args);
  const comparison = { ...AS_DECLARED, same: changes.length === 0, changes };
  const found = existing(context, WHAT, ID.idOf(args), args, comparison);
  return importRefusal(found, "omit the option import, so that the create renames it");
}

/** Renames the cluster unless it has the name, and returns the state after it. @param known of the state before it */
async function renameTo(
  context: Context,
  args: ClusterArgs,
  live: Cluster,
  { previousName, written }: Pick<Service, "previousName"> & Kept,
) {
  const name = args.clusterName;
  const stateWith = (cluster: Cluster): ClusterState => ({
    args,
    service: serviceOf(cluster, previousName),
    kept: { written: name },
    ...maybeNotTaken(notTakenIn(rowsOf(NAME, { declared: args, expected: cluster, live: cluster }))),
  });
  if (live.clusterName === name) return stateWith(live);
  let renamed = live;
  try {
    renamed = await rename(context, args, name);
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    const shown = (await shownCluster(context, args)) ?? live;
    if (shown.clusterName !== name) {
      // The state has the name that the service shows, so that the next update renames the cluster.
      const state: ClusterState = {
        args: { ...args, clusterName: shown.clusterName },
        service: serviceOf(live, previousName),
        kept: { written, attempted: name },
      };
      throw new PartialWriteError(error.message, ID.idOf(args), state, { cause: error });
    }
  }
  return stateWith(await whenShown(context, args, renamed, name));
}

export function serviceOf(live: Cluster, previousName: string | undefined): Service {
  return { ...pick({ links: [], ...live }, OUTPUT_NAMES), previousName };
}
