/** Compares alert configurations, of resources and of sets, with those of their projects. */

import { getAlertConfig, listAlertConfigs } from "../../api/alert-configs";
import { orUndefined } from "../../api/common";
import type { Connection } from "../../core/connections";
import { serverOf } from "../../core/scope";
import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import { joinId } from "../../core/resource-id";
import { containsUnknown, isUnknown, UNKNOWN } from "../../core/unknowns";
import type { AlertConfig, AlertConfigBody } from "../../fields/alert-config";
import type { PlainObject } from "../../json";
import { canonicalJson, groupBy, isPlainObject } from "../../json";
import { sorted } from "../../resources/alert-config/comparison";
import { alertConfig } from "../../resources/alert-config/definition";
import { argsOfLive, driftOf, openOnly, secretsOnService } from "../../resources/alert-config/drift";
import type { AlertArgs, AlertState } from "../../resources/alert-config/encoding";
import { FIELDS, openAlert } from "../../resources/alert-config/encoding";
import { likenessOf } from "../../resources/alert-config/existing";
import { secretPart } from "../../resources/alert-config/secrets";
import { alertConfigSet } from "../../resources/alert-config-set/definition";
import { managedIds } from "../../resources/alert-config-set/operations";
import type { Compared, Found } from "./findings";
import { findings, idsOf, merged, stateOf, withoutUnknown } from "./findings";
import type { Findings } from "./report";

/** An alert configuration of a resource or a set. */
interface ComparedAlert extends Compared {
  readonly projectId: string;
  readonly alertConfigId: string;
  /** Where a set has it; empty for a single resource. */
  readonly prefix: Path;
  /** `undefined` if its content is not known. */
  readonly state: AlertState | undefined;
}

export function alertIn(compared: Compared): ComparedAlert {
  const { outputs } = compared.resource;
  const { projectId, id: alertConfigId } = idsOf(compared.resource, "<projectId>/<alertConfigId>");
  const known = withoutUnknown(outputs, ["notificationSecrets", "__written"]);
  const state = stateOf(alertConfig, compared.resource, () => readable(known));
  return { ...compared, projectId, alertConfigId, prefix: [], state };
}

export function membersIn(compared: Compared): ComparedAlert[] {
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

/** An alert configuration whose list of notifications may be unknown as a whole. */
function readable(body: unknown): PlainObject {
  const { notifications, ...rest } = body as PlainObject;
  const list: unknown = isUnknown(notifications) ? [UNKNOWN] : notifications;
  const isList = Array.isArray(list) && list.every((each) => isPlainObject(each) || isUnknown(each));
  if (!isList) throw new Error("it has no list of notifications");
  return { ...rest, notifications: list };
}

/** The alert configurations of the state in a project, and what sets leave to others there. */
interface ComparedProject {
  readonly projectId: string;
  readonly connection: Connection;
  readonly alerts: readonly ComparedAlert[];
  /** `undefined` if the state hides it. */
  readonly excepted: ReadonlySet<string> | undefined;
}

export function projectsOf(alerts: readonly ComparedAlert[], sets: readonly Compared[]): ComparedProject[] {
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

export async function compareProject({
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
      const liveAlert = byId.get(id) ?? (await getAlertConfig(api, projectId, id));
      return liveAlert === undefined
        ? { missing: [{ urn: resource.urn, id: joinId(projectId, id) }] }
        : compareAlert(alert, liveAlert);
    }),
  );
  const managed = new Set(alerts.map(({ alertConfigId }) => alertConfigId));
  const others = excepted === undefined ? [] : live.filter(({ id }) => !managed.has(id) && !excepted.has(id));
  return {
    ...merged(found),
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
