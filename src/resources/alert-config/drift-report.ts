/** Reports how alert configurations of resources and of sets differ from the service, and what else their projects have. */

import { getAlertConfig, listAlertConfigs } from "../../api/alert-configs";
import { orUndefined } from "../../api/common";
import type { Connection } from "../../core/connections";
import type { Compared, DriftComparison, Found, Neighbours, StackResource } from "../../core/drift-report";
import { inOneOrder } from "../../core/rows";
import { findings, idsOf, withoutUnknown } from "../../core/drift-report";
import type { Path } from "../../core/problems";
import { pathText } from "../../core/problems";
import { containsUnknown, isUnknown, UNKNOWN } from "../../unknowns";
import type { AlertConfigBody, LiveAlert } from "../../fields/alert-config";
import type { PlainObject } from "../../json";
import { canonicalJson, groupBy, isPlainObject } from "../../json";
import { argsOfLive, driftOf, openOnly, secretsOnService } from "./drift";
import type { AlertArgs, AlertState } from "./encoding";
import { exceptedIds, FIELDS, openAlert } from "./encoding";
import { existingAlert } from "./export-form";
import type { AlertScope, ProjectId } from "./scope";
import { alertId, collectionOf, GLOBAL, IN_PROJECT } from "./scope";
import { secretPart } from "../../secrets/notifications";
import { SECRET_INPUTS } from "../../secrets/values";

/** An alert configuration of a resource or a set. */
export interface ReportedAlert extends Compared<unknown> {
  readonly projectId?: ProjectId;
  readonly alertConfigId: string;
  /** Where a set has it; empty for a single resource. */
  readonly prefix: Path;
  /** `undefined` if its content is not known. */
  readonly state: AlertState | undefined;
}

function driftIn(scope: AlertScope): DriftComparison<AlertState, ReportedAlert> {
  return {
    items(compared) {
      const { resource, stateIn } = compared;
      const ids = idsOf(resource, scope.splitId);
      const known = withoutUnknown(resource.outputs, ["notificationSecrets", "__written"]);
      return [{ ...compared, ...ids, prefix: [], state: stateIn(() => readableBody(known)) }];
    },
    compare: compareAlert,
    idOf: reportedId,
    neighbours: alertNeighbours,
  };
}

export function reportedId({ projectId, alertConfigId }: ReportedAlert): string {
  return alertId(projectId, alertConfigId);
}

/** An alert configuration whose list of notifications may be unknown as a whole. */
export function readableBody(body: unknown): PlainObject {
  const { notifications, ...rest } = body as PlainObject;
  const list: unknown = isUnknown(notifications) ? [UNKNOWN] : notifications;
  const isList = Array.isArray(list) && list.every((each) => isPlainObject(each) || isUnknown(each));
  if (!isList) throw new Error("it has no list of notifications");
  return { ...rest, notifications: list };
}

/** The alert configurations of a scope, by one list for all that is compared. A project that was deleted has none. */
async function listed({ api, once }: Connection, projectId: ProjectId): Promise<readonly LiveAlert[]> {
  return once(
    `listed ${collectionOf(projectId)}`,
    async () => (await orUndefined<readonly LiveAlert[]>(listAlertConfigs(api, projectId))) ?? [],
  );
}

export async function compareAlert(alert: ReportedAlert): Promise<Found> {
  const { alertConfigId, connection, prefix, projectId, resource } = alert;
  const list = await listed(connection, projectId);
  // A page may change while the next one is read.
  const live =
    list.find(({ id }) => id === alertConfigId) ??
    (await getAlertConfig(connection.api, projectId, alertConfigId));
  if (live !== undefined) return compareWith(alert, live);
  const member = prefix.length === 0 ? {} : { path: pathText(prefix) };
  return { missing: [{ urn: resource.urn, id: alertId(projectId, alertConfigId), ...member }] };
}

function projectOf({ id }: StackResource): ProjectId {
  return id.includes("/") ? id.slice(0, id.indexOf("/")) : undefined;
}

/** What the resources of the state do not have in their project or of the global ones, and what is there more than once. */
export const alertNeighbours: Neighbours<ReportedAlert> = {
  placeOf: (resource) => collectionOf(projectOf(resource)),
  async find(alerts, resources) {
    const [{ connection, resource }] = resources;
    const projectId = projectOf(resource);
    const server = connection.settings.baseUrl;
    const place = projectId === undefined ? { server } : { server, projectId };
    const live = await listed(connection, projectId);
    const exceptions = resources.map(({ resource: { outputs } }) => outputs["unmanagedExcept"]);
    const known = new Set([
      ...alerts.map(({ alertConfigId }) => alertConfigId),
      ...exceptions.flatMap((each) => exceptedIds(each as readonly string[] | undefined)),
    ]);
    // The state may hide what sets leave to others.
    const others = exceptions.some(containsUnknown) ? [] : live.filter(({ id }) => !known.has(id));
    return {
      unmanaged: others.map(({ id, eventTypeName = "" }) => ({ ...place, id, eventTypeName })),
      duplicates: equalOnes(projectId, live, alerts).map((group) => ({
        ...place,
        ids: group.map(({ id }) => id),
      })),
    };
  },
};

export const alertDrift = driftIn(IN_PROJECT);
export const globalAlertDrift = driftIn(GLOBAL);

/** Groups of alert configurations that mean the same. */
function equalOnes(
  projectId: ProjectId,
  live: readonly LiveAlert[],
  alerts: readonly ReportedAlert[],
): LiveAlert[][] {
  const known = new Map(
    alerts.flatMap((alert) =>
      hasSecrets(alert)
        ? [[alert.alertConfigId, String(inOneOrder(alert.state.args.notifications.map(secretPart)))]]
        : [],
    ),
  );
  const alike = [...groupBy(live, (each) => likenessOf(projectId, each)).values()].flatMap((group) => {
    const secrets = new Set(group.flatMap(({ id }) => known.get(id) ?? []));
    // Masks may hide how the secrets of the state differ.
    return secrets.size > 1 ? [...groupBy(group, ({ id }) => known.get(id)).values()] : [group];
  });
  return alike.filter(({ length }) => length > 1);
}

/** Whether the secrets of an alert configuration are known, and to be compared. */
function hasSecrets(alert: ReportedAlert): alert is ReportedAlert & { readonly state: AlertState } {
  const { showSecrets, resource, state } = alert;
  const isEncrypted = [...SECRET_INPUTS].some((name) => containsUnknown(resource.outputs[name]));
  return showSecrets && !isEncrypted && state !== undefined && state.args.imported !== true;
}

function compareWith(alert: ReportedAlert, live: LiveAlert): Found {
  const { resource, projectId, prefix, state } = alert;
  if (state === undefined) return { unverifiable: [{ urn: resource.urn, path: pathText(prefix) }] };
  const isOpen = hasSecrets(alert);
  const now = argsOfLive(projectId, live);
  const unknown = [...FIELDS, "notifications" as const].filter((name) => containsUnknown(state.args[name]));
  const known = Object.fromEntries(unknown.map((name) => [name, now[name]]));
  const withoutSecrets = <T extends AlertConfigBody>(body: T): T =>
    isOpen ? body : { ...body, ...openAlert(body), unclear: undefined };
  const args: AlertArgs = { ...withoutSecrets(state.args), ...known };
  const declared = withoutSecrets(state.baseline.declared);
  const isBaselineKnown = !isUnknown(resource.outputs["__written"]) && unknown.length === 0;
  const drift = driftOf(
    args,
    isBaselineKnown ? { ...state.baseline, declared } : undefined,
    isOpen ? live : openOnly(live),
    state.notTaken,
  );
  const unverified = isOpen ? drift.unverifiedSecrets : secretsOnService(args, live);
  const found = { ...drift, unverifiedSecrets: [...unknown, ...unverified] };
  return findings(resource, alertId(projectId, live.id), found, prefix);
}

/** One text for all alert configurations of a scope that mean the same, as far as the service shows their secrets. */
function likenessOf(projectId: ProjectId, live: LiveAlert): string {
  const { args, secrets } = existingAlert(projectId, live);
  return canonicalJson([args, secrets]);
}
