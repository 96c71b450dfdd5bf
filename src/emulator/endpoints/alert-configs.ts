import { readAlertConfig, readGlobalAlertConfig, type AlertFacts } from "../alert-validation";
import { ALL_MATCHER_FIELDS, DEFAULT_UNITS, METRIC_GROUPS, UNITS } from "../catalogue";
import { param, type RoutedRequest, type Context, type Route } from "../context";
import type { AlertConfig, MetricThreshold, Notification } from "../entities";
import { serviceError, type ErrorCode } from "../errors";
import { readFields } from "../fields";
import { isId, newId, formatTimestamp } from "../ids";
import { isJsonObject } from "../json";
import { sameNotification } from "../notification-validation";
import { buildListBody } from "../paging";
import { requireGlobalRole, requireProjectRole, requireReadableProject } from "../permissions";
import { redactNotification } from "../redaction";
import { empty, list, one } from "../reply";
import { GLOBAL_SCOPE, type Table } from "../store";

type AnyConfig = Omit<AlertConfig, "groupId">;
type Stamp = "id" | "created" | "updated";
type Content<Config> = Omit<Config, Stamp>;

/** Alert configurations of a project, or global ones. */
interface Level<Config extends AnyConfig> {
  readonly path: string;
  readonly table: Table<Config>;
  readonly notFound: ErrorCode;
  readonly isGlobal: boolean;
  /** Returns the id of the project. @throws ServiceError if the key may not read them */
  readonly authorizeRead: (request: RoutedRequest) => string;
  /** Returns the id of the project. @throws ServiceError if the key may not change them */
  readonly authorizeWrite: (request: RoutedRequest) => string;
  /** What a body sets. */
  readonly read: (body: unknown, facts: AlertFacts, groupId: string) => Content<Config>;
}

/** The endpoints of the Ops Manager documentation, "Alert Configurations" and "Global Alert Configurations". */
export function alertConfigRoutes(context: Context): Route[] {
  const { alertConfigs, globalAlertConfigs } = context.store.tables;
  const authorizeGlobal = (request: RoutedRequest): string => {
    requireGlobalRole(request, "GLOBAL_MONITORING_ADMIN");
    return GLOBAL_SCOPE;
  };
  return [
    ...routesOf(context, {
      path: "/groups/{projectId}/alertConfigs",
      table: alertConfigs,
      notFound: "ALERT_CONFIG_NOT_FOUND",
      isGlobal: false,
      authorizeRead: (request) => requireReadableProject(context, request).id,
      authorizeWrite: (request) =>
        requireProjectRole(context, request, "GROUP_OWNER", "GROUP_MONITORING_ADMIN").id,
      read: (body, facts, groupId) => ({ groupId, ...readAlertConfig(body, facts) }),
    }),
    ...routesOf(context, {
      path: "/globalAlertConfigs",
      table: globalAlertConfigs,
      notFound: "GLOBAL_ALERT_CONFIG_NOT_FOUND",
      isGlobal: true,
      authorizeRead: authorizeGlobal,
      authorizeWrite: authorizeGlobal,
      read: (body, facts) => readGlobalAlertConfig(body, facts),
    }),
    { method: "GET", path: "/alertConfigs/matchers/fieldNames", handle: () => one(ALL_MATCHER_FIELDS) },
  ];
}

function routesOf<Config extends AnyConfig>(context: Context, level: Level<Config>): Route[] {
  const { authorizeRead, authorizeWrite, isGlobal, table } = level;
  const { integrations, teams, users } = context.store.tables;
  const { settings } = context;
  const collection = level.path;
  const item = `${collection}/{alertConfigId}`;

  const find = (request: RoutedRequest, groupId: string): Config => {
    const id = param(request, "alertConfigId");
    if (!isId(id)) throw serviceError("INVALID_ALERT_CONFIG_ID", id);
    const config = table.get(groupId, id);
    if (config === undefined) throw serviceError(level.notFound, id);
    return config;
  };

  const stamped = (content: Content<Config>, stamps: Pick<AnyConfig, Stamp>): Config =>
    ({ ...stamps, ...content }) as unknown as Config;

  const factsOf = (projectId: string, current: readonly Notification[]): AlertFacts => ({
    isGlobal,
    catalogue: settings.catalogue,
    defaultWebhook:
      settings.defaultWebhook || (!isGlobal && integrations.get(projectId, "WEBHOOK") !== undefined),
    newerFields: settings.newerFields,
    current,
    newId: () => newId(context.now()),
    hasTeam: (id) => teams.get(GLOBAL_SCOPE, id) !== undefined,
    hasUser: (name) =>
      !settings.checkUsers ||
      (isGlobal
        ? users.get(GLOBAL_SCOPE, name) !== undefined
        : users.get(GLOBAL_SCOPE, name)?.projectIds.includes(projectId) === true),
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
  const view = (config: Config): object => ({
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
      path: collection,
      handle(request) {
        const groupId = authorizeRead(request);
        const url = context.apiUrl() + collection.replace("{projectId}", groupId);
        return list(buildListBody(table.rows(groupId), view, url, request.query));
      },
    },
    {
      method: "GET",
      path: item,
      handle(request) {
        return one(view(find(request, authorizeRead(request))));
      },
    },
    {
      method: "POST",
      path: collection,
      body: "json",
      handle(request) {
        const groupId = authorizeWrite(request);
        const content = level.read(stripOwnIds(request.body, groupId), factsOf(groupId, []), groupId);
        const stamp = formatTimestamp(context.now());
        const config = stamped(content, { id: newId(context.now()), created: stamp, updated: stamp });
        table.set(config);
        return one(view(config), settings.createdStatus);
      },
    },
    {
      method: "PUT",
      path: item,
      body: "json",
      handle(request) {
        const groupId = authorizeWrite(request);
        const current = find(request, groupId);
        // Users of public clients report this error for a PUT with only the fields to change.
        if (
          isJsonObject(request.body) &&
          !("eventTypeName" in request.body) &&
          !("notifications" in request.body)
        )
          throw serviceError("UNEXPECTED_ERROR");
        const body = stripOwnIds(request.body, groupId, current.id);
        const content = level.read(body, factsOf(groupId, current.notifications), groupId);
        const { id, created } = current;
        const notifications = keepIds(content.notifications, current.notifications);
        const updated = formatTimestamp(context.now());
        const config = stamped({ ...content, notifications }, { id, created, updated });
        table.set(config);
        return one(view(config));
      },
    },
    {
      method: "PATCH",
      path: item,
      body: "json",
      handle(request) {
        const current = find(request, authorizeWrite(request));
        const { enabled } = readFields(request.body, { enabled: { type: "boolean", required: true } });
        const config = { ...current, enabled, updated: formatTimestamp(context.now()) };
        table.set(config);
        return one(view(config));
      },
    },
    {
      method: "DELETE",
      path: item,
      handle(request) {
        const groupId = authorizeWrite(request);
        table.delete(groupId, find(request, groupId).id);
        return empty(settings.deletedStatus);
      },
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
