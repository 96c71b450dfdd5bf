/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import { getAlertConfig, listAlertConfigs } from "../../api/alert-configs";
import { getCluster, listClusters } from "../../api/clusters";
import { getOplogS3Config, listOplogS3Configs } from "../../api/oplog-s3-configs";
import type { Connection, Connections } from "../../core/connections";
import type { Difference } from "../../core/differences";
import { stateFrom } from "../../core/lifecycle";
import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { containsUnknown, isUnknown } from "../../core/unknowns";
import type { AlertConfig, AlertConfigBody } from "../../fields/alert-config";
import { groupBy, omit } from "../../json";
import { alertConfig } from "../../resources/alert-config/definition";
import { argsOfLive, driftOf, secretsOnService } from "../../resources/alert-config/drift";
import type { AlertArgs, AlertState } from "../../resources/alert-config/encoding";
import { FIELDS, openAlert } from "../../resources/alert-config/encoding";
import { likenessOf } from "../../resources/alert-config/existing";
import { alertConfigSet } from "../../resources/alert-config-set/definition";
import { managedIds } from "../../resources/alert-config-set/operations";
import { clusterName } from "../../resources/cluster-name/definition";
import { OPEN_STORE_FIELDS, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import { oplogS3Config } from "../../resources/oplog-s3-config/definition";
import { driftOf as storeDriftOf } from "../../resources/oplog-s3-config/drift";
import { existingStore } from "../../resources/oplog-s3-config/existing";
import { versionManifest } from "../../resources/version-manifest/definition";
import { describeDrift } from "../../resources/version-manifest/comparison";
import { fetchOutline } from "../../resources/version-manifest/source";
import type { DriftReport, Findings } from "./report";
import { reportOf, SECRET } from "./report";
import type { StackResource } from "./state";

/** A resource of the state with its connection. */
interface Compared {
  readonly resource: StackResource;
  readonly connection: Connection;
  /** Whether secrets in the state may be compared. */
  readonly showSecrets: boolean;
}

/** An alert configuration of a resource or a set. */
interface ComparedAlert extends Compared {
  readonly projectId: string;
  readonly alertConfigId: string;
  /** Where a set has it; empty for a single resource. */
  readonly prefix: Path;
  /** `undefined` if its content is not known. */
  readonly state: AlertState | undefined;
}

/** What is found of one object. */
type Found = Partial<Pick<Findings, "changed" | "missing" | "unverifiable">>;

/** @param progress is called after each list */
export async function compareState(
  resources: readonly StackResource[],
  connections: Connections,
  showSecrets: boolean,
  progress: () => void,
): Promise<DriftReport> {
  const all = resources.map((resource): Compared => {
    const { connection } = resource.outputs;
    const name = typeof connection === "string" && !isUnknown(connection) ? connection : undefined;
    return { resource, connection: connections(name), showSecrets };
  });
  const ofKind = (kind: string): Compared[] => all.filter(({ resource }) => resource.kind === kind);
  const alerts = [...ofKind("AlertConfig").map(alertIn), ...ofKind("AlertConfigSet").flatMap(membersIn)];
  const projects = await Promise.all(
    projectsOf(alerts, ofKind("AlertConfigSet")).map(async (project) => {
      const findingsThere = await compareProject(project);
      progress();
      return findingsThere;
    }),
  );
  const others = await Promise.all([
    ...ofKind("ClusterName").map(compareCluster),
    ...ofKind("OplogS3Config").map(compareStore),
    ...ofKind("VersionManifest").map(compareManifest),
  ]);
  const found = [...projects, ...others];
  return reportOf(alerts.length + others.length, {
    changed: found.flatMap(({ changed = [] }) => changed),
    missing: found.flatMap(({ missing = [] }) => missing),
    unmanaged: projects.flatMap(({ unmanaged }) => unmanaged),
    duplicates: projects.flatMap(({ duplicates }) => duplicates),
    unverifiable: found.flatMap(({ unverifiable = [] }) => unverifiable),
  });
}

function alertIn(compared: Compared): ComparedAlert {
  const { id, outputs } = compared.resource;
  const { projectId, id: alertConfigId } = splitId(id, "<projectId>/<alertConfigId>");
  const state = stateFrom(alertConfig, withoutUnknown(outputs, ["notificationSecrets", "__written"]));
  return { ...compared, projectId, alertConfigId, prefix: [], state };
}

function membersIn(compared: Compared): ComparedAlert[] {
  const { id, outputs } = compared.resource;
  const { projectId } = splitId(id, "<projectId>/<name>");
  const { members } = stateFrom(alertConfigSet, withoutUnknown(outputs, ["alertConfigSecrets", "__written"]));
  return [...members].map(([name, member]) => ({
    ...compared,
    projectId,
    alertConfigId: member.id,
    prefix: ["alertConfigs", name],
    state: member.alert,
  }));
}

function withoutUnknown(
  outputs: StackResource["outputs"],
  names: readonly string[],
): StackResource["outputs"] {
  return omit(
    outputs,
    names.filter((name) => isUnknown(outputs[name])),
  );
}

/** The alert configurations of the state in a project, and what sets leave to others there. */
interface ComparedProject {
  readonly projectId: string;
  readonly connection: Connection;
  readonly alerts: readonly ComparedAlert[];
  readonly excepted: ReadonlySet<string>;
}

function projectsOf(alerts: readonly ComparedAlert[], sets: readonly Compared[]): ComparedProject[] {
  const places = [
    ...alerts.map(({ connection, projectId }) => ({ connection, projectId })),
    ...sets.map(({ connection, resource }) => ({ connection, projectId: resource.id.split("/")[0] ?? "" })),
  ];
  const connections = [...groupBy(places, ({ connection }) => connection)];
  return connections.flatMap(([connection, there]) =>
    [...new Set(there.map(({ projectId }) => projectId))].map((projectId) => ({
      projectId,
      connection,
      alerts: alerts.filter((alert) => alert.connection === connection && alert.projectId === projectId),
      excepted: new Set(
        sets
          .filter(
            ({ connection: its, resource }) => its === connection && resource.id.startsWith(`${projectId}/`),
          )
          .flatMap(({ resource }) => [...managedIds(resource.outputs, new Map())]),
      ),
    })),
  );
}

async function compareProject({
  projectId,
  connection,
  alerts,
  excepted,
}: ComparedProject): Promise<Findings> {
  const { api } = connection;
  const live = await listAlertConfigs(api, projectId);
  const byId = new Map(live.map((each) => [each.id, each]));
  const found = await Promise.all(
    alerts.map(async (alert): Promise<Found> => {
      const { alertConfigId: id, resource } = alert;
      // A page may change while the next one is read.
      const its = byId.get(id) ?? (await getAlertConfig(api, projectId, id));
      return its === undefined
        ? { missing: [{ urn: resource.urn, id: joinId(projectId, id) }] }
        : compareAlert(alert, its);
    }),
  );
  const managed = new Set(alerts.map(({ alertConfigId }) => alertConfigId));
  const others = live.filter(({ id }) => !managed.has(id) && !excepted.has(id));
  const alike = [...groupBy(live, likenessOf).values()].filter(({ length }) => length > 1);
  return {
    changed: found.flatMap(({ changed = [] }) => changed),
    missing: found.flatMap(({ missing = [] }) => missing),
    unverifiable: found.flatMap(({ unverifiable = [] }) => unverifiable),
    unmanaged: others.map(({ id, eventTypeName = "" }) => ({ projectId, id, eventTypeName })),
    duplicates: alike.map((group) => ({ projectId, ids: group.map(({ id }) => id) })),
  };
}

function compareAlert(
  { resource, projectId, prefix, state, showSecrets }: ComparedAlert,
  live: AlertConfig,
): Found {
  if (state === undefined) return { unverifiable: [{ urn: resource.urn, path: pathText(prefix) }] };
  const { outputs } = resource;
  const encrypted = ["notificationSecrets", "alertConfigSecrets"].some((name) => isUnknown(outputs[name]));
  const hasSecrets = showSecrets && !encrypted && state.args.imported !== true;
  const now = argsOfLive(projectId, live);
  const unknown = [...FIELDS, "notifications" as const].filter((name) => containsUnknown(state.args[name]));
  const known = Object.fromEntries(unknown.map((name) => [name, now[name]]));
  const withoutSecrets = <T extends AlertConfigBody>(body: T): T =>
    hasSecrets ? body : { ...body, ...openAlert(body), unclear: undefined };
  const args: AlertArgs = { ...withoutSecrets(state.args), ...known };
  const declared = withoutSecrets(state.baseline.declared);
  const isBaselineKnown = !isUnknown(outputs["__written"]) && unknown.length === 0;
  const drift = driftOf(args, isBaselineKnown ? { ...state.baseline, declared } : undefined, live);
  const unverified = hasSecrets ? drift.unverifiedSecrets.map(plainPath) : secretsOnService(args, live);
  return findings(resource, joinId(projectId, live.id), prefix, {
    changes: drift.changes,
    changedSecrets: drift.changedSecrets.map(plainPath),
    unverified: [...unknown, ...unverified],
  });
}

/** Without the type of the notification, which messages show. */
function plainPath(path: string): string {
  return path.replace(/ \(.*\)$/, "");
}

interface Differing {
  readonly changes: readonly Difference[];
  readonly changedSecrets: readonly string[];
  readonly unverified: readonly string[];
}

function findings(
  { urn, isSecret }: StackResource,
  id: string,
  prefix: Path,
  { changes, changedSecrets, unverified }: Differing,
): Found {
  const at = (path: string): string => (prefix.length === 0 ? path : `${pathText(prefix)}.${path}`);
  return {
    changed: [
      ...changes.map(({ path, before, after }) => {
        const isHidden = isSecret([...prefix, ...path]);
        return {
          urn,
          id,
          path: pathText([...prefix, ...path]),
          declared: isHidden ? SECRET : (before ?? null),
          live: isHidden ? SECRET : (after ?? null),
        };
      }),
      ...changedSecrets.map((path) => ({ urn, id, path: at(path), declared: SECRET, live: SECRET })),
    ],
    unverifiable: unverified.map((path) => ({ urn, path: at(path) })),
  };
}

async function compareCluster({ resource, connection }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const { api, once } = connection;
  const { projectId, id: clusterId } = splitId(id, "<projectId>/<clusterId>");
  const listed = await once(`clusters of ${projectId}`, async () => listClusters(api, projectId));
  const live = listed.find((each) => each.id === clusterId) ?? (await getCluster(api, projectId, clusterId));
  if (live === undefined) return { missing: [{ urn, id }] };
  const { args } = stateFrom(clusterName, outputs);
  const isEncrypted = isUnknown(args.clusterName);
  const isSame = isEncrypted || args.clusterName === live.clusterName;
  return findings(resource, id, [], {
    changes: isSame ? [] : [{ path: ["clusterName"], before: args.clusterName, after: live.clusterName }],
    changedSecrets: [],
    unverified: isEncrypted ? ["clusterName"] : [],
  });
}

async function compareStore({ resource, connection, showSecrets }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const { api, once } = connection;
  const listed = await once("oplog stores", async () => listOplogS3Configs(api));
  const live = listed.find((each) => each.id === id) ?? (await getOplogS3Config(api, id));
  if (live === undefined) return { missing: [{ urn, id }] };
  const { args, baseline } = stateFrom(oplogS3Config, withoutUnknown(outputs, ["__written"]));
  const hasSecrets =
    showSecrets &&
    args.imported !== true &&
    !containsUnknown([...SECRET_STORE_FIELDS.map((name) => args[name]), args.oidc]);
  const unknown = OPEN_STORE_FIELDS.filter((name) => name !== "oidc" && containsUnknown(args[name]));
  const known = Object.fromEntries(unknown.map((name) => [name, live[name]]));
  const open = { ...omit(args, SECRET_STORE_FIELDS), oidc: args.oidc && omit(args.oidc, ["clientSecret"]) };
  const drift = storeDriftOf(
    { ...(hasSecrets ? args : (open as typeof args)), ...known },
    unknown.length === 0 ? baseline : undefined,
    live,
  );
  return findings(resource, id, [], {
    changes: drift.changes,
    changedSecrets: drift.changedSecrets,
    unverified: [
      ...unknown,
      ...(hasSecrets ? drift.unverifiedSecrets : existingStore(live).secrets.map(pathText)),
    ],
  });
}

async function compareManifest({ resource, connection }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const live = await connection.once("manifest", async () => fetchOutline(connection.api));
  if (live === undefined) return { unverifiable: [{ urn, path: "manifest" }] };
  const { args, content, baseline } = stateFrom(versionManifest, withoutUnknown(outputs, ["__written"]));
  const { summary } = live.outline;
  const { manifestUpdated, versionCount } = content ?? {};
  // An encrypted state still has the timestamp and the number of versions.
  const isSame = manifestUpdated === summary.manifestUpdated && versionCount === summary.versionCount;
  const known = baseline ?? { manifestUpdated, canonicalSha256: isSame ? summary.canonicalSha256 : "" };
  const text = describeDrift(known, summary, args.allowDowngrade === true, () => undefined);
  return findings(resource, id, [], {
    changes:
      text === undefined
        ? []
        : [{ path: ["manifest"], before: manifestUpdated ?? null, after: summary.manifestUpdated ?? null }],
    changedSecrets: [],
    unverified: [],
  });
}
