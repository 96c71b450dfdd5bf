import { readAlertConfig, type AlertFacts } from "../alert-validation";
import { ALL_MATCHER_FIELDS, DEFAULT_UNITS, METRIC_GROUPS, UNITS } from "../catalogue";
import { param, type Call, type Context, type Route } from "../context";
import type { AlertConfig, MetricThreshold, Notification } from "../entities";
import { serviceError } from "../errors";
import { readFields } from "../fields";
import { isId, newId, formatTimestamp } from "../ids";
import { isJsonObject } from "../json";
import { sameNotification } from "../notification-validation";
import { buildListBody } from "../paging";
import { requireProjectRole, requireReadableProject } from "../permissions";
import { redactNotification } from "../redaction";
import { empty, list, one } from "../reply";
import { GLOBAL_SCOPE } from "../store";

const COLLECTION = "/groups/{projectId}/alertConfigs";
const ITEM = `${COLLECTION}/{alertConfigId}`;

/** `/groups/{projectId}/alertConfigs` (Ops Manager documentation, "Alert Configurations"). */
export function alertConfigRoutes(context: Context): Route[] {
  const { alertConfigs, teams, users } = context.store.tables;
  const { settings } = context;

  const authorizeWrite = (call: Call): string =>
    requireProjectRole(context, call, "GROUP_OWNER", "GROUP_MONITORING_ADMIN").id;

  const find = (call: Call): AlertConfig => {
    const id = param(call, "alertConfigId");
    if (!isId(id)) throw serviceError("INVALID_ALERT_CONFIG_ID", id);
    const config = alertConfigs.get(param(call, "projectId"), id);
    if (config === undefined) throw serviceError("ALERT_CONFIG_NOT_FOUND", id);
    return config;
  };

  const factsOf = (projectId: string, current: readonly Notification[]): AlertFacts => ({
    catalogue: settings.catalogue,
    defaultWebhook: settings.defaultWebhook,
    current,
    newId: () => newId(context.now()),
    hasTeam: (id) => teams.get(GLOBAL_SCOPE, id) !== undefined,
    hasUser: (name) =>
      !settings.checkUsers || users.get(GLOBAL_SCOPE, name)?.projectIds.includes(projectId) === true,
  });

  const viewNotification = (notification: Notification): object => {
    const { teamId } = notification;
    const team = typeof teamId === "string" ? teams.get(GLOBAL_SCOPE, teamId) : undefined;
    return {
      ...redactNotification(notification, settings.redact),
      ...(team === undefined ? {} : { teamName: team.name }),
    };
  };

  // Links are empty in every documented sample.
  const view = (config: AlertConfig): object => ({
    ...config,
    ...(config.metricThreshold !== undefined && settings.convertUnits
      ? { metricThreshold: convertToBasicUnit(config.metricThreshold) }
      : {}),
    notifications: config.notifications.map(viewNotification),
    links: [],
  });

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle(call) {
        const project = requireReadableProject(context, call);
        const url = `${context.apiUrl()}/groups/${project.id}/alertConfigs`;
        return list(buildListBody(alertConfigs.rows(project.id), view, url, call.query));
      },
    },
    {
      method: "GET",
      path: ITEM,
      handle(call) {
        requireReadableProject(context, call);
        return one(view(find(call)));
      },
    },
    {
      method: "POST",
      path: COLLECTION,
      body: "json",
      handle(call) {
        const groupId = authorizeWrite(call);
        const content = readAlertConfig(stripOwnIds(call.body, groupId), factsOf(groupId, []));
        const stamp = formatTimestamp(context.now());
        const config = { id: newId(context.now()), groupId, created: stamp, updated: stamp, ...content };
        alertConfigs.set(config);
        return one(view(config), settings.createdStatus);
      },
    },
    {
      method: "PUT",
      path: ITEM,
      body: "json",
      handle(call) {
        const groupId = authorizeWrite(call);
        const current = find(call);
        // Users of public clients report this error for a PUT with only the fields to change.
        if (isJsonObject(call.body) && !("eventTypeName" in call.body) && !("notifications" in call.body))
          throw serviceError("UNEXPECTED_ERROR");
        const body = stripOwnIds(call.body, groupId, current.id);
        const content = readAlertConfig(body, factsOf(groupId, current.notifications));
        const { id, created } = current;
        const notifications = keepIds(content.notifications, current.notifications);
        const config = {
          id,
          groupId,
          created,
          updated: formatTimestamp(context.now()),
          ...content,
          notifications,
        };
        alertConfigs.set(config);
        return one(view(config));
      },
    },
    {
      method: "PATCH",
      path: ITEM,
      body: "json",
      handle(call) {
        authorizeWrite(call);
        const current = find(call);
        const { enabled } = readFields(call.body, { enabled: { type: "boolean", required: true } });
        const config = { ...current, enabled, updated: formatTimestamp(context.now()) };
        alertConfigs.set(config);
        return one(view(config));
      },
    },
    {
      method: "DELETE",
      path: ITEM,
      handle(call) {
        const groupId = authorizeWrite(call);
        alertConfigs.delete(groupId, find(call).id);
        return empty(settings.deletedStatus);
      },
    },
    {
      method: "GET",
      path: "/alertConfigs/matchers/fieldNames",
      handle: () => one(ALL_MATCHER_FIELDS),
    },
  ];
}

// MongoDB's command line repeats the ids of the path in the body; other ids are refused.
function stripOwnIds(body: unknown, groupId: string, ownId?: string): unknown {
  if (!isJsonObject(body)) return body;
  const { groupId: givenGroup, id, ...rest } = body;
  if (givenGroup != null && givenGroup !== groupId)
    throw serviceError("GROUP_MISMATCH", JSON.stringify(givenGroup), groupId);
  if (id != null && id !== ownId) throw serviceError("ATTRIBUTE_READ_ONLY", "id");
  return rest;
}

function keepIds(next: readonly Notification[], current: readonly Notification[]): Notification[] {
  const free = current.filter(({ id }) => !next.some((notification) => notification.id === id));
  return next.map((notification) => {
    const index = free.findIndex((candidate) => sameNotification(candidate, notification));
    const [same] = index < 0 ? [] : free.splice(index, 1);
    return same === undefined ? notification : { ...notification, id: same.id };
  });
}

function convertToBasicUnit(threshold: MetricThreshold): MetricThreshold {
  const group = METRIC_GROUPS.get(threshold.metricName);
  if (group === undefined || group === "raw") return threshold;
  const [units = DEFAULT_UNITS[group]] = Object.keys(UNITS[group]);
  const factors = UNITS[group];
  const factor = Object.hasOwn(factors, threshold.units) ? (factors[threshold.units] ?? 1) : 1;
  return { ...threshold, threshold: threshold.threshold * factor, units };
}
