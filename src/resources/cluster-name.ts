/** ClusterName: the display name of a discovered cluster (specification 2.3, 4.3). */

import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Cluster } from "../api/clusters";
import { getCluster, listClusters, renameCluster } from "../api/clusters";
import type { Link } from "../api/common";
import { computed, secretTexts } from "../core/arguments";
import type { Behaviour, Context, State } from "../core/behaviour";
import { PartialWriteError } from "../core/behaviour";
import { batchedReads } from "../core/batched-reads";
import { claim } from "../core/claims";
import { error } from "../core/problems";
import { perConnection } from "../core/per-connection";
import { joinId, splitId } from "../core/resource-id";
import { thinProvider } from "../core/thin-provider";
import { isUnknown } from "../core/unknowns";
import { isApiError, isUnknownOutcome } from "../errors";
import type { PlainObject } from "../json";
import { jsonEqual, pick } from "../json";

/** Arguments of {@link ClusterName}. */
export interface ClusterNameArgs {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The id of the cluster, which must be of type SHARDED or SHARDED_REPLICA_SET. A change replaces the resource. */
  clusterId: pulumi.Input<string>;
  /** The name that the cluster shall have. */
  clusterName: pulumi.Input<string>;
  /** Whether destroying gives the cluster the name back that it had before. @default false */
  restoreOnDelete?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one. A change replaces the resource. */
  connection?: string | undefined;
}

const filled = z.string().min(1, "must not be empty");

const shape = z.strictObject({
  projectId: filled,
  clusterId: filled,
  clusterName: filled,
  restoreOnDelete: z.boolean().optional(),
});

const INPUT_NAMES = Object.keys(shape.shape);
const COMPUTED = [
  "typeName",
  "groupId",
  "replicaSetName",
  "shardName",
  "lastHeartbeat",
  "links",
  "previousName",
  "__written",
] as const;

/** The types that the service lets be renamed (specification 4.3). */
const RENAMABLE: ReadonlySet<string> = new Set(["SHARDED", "SHARDED_REPLICA_SET"]);

/** @internal */
export const clusterName: Behaviour = {
  kind: "ClusterName",
  shape,
  inputNames: INPUT_NAMES,
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

  sameMeaning: (a, b) => jsonEqual(pick(a, INPUT_NAMES), pick(b, INPUT_NAMES)),

  async create(context, inputs) {
    const { projectId, clusterId, clusterName: name } = inputs as Record<string, string>;
    const id = joinId(projectId as string, clusterId as string);
    const live = await renamableCluster(context, projectId as string, clusterId as string);
    const made = { ...inputs, previousName: live.clusterName, __written: name };
    const renamed = await named(context, live, id, name as string, made);
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
    const renamed = await named(context, live, id, news["clusterName"] as string, made);
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
    await renameCluster(context.api, projectId, clusterId, previousName);
    reads(context.api, projectId).invalidate();
  },
};

/** The clusters of a project. */
const reads = perConnection((api, projectId) =>
  batchedReads<Cluster>({
    list: async () => listClusters(api, projectId),
    get: async (id) => getCluster(api, projectId, id),
    idOf: ({ id }) => id,
  }),
);

interface Ids {
  readonly projectId: string;
  readonly clusterId: string;
}

/** Why a cluster cannot be renamed. */
function whyNot(live: Cluster | undefined, { projectId, clusterId }: Ids): string | undefined {
  if (live === undefined) return `the project ${projectId} has no cluster ${clusterId}`;
  if (live.typeName === undefined || RENAMABLE.has(live.typeName)) return undefined;
  return (
    `the cluster ${clusterId} (${JSON.stringify(live.clusterName)}) is of type ${live.typeName}; ` +
    `the service renames only ${[...RENAMABLE].join(" and ")}`
  );
}

async function renamableCluster({ api }: Context, projectId: string, clusterId: string): Promise<Cluster> {
  const live = await getCluster(api, projectId, clusterId);
  const reason = whyNot(live, { projectId, clusterId });
  if (live === undefined || reason !== undefined)
    throw new Error(`clusterId: ${reason}; nothing was written.`);
  return live;
}

/** How often, and after which pauses, the service is asked whether it shows a new name already. */
const LOOKS = 5;
const PAUSE_MS = 1_000;

/**
 * Gives the cluster its name, unless it has it, and waits until the service shows it: else the next refresh would see
 * drift. @param made what the state must hold if the outcome stays unknown: the name that the cluster had before
 */
async function named(
  context: Context,
  live: Cluster,
  id: string,
  name: string,
  made: State,
): Promise<Cluster> {
  if (live.clusterName === name) return live;
  const { projectId } = splitId(id, "<projectId>/<clusterId>");
  let renamed = live;
  try {
    renamed = await renameCluster(context.api, projectId, live.id, name);
  } catch (failure) {
    if (isApiError(failure) && failure.errorCode === "NOT_SHARDED") {
      throw new Error(
        `clusterId: the service renames only ${[...RENAMABLE].join(" and ")} (${failure.message})`,
        {
          cause: failure,
        },
      );
    }
    if (!isUnknownOutcome(failure)) throw failure;
    const shown = await shownName(context, projectId, live.id);
    if (shown?.clusterName !== name) {
      throw new PartialWriteError(
        failure.message,
        id,
        { ...made, ...serviceFields(live) },
        { cause: failure },
      );
    }
  } finally {
    reads(context.api, projectId).invalidate();
  }
  for (let look = 1; look <= LOOKS; look++) {
    const shown = await shownName(context, projectId, live.id);
    if (shown?.clusterName === name) return shown;
    await context.pause(PAUSE_MS);
  }
  context.say(
    `The service took the name ${JSON.stringify(name)} for the cluster ${live.id}, but still shows the old one; a refresh may call that drift.`,
  );
  return renamed;
}

/** After a write a failing read is no failure of the write. */
async function shownName(
  { api }: Context,
  projectId: string,
  clusterId: string,
): Promise<Cluster | undefined> {
  try {
    return await getCluster(api, projectId, clusterId);
  } catch {
    return undefined;
  }
}

/** What the state keeps through repairs and refreshes. */
function kept(state: State, live: Cluster): PlainObject {
  return { previousName: state["previousName"] ?? live.clusterName, ...pick(state, ["__written"]) };
}

function serviceFields(live: Cluster): PlainObject {
  return { ...pick({ ...live }, COMPUTED), links: live.links ?? [] };
}

/** The name of a discovered cluster. Destroying it forgets it, or gives the previous name back with `restoreOnDelete`. */
export class ClusterName extends pulumi.dynamic.Resource {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly clusterId: pulumi.Output<string>;
  declare readonly clusterName: pulumi.Output<string>;
  declare readonly restoreOnDelete: pulumi.Output<boolean>;
  declare readonly connection: pulumi.Output<string | undefined>;
  /** `SHARDED` or `SHARDED_REPLICA_SET`. */
  declare readonly typeName: pulumi.Output<string | undefined>;
  declare readonly groupId: pulumi.Output<string | undefined>;
  declare readonly replicaSetName: pulumi.Output<string | undefined>;
  declare readonly shardName: pulumi.Output<string | undefined>;
  /** ISO 8601 in UTC, as of our last write or of a refresh that found a change. */
  declare readonly lastHeartbeat: pulumi.Output<string | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** The name that the cluster had before it was first managed. */
  declare readonly previousName: pulumi.Output<string>;

  /** @param args `projectId`, `clusterId` and `clusterName` are required. */
  constructor(name: string, args: ClusterNameArgs, options?: pulumi.CustomResourceOptions) {
    super(
      thinProvider("ClusterName"),
      name,
      {
        ...computed(COMPUTED),
        __secrets: secretTexts(args),
        ...computed(INPUT_NAMES),
        ...args,
      },
      options,
      "opsmanager",
      "ClusterName",
    );
    if (options?.id === undefined)
      claim(name, "name of the cluster", [args.projectId, args.clusterId], args.connection);
  }

  /** Looks up an existing cluster, which stays unmanaged. @param id `<projectId>/<clusterId>` */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: { connection?: string } & pulumi.CustomResourceOptions,
  ): ClusterName {
    const { connection, ...rest } = options ?? {};
    return new ClusterName(name, { connection } as ClusterNameArgs, { ...rest, id });
  }
}
