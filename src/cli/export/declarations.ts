/** The resources of an exported program: their names, arguments and secrets, and what `pulumi import` needs to take them over. */

import { withInputNames } from "../../dynamic/inputs";
import type { CommonArgs, ResourceDefinition, StateOf } from "../../core/definition";
import { outputsOf } from "../../dynamic/inputs";
import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import { joinId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import { canonicalJson, isPlainObject, omit, pick, withoutUndefined } from "../../json";
import type { PlainObject } from "../../json";
import { providerText } from "../../program/provider-text";
import { alertConfig } from "../../resources/alert-config/definition";
import { FIELDS, toInputs } from "../../resources/alert-config/encoding";
import type { ExistingAlert } from "../../resources/alert-config/existing";
import { existingAlert } from "../../resources/alert-config/existing";
import { stateOf } from "../../resources/alert-config/operations";
import { unknownFields } from "../../resources/alert-config/unknown-fields";
import { alertConfigSet } from "../../resources/alert-config-set/definition";
import type { Member, MemberArgs, SetArgs } from "../../resources/alert-config-set/encoding";
import { clusterName } from "../../resources/cluster-name/definition";
import type { ClusterArgs } from "../../resources/cluster-name/encoding";
import { serviceFields } from "../../resources/cluster-name/definition";
import { oplogS3Config, stateOf as storeStateOf } from "../../resources/oplog-s3-config/definition";
import { existingStore } from "../../resources/oplog-s3-config/existing";
import type { Project } from "./inventory";
import { joinName, slug, uniqueNames } from "./names";

/** A resource of the program. */
export interface Declaration {
  readonly kind: "AlertConfig" | "AlertConfigSet" | "ClusterName" | "OplogS3Config" | "VersionManifest";
  /** The Pulumi name. */
  readonly name: string;
  /** The Pulumi id. */
  readonly id: string;
  /** Without secrets, in the order in which the program shows them. */
  readonly args: PlainObject;
  readonly secrets: readonly Secret[];
  /** Fields of the live alert configurations that this version does not know; in a set by member. */
  readonly unknown?: readonly UnknownFields[];
  /** Arguments that the service does not return, so that the program has its default. */
  readonly assumed?: readonly string[];
  readonly inputs: PlainObject;
  readonly outputs: PlainObject;
}

export interface UnknownFields {
  /** The name in a set. */
  readonly member?: string;
  /** Descriptions without values: `severityOverride`, `format of EMAIL`. */
  readonly fields: readonly string[];
}

/** A secret that the service does not show. */
export interface Secret {
  /** The name in the configuration of the stack, without a namespace. */
  readonly key: string;
  /** The argument. */
  readonly path: Path;
}

/** An entry of the file for `pulumi import`. */
export function importEntry({ kind, name, id, inputs, outputs }: Declaration): PlainObject {
  const provider = { __provider: providerText(kind) };
  return {
    type: `pulumi-nodejs:dynamic/opsmanager:${kind}`,
    name,
    id,
    inputs: { ...provider, ...inputs },
    outputs: { ...provider, ...outputs },
  };
}

/** The inputs and outputs of a resource whose state is that of the live object. */
function imported<Args extends CommonArgs, State extends StateOf<Args>>(
  definition: ResourceDefinition<Args, State>,
  inputs: PlainObject,
  state: State,
): Pick<Declaration, "inputs" | "outputs"> {
  const normalized = withoutUndefined(definition.normalize?.(inputs, {}) ?? inputs);
  return { inputs: normalized, outputs: outputsOf(definition, state, normalized) };
}

/** Projects with the parts of names that stand for them. */
export interface NamedProject extends Project {
  readonly slug: string;
}

/** @param others slugs that are taken already */
export function nameProjects(projects: readonly Project[], others: readonly string[] = []): NamedProject[] {
  const unique = uniqueNames(others);
  return projects.map((project) => ({
    ...project,
    slug: unique(slug(project.name) || `project-${project.id.slice(-6)}`),
  }));
}

/** An alert configuration with what its name is derived from. */
interface NamedAlert {
  readonly name: string;
  readonly live: AlertConfig;
  readonly existing: ExistingAlert;
}

/** Names the alert configurations of a project by event, metric and matchers. Those that are alike are numbered by content. */
function nameAlerts({ id, alertConfigs }: Project, prefix: string, unique = uniqueNames()): NamedAlert[] {
  return alertConfigs
    .map((live) => ({ live, existing: existingAlert(id, live) }))
    .map(({ live, existing }) => {
      const content = [existing.args, existing.secrets.map(pathText)];
      return { live, existing, order: canonicalJson(content) + live.id };
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ live, existing }) => ({
      live,
      existing,
      name: unique(joinName(prefix, meaningIn(existing.args))),
    }));
}

/** Describes the fields that this version does not know. Their indexes differ from those in the program. */
function describeUnknown(live: AlertConfig): string[] {
  const described = unknownFields(live).map((path) => {
    const [place, index] = path;
    const name = path.at(-1);
    if (path.length === 1) return String(name);
    const type = place === "notifications" ? live.notifications?.[Number(index)]?.typeName : undefined;
    return `${name} of ${type ?? place}`;
  });
  return [...new Set(described)].sort();
}

function meaningIn({ eventTypeName, metricThreshold, matchers = [] }: ExistingAlert["args"]): string {
  const what = metricThreshold === undefined ? eventTypeName : metricThreshold.metricName;
  return joinName(slug(what) || "alert", ...new Set(matchers.map(({ value }) => slug(value))));
}

export function declareAlerts(project: NamedProject, unique: (name: string) => string): Declaration[] {
  return nameAlerts(project, project.slug, unique).map(({ name, live, existing }): Declaration => {
    const { secrets, mayHoldSecrets } = existing;
    // Only the next write knows the secrets.
    const args = { ...existing.args, ...(mayHoldSecrets && { imported: true }) };
    return {
      kind: "AlertConfig",
      name,
      id: joinId(project.id, live.id),
      args: pick(existing.args, ["projectId", ...FIELDS, "notifications"]),
      secrets: alertSecrets(name, args.notifications, secrets),
      unknown: [{ fields: describeUnknown(live) }],
      ...imported(alertConfig, toInputs(args), stateOf(args, live)),
    };
  });
}

/** The secrets of an alert configuration, with keys such as `shop-no-primary.slack.apiToken`. */
function alertSecrets(
  name: string,
  notifications: ExistingAlert["args"]["notifications"],
  paths: readonly Path[],
): Secret[] {
  const unique = uniqueNames();
  const types = notifications.map(({ typeName }) => unique(slug(typeName)));
  return paths.map((path) => {
    const [, index, field] = path;
    return { key: [name, types[Number(index)], field].join("."), path };
  });
}

export function setName(project: string): string {
  return `${project}-alerts`;
}

/** All alert configurations of a project as one set; `undefined` for a project without any. */
export function declareSet(project: NamedProject, unique: (name: string) => string): Declaration | undefined {
  const alerts = nameAlerts(project, "");
  if (alerts.length === 0) return undefined;
  const name = unique(setName(project.slug));
  const mark = alerts.some(({ existing }) => existing.mayHoldSecrets) ? { imported: true } : {};
  const members = new Map(
    alerts.map(({ name: member, live, existing }): [string, Member] => {
      const alert = stateOf({ ...existing.args, ...mark }, live);
      return [member, { id: live.id, alert }];
    }),
  );
  const alertConfigs = Object.fromEntries(
    alerts.map(({ name: member, existing }) => [
      member,
      pick(existing.args, [...FIELDS, "notifications"]) as MemberArgs,
    ]),
  );
  const args: SetArgs = { projectId: project.id, resourceName: name, alertConfigs, ...mark };
  return {
    kind: "AlertConfigSet",
    name,
    id: joinId(project.id, name),
    args: { projectId: project.id, alertConfigs },
    unknown: alerts.map(({ name: member, live }) => ({ member, fields: describeUnknown(live) })),
    secrets: alerts.flatMap(({ name: member, existing }) =>
      alertSecrets(`${project.slug}.${member}`, existing.args.notifications, existing.secrets).map(
        ({ key, path }) => ({ key, path: ["alertConfigs", member, ...path] }),
      ),
    ),
    ...imported(alertConfigSet, setInputs(args), { args, members, isIncomplete: false }),
  };
}

/** The arguments of a set as the class passes them to the provider. */
function setInputs({ alertConfigs, ...args }: SetArgs): PlainObject {
  const members = Object.entries(alertConfigs).map(([name, member]) => {
    const { notificationSecrets, ...open } = toInputs({ ...member, projectId: args.projectId });
    const { projectId: _, ...inputs } = open;
    return { name, inputs, notificationSecrets };
  });
  const withSecrets = members.filter(
    ({ notificationSecrets: byKey }) => isPlainObject(byKey) && Object.keys(byKey).length > 0,
  );
  return withInputNames({
    ...args,
    alertConfigs: Object.fromEntries(members.map(({ name, inputs }) => [name, inputs])),
    alertConfigSecrets: Object.fromEntries(
      withSecrets.map(({ name, notificationSecrets }) => [name, notificationSecrets]),
    ),
  });
}

export function declareClusters(project: NamedProject, unique: (name: string) => string): Declaration[] {
  return project.clusters.map((live): Declaration => {
    const args = { projectId: project.id, clusterId: live.id, clusterName: live.clusterName };
    const complete: ClusterArgs = { ...args, restoreOnDelete: false };
    // A heartbeat would differ in every export.
    const service = omit(serviceFields(live), ["lastHeartbeat"]);
    const state = { args: complete, service, previousName: live.clusterName };
    return {
      kind: "ClusterName",
      name: unique(joinName(project.slug, slug(live.clusterName) || live.id)),
      id: joinId(project.id, live.id),
      args,
      secrets: [],
      ...imported(clusterName, { ...args }, state),
    };
  });
}

export function declareStores(
  stores: readonly Parameters<typeof existingStore>[0][],
  unique: (name: string) => string,
): Declaration[] {
  return stores.map((live): Declaration => {
    const { args, secrets, assumed } = existingStore(live);
    const name = unique(slug(live.id) || "oplog-store");
    const marked = { ...args, imported: true };
    return {
      kind: "OplogS3Config",
      name,
      id: live.id,
      args: { ...args },
      assumed,
      secrets: secrets.map((path) => ({ key: `${name}.${path.join(".")}`, path })),
      ...imported(oplogS3Config, withInputNames(marked), storeStateOf(marked, live)),
    };
  });
}

/** The path of an argument, as `notifications[1].apiToken`. */
export function pathOf({ path }: Secret): string {
  return pathText(path);
}
