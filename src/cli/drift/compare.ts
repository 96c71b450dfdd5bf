/** Compares the resources of a state with the service. It sends reads only: one list for each project and collection. */

import { getAlertConfig, listAlertConfigs } from "../../api/alert-configs";
import { getCluster, listClusters } from "../../api/clusters";
import { orUndefined } from "../../api/common";
import { getOplogS3Config, listOplogS3Configs } from "../../api/oplog-s3-configs";
import type { Connection, Connections } from "../../core/connections";
import type { CommonArgs, ResourceDefinition } from "../../core/definition";
import type { Difference } from "../../core/differences";
import { messageOf } from "../../core/host-errors";
import { serverOf, stateFrom } from "../../core/lifecycle";
import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import { joinId, splitId } from "../../core/resource-id";
import { containsUnknown, isUnknown, UNKNOWN } from "../../core/unknowns";
import type { AlertConfig, AlertConfigBody } from "../../fields/alert-config";
import type { PlainObject } from "../../json";
import { canonicalJson, groupBy, isPlainObject, omit } from "../../json";
import { alertConfig } from "../../resources/alert-config/definition";
import { argsOfLive, driftOf, openOnly, secretsOnService } from "../../resources/alert-config/drift";
import type { AlertArgs, AlertState } from "../../resources/alert-config/encoding";
import { FIELDS, openAlert } from "../../resources/alert-config/encoding";
import { sorted } from "../../resources/alert-config/comparison";
import { likenessOf } from "../../resources/alert-config/existing";
import { secretPart } from "../../resources/alert-config/secrets";
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

const KINDS = [alertConfig, alertConfigSet, clusterName, oplogS3Config, versionManifest].map(
  ({ kind }) => kind,
);

/** What is found of one object. */
type Found = Partial<Pick<Findings, "changed" | "missing" | "unverifiable">>;

/** @param progress is called after each list */
export async function compareState(
  resources: readonly StackResource[],
  connections: Connections,
  showSecrets: boolean,
  progress: () => void,
): Promise<DriftReport> {
  const unknown = resources.find(({ kind }) => !KINDS.includes(kind));
  if (unknown !== undefined) throw new Error(`${unknown.urn}: this version does not know its kind.`);
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
  const { outputs } = compared.resource;
  const { projectId, id: alertConfigId } = idsOf(compared.resource, "<projectId>/<alertConfigId>");
  const known = withoutUnknown(outputs, ["notificationSecrets", "__written"]);
  const state = stateOf(alertConfig, compared.resource, () => readable(known));
  return { ...compared, projectId, alertConfigId, prefix: [], state };
}

function membersIn(compared: Compared): ComparedAlert[] {
  const { outputs } = compared.resource;
  const { projectId } = idsOf(compared.resource, "<projectId>/<name>");
  const known = withoutUnknown(outputs, ["alertConfigSecrets", "__written", "alertConfigs"]);
  const { members } = stateOf(alertConfigSet, compared.resource, () => {
    const bodies = Object.entries((known["alertConfigs"] ?? {}) as PlainObject);
    const readableOnes = bodies.filter(([, body]) => !isUnknown(body));
    return {
      ...known,
      alertConfigs: Object.fromEntries(readableOnes.map(([name, body]) => [name, readable(body)])),
    };
  });
  return [...members].map(([name, member]) => ({
    ...compared,
    projectId,
    alertConfigId: member.id,
    prefix: ["alertConfigs", name],
    state: member.alert,
  }));
}

/** @throws Error that names the resource if its id has another form */
function idsOf({ urn, id }: StackResource, form: string): ReturnType<typeof splitId> {
  try {
    return splitId(id, form);
  } catch (cause) {
    throw new Error(`${urn}: ${messageOf(cause)}`, { cause });
  }
}

/** @throws Error that names the resource if its outputs are not those that the definition writes */
function stateOf<Args extends CommonArgs, State>(
  definition: ResourceDefinition<Args, State>,
  { urn }: StackResource,
  outputs: () => PlainObject,
): State {
  try {
    return stateFrom(definition, outputs());
  } catch (cause) {
    throw new Error(`${urn}: its outputs in the state are damaged.`, { cause });
  }
}

/** An alert configuration whose list of notifications may be unknown as a whole. */
function readable(body: unknown): PlainObject {
  const { notifications, ...rest } = body as PlainObject;
  const list: unknown = isUnknown(notifications) ? [UNKNOWN] : notifications;
  const isList = Array.isArray(list) && list.every((each) => isPlainObject(each) || isUnknown(each));
  if (!isList) throw new Error("it has no list of notifications");
  return { ...rest, notifications: list };
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
  /** `undefined` if the state hides it. */
  readonly excepted: ReadonlySet<string> | undefined;
}

function projectsOf(alerts: readonly ComparedAlert[], sets: readonly Compared[]): ComparedProject[] {
  const projectOfSet = ({ resource }: Compared): string => resource.id.split("/")[0] ?? "";
  // Two connections may lead to the same service.
  const placeOf = ({ settings }: Connection, projectId: string): string =>
    canonicalJson([serverOf(settings), projectId]);
  const places = [
    ...alerts.map(({ connection, projectId }) => ({ connection, projectId })),
    ...sets.map((set) => ({ connection: set.connection, projectId: projectOfSet(set) })),
  ];
  const byPlace = new Map(places.map((place) => [placeOf(place.connection, place.projectId), place]));
  const alertsAt = groupBy(alerts, ({ connection, projectId }) => placeOf(connection, projectId));
  const setsAt = groupBy(sets, (set) => placeOf(set.connection, projectOfSet(set)));
  return [...byPlace].map(([place, { projectId, connection }]) => {
    const outputs = (setsAt.get(place) ?? []).map(({ resource }) => resource.outputs);
    const isHidden = outputs.some(({ unmanagedExcept }) => containsUnknown(unmanagedExcept));
    return {
      projectId,
      connection,
      alerts: alertsAt.get(place) ?? [],
      excepted: isHidden ? undefined : new Set(outputs.flatMap((each) => [...managedIds(each, new Map())])),
    };
  });
}

async function compareProject({
  projectId,
  connection,
  alerts,
  excepted,
}: ComparedProject): Promise<Findings> {
  const { api } = connection;
  // A project that was deleted has none.
  const live = (await orUndefined(listAlertConfigs(api, projectId))) ?? [];
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
  const others = excepted === undefined ? [] : live.filter(({ id }) => !managed.has(id) && !excepted.has(id));
  return {
    changed: found.flatMap(({ changed = [] }) => changed),
    missing: found.flatMap(({ missing = [] }) => missing),
    unverifiable: found.flatMap(({ unverifiable = [] }) => unverifiable),
    unmanaged: others.map(({ id, eventTypeName = "" }) => ({ projectId, id, eventTypeName })),
    duplicates: equalOnes(live, alerts).map((group) => ({ projectId, ids: group.map(({ id }) => id) })),
  };
}

/** Groups of alert configurations that mean the same. */
function equalOnes(live: readonly AlertConfig[], alerts: readonly ComparedAlert[]): AlertConfig[][] {
  const known = new Map(
    alerts.flatMap((alert) =>
      hasSecrets(alert)
        ? [[alert.alertConfigId, sorted(alert.state.args.notifications.map(secretPart)).join()]]
        : [],
    ),
  );
  const alike = [...groupBy(live, likenessOf).values()].flatMap((group) => {
    const secrets = new Set(group.flatMap(({ id }) => known.get(id) ?? []));
    // Masks may hide how the secrets of the state differ.
    return secrets.size > 1 ? [...groupBy(group, ({ id }) => known.get(id)).values()] : [group];
  });
  return alike.filter(({ length }) => length > 1);
}

/** Whether the secrets of an alert configuration are known, and to be compared. */
function hasSecrets(alert: ComparedAlert): alert is ComparedAlert & { readonly state: AlertState } {
  const { showSecrets, resource, state } = alert;
  const isEncrypted = ["notificationSecrets", "alertConfigSecrets"].some((name) =>
    containsUnknown(resource.outputs[name]),
  );
  return showSecrets && !isEncrypted && state !== undefined && state.args.imported !== true;
}

function compareAlert(alert: ComparedAlert, live: AlertConfig): Found {
  const { resource, projectId, prefix, state } = alert;
  if (state === undefined) return { unverifiable: [{ urn: resource.urn, path: pathText(prefix) }] };
  const { outputs } = resource;
  const isOpen = hasSecrets(alert);
  const now = argsOfLive(projectId, live);
  const unknown = [...FIELDS, "notifications" as const].filter((name) => containsUnknown(state.args[name]));
  const known = Object.fromEntries(unknown.map((name) => [name, now[name]]));
  const withoutSecrets = <T extends AlertConfigBody>(body: T): T =>
    isOpen ? body : { ...body, ...openAlert(body), unclear: undefined };
  const args: AlertArgs = { ...withoutSecrets(state.args), ...known };
  const declared = withoutSecrets(state.baseline.declared);
  const isBaselineKnown = !isUnknown(outputs["__written"]) && unknown.length === 0;
  const drift = driftOf(
    args,
    isBaselineKnown ? { ...state.baseline, declared } : undefined,
    isOpen ? live : openOnly(live),
  );
  const unverified = isOpen ? drift.unverifiedSecrets.map(plainPath) : secretsOnService(args, live);
  return findings(resource, joinId(projectId, live.id), prefix, {
    changes: drift.changes,
    changedSecrets: isOpen ? drift.changedSecrets.map(plainPath) : [],
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
  const { projectId, id: clusterId } = idsOf(resource, "<projectId>/<clusterId>");
  const listed = await once(`clusters of ${projectId}`, async () =>
    orUndefined(listClusters(api, projectId)),
  );
  const live = listed?.find((each) => each.id === clusterId) ?? (await getCluster(api, projectId, clusterId));
  if (live === undefined) return { missing: [{ urn, id }] };
  const { args } = stateOf(clusterName, resource, () => outputs);
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
  const { args, baseline } = stateOf(oplogS3Config, resource, () => withoutUnknown(outputs, ["__written"]));
  const isOpen =
    showSecrets &&
    args.imported !== true &&
    !containsUnknown([...SECRET_STORE_FIELDS.map((name) => args[name]), args.oidc]);
  const oidc = isPlainObject(args.oidc) ? omit(args.oidc, ["clientSecret"]) : args.oidc;
  const open = { ...omit(args, SECRET_STORE_FIELDS), oidc };
  const unknown = OPEN_STORE_FIELDS.filter((name) => containsUnknown(open[name]));
  const known = Object.fromEntries(unknown.map((name) => [name, live[name]]));
  const drift = storeDriftOf(
    { ...(isOpen ? args : (open as typeof args)), ...known },
    unknown.length === 0 ? baseline : undefined,
    live,
  );
  return findings(resource, id, [], {
    changes: drift.changes,
    changedSecrets: isOpen ? drift.changedSecrets : [],
    unverified: [
      ...unknown,
      ...(isOpen ? drift.unverifiedSecrets : existingStore(live).secrets.map(pathText)),
    ],
  });
}

async function compareManifest({ resource, connection }: Compared): Promise<Found> {
  const { urn, id, outputs } = resource;
  const live = await connection.once("manifest", async () => fetchOutline(connection.api));
  if (live === undefined) return { unverifiable: [{ urn, path: "manifest" }] };
  const { args, content, baseline } = stateOf(versionManifest, resource, () =>
    withoutUnknown(outputs, ["__written"]),
  );
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
