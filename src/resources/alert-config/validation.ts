/**
 * Validation of an alert configuration: what the service would refuse, before anything is sent. The rules for single fields are
 * columns of the tables; here are those for several fields at once.
 */

import type { Settings } from "../../core/settings";
import { fieldProblems } from "../../core/field-problems";
import type { Path, Problem } from "../../core/problems";
import { error, idProblems, notOneOf, unlisted, valueAt, warning } from "../../core/problems";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import type { ThresholdName } from "../../fields/alert-catalogue";
import * as catalogue from "../../fields/alert-catalogue";
import type { AlertMatcher } from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import {
  fieldsRequiredBy,
  isFixedFor,
  knownNotificationType,
  RETURNED_BY_ALL,
  takesField,
  typesThatTake,
} from "../../fields/notification";
import type { AlertArgs } from "./encoding";
import type { AlertScope } from "./scope";
import { IN_PROJECT } from "./scope";

type Alert = Exclude<Unsettled<AlertArgs>, string>;
type Thresholds = Pick<Alert, ThresholdName>;

/** Validates an alert configuration. Rules that need an unknown value do not apply. */
export function validateAlert(
  args: Unsettled<AlertArgs>,
  { strictCatalog }: Pick<Settings, "strictCatalog">,
  scope = IN_PROJECT,
): Problem[] {
  const alert = knownValue(args) ?? {};
  const { projectId, adoptId, matchers, metricThreshold, threshold, notifications } = alert;
  const event = knownText(alert.eventTypeName);
  return [
    ...idProblems(["projectId"], projectId),
    ...idProblems(["adoptId"], adoptId),
    ...(event !== undefined && catalogue.NOT_ALERTABLE_EVENTS.has(event)
      ? [warning(["eventTypeName"], NOT_ALERTABLE)]
      : []),
    ...validateMatchers(event, matchers),
    ...misplaced("metricThreshold", metricThreshold, event),
    ...misplaced("threshold", threshold, event),
    ...validateUnits(alert),
    ...validateProjects(alert),
    ...validateNotifications(notifications, strictCatalog, scope),
    ...fieldProblems(scope.table, alert, strictCatalog),
  ];
}

/** The rules for the projects that a global alert configuration is for. */
function validateProjects({ forAllGroups, groupIds = [], tags = [] }: Alert): Problem[] {
  const ids = isUnknown(groupIds) ? [] : groupIds;
  const problems = ids.flatMap((id, index) => idProblems(["groupIds", index], id));
  if (forAllGroups === false && !isUnknown(groupIds) && ids.length === 0)
    problems.push(error(["groupIds"], "must have at least one id when forAllGroups is false"));
  if (forAllGroups === true && ids.length > 0)
    problems.push(
      error(["groupIds"], "goes with forAllGroups: false only; leave it out, or select projects by tags"),
    );
  if (forAllGroups === false && !isUnknown(tags) && tags.length > 0)
    problems.push(error(["tags"], "goes with forAllGroups: true only; name the projects in groupIds"));
  return problems;
}

const NOT_ALERTABLE = "the documentation marks this event as not alertable; the service may refuse it";

function validateMatchers(
  event: string | undefined,
  matchers: Unsettled<AlertMatcher[]> | undefined = [],
): Problem[] {
  if (isUnknown(matchers) || matchers.length === 0) return [];
  const kind = event === undefined ? undefined : catalogue.EVENT_TYPES.get(event);
  if (kind === "other") {
    const message = `${event} takes no matchers: only events about a host, a replica set or a sharded cluster do`;
    return [error(["matchers"], message)];
  }
  const allowed = kind && catalogue.MATCHER_FIELDS[kind];
  return matchers.flatMap((matcher, index) => {
    const { fieldName, operator, value } = knownValue(matcher) ?? {};
    const [name, text] = [knownText(fieldName), knownText(value)];
    const at = (field: keyof AlertMatcher): Path => ["matchers", index, field];
    // A newer version of the service may have a name that no kind of event has in the documentation.
    const isDocumented = catalogue.MATCHER_FIELD_NAMES.some((known) => known === name);
    const problems =
      allowed !== undefined && isDocumented ? notOneOf(allowed, name, at("fieldName"), ` for ${event}`) : [];
    if (kind === "backup") {
      const message = `${event} is a backup event, for which the documentation shows matchers only in passing; the service may refuse it`;
      problems.push(warning(at("fieldName"), message));
    }
    if (name === "TYPE_NAME" && (operator === "EQUALS" || operator === "NOT_EQUALS"))
      problems.push(...notOneOf(catalogue.TYPE_NAMES, text, at("value"), " when fieldName is TYPE_NAME"));
    if (operator === "REGEX" && text !== undefined && !isRegExp(text)) {
      const message = "is not a regular expression of JavaScript; the rules of the service differ a little";
      problems.push(warning(at("value"), message));
    }
    return problems;
  });
}

function isRegExp(text: string): boolean {
  try {
    void new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** The problem of a threshold that the event requires and that is missing, or that the event does not take. */
function misplaced(part: ThresholdName, threshold: unknown, event: string | undefined): Problem[] {
  if (event === undefined) return [];
  if (threshold === undefined)
    return catalogue.requiresThreshold(event, part)
      ? [error([part], `is missing; it is required when eventTypeName is ${event}`)]
      : [];
  if (part === "threshold" && catalogue.MAYBE_THRESHOLD_EVENTS.has(event))
    return [warning([part], `is not documented for ${event}; the service may refuse it`)];
  if (catalogue.usesThreshold(event, part)) return [];
  return [error([part], `belongs to ${catalogue.THRESHOLD_EVENTS[part].join(", ")} only, not to ${event}`)];
}

function validateUnits({ metricThreshold = {}, threshold = {} }: Thresholds): Problem[] {
  const { metricName, units } = knownValue(metricThreshold) ?? {};
  const group = catalogue.METRICS.get(knownText(metricName) ?? "");
  const allowed = group === undefined ? catalogue.UNITS : catalogue.UNITS_BY_GROUP[group];
  const when = group === undefined ? "" : ` for ${metricName}`;
  const problems = notOneOf(allowed, knownText(units), ["metricThreshold", "units"], when);
  const others = knownValue(threshold)?.units;
  if (!catalogue.UNITS.some((name) => name === others)) return problems;
  const message = "the documentation lists it in responses only; the service may ignore or refuse it";
  return [...problems, warning(["threshold", "units"], message)];
}

/** A notification of which any field may be absent or unknown. */
type Notification = Exclude<Unsettled<AlertNotification>, string>;

/** @param isStrict whether roles that the documentation does not list are errors in place of warnings */
function validateNotifications(
  notifications: Unsettled<AlertNotification[]> | undefined = [],
  isStrict: boolean,
  { isGlobal }: AlertScope,
): Problem[] {
  if (isUnknown(notifications)) return [];
  const known = notifications.map((notification): Notification => knownValue(notification) ?? {});
  const problems = known.flatMap((notification, index) => [
    ...validateNotification(notification, ["notifications", index]),
    ...(isGlobal ? validateGlobal : validateInProject)(notification, ["notifications", index]),
    ...validateRoles(notification, ["notifications", index], { isStrict, isGlobal }),
  ]);
  const [first, second] = known.flatMap(({ typeName }, index) => (typeName === "GROUP" ? [index] : []));
  if (second === undefined) return problems;
  const message = `is the second of type GROUP (the first is notifications[${first}]); the service takes one at most`;
  return [...problems, error(["notifications", second], message)];
}

function validateNotification(notification: Notification, path: Path): Problem[] {
  const { emailEnabled, smsEnabled, intervalMin, webhookSecret, webhookUrl } = notification;
  const typeName = knownText(notification.typeName) ?? "";
  const type = knownNotificationType(typeName);
  const missing = fieldsRequiredBy(type).filter((field) => (valueAt(notification, [field]) ?? "") === "");
  const stray = Object.keys(notification).filter((field) => !takesField(type, field));
  const problems = [
    ...missing.map((field) =>
      error([...path, field], `is missing; it is required when typeName is ${typeName}`),
    ),
    ...stray.map((field) => strayField(field, typeName, path)),
  ];
  const report = (severity: typeof error, field: string, text: string): void =>
    void problems.push(severity([...path, field], text));
  if ((type === "GROUP" || type === "USER") && emailEnabled === false && smsEnabled === false)
    report(error, "emailEnabled", "must be true, or smsEnabled must be: otherwise nobody is notified");
  if (webhookSecret !== undefined && webhookUrl === undefined)
    report(
      error,
      "webhookSecret",
      "requires a webhookUrl; the secret of the default URL is set beside that URL",
    );
  if (typeof intervalMin === "number" && isFixedFor(typeName, "intervalMin"))
    report(warning, "intervalMin", `may be ignored by the service: ${type} has its own intervals`);
  return problems;
}

function validateInProject({ typeName }: Notification, path: Path): Problem[] {
  const at = [...path, "typeName"];
  if (typeName === "ADMIN")
    return [error(at, "ADMIN is for global alert configurations only: declare a GlobalAlertConfig")];
  if (typeName !== "TEAM") return [];
  return [warning(at, "TEAM is documented for MongoDB Atlas only; this service may refuse it")];
}

function validateGlobal({ typeName, role, roles }: Notification, path: Path): Problem[] {
  const type = knownNotificationType(knownText(typeName));
  if (type === undefined) return [];
  const undocumented = (field: string, what: string): Problem =>
    warning(
      [...path, field],
      `${what} not documented for global alert configurations; the service may refuse it`,
    );
  if (!catalogue.GLOBAL_NOTIFICATION_TYPES.includes(type)) return [undocumented("typeName", `${type} is`)];
  const field = role === undefined ? "roles" : "role";
  return (role ?? roles) === undefined ? [] : [undocumented(field, "is")];
}

/** A field that the type does not take: an error, unless the service returns it with every type. */
function strayField(field: string, typeName: string, path: Path): Problem {
  const types = typesThatTake(field);
  const where = types.length === 0 ? "" : `; it goes with ${types.join(", ")}`;
  return RETURNED_BY_ALL.includes(field)
    ? warning([...path, field], `has no effect with typeName ${typeName}${where}`)
    : error([...path, field], `does not belong to typeName ${typeName}${where}`);
}

function validateRoles(
  { typeName, role, roles }: Notification,
  path: Path,
  { isStrict, isGlobal }: { readonly isStrict: boolean; readonly isGlobal: boolean },
): Problem[] {
  const type = knownNotificationType(knownText(typeName) ?? "");
  if (role !== undefined && roles !== undefined)
    return [error([...path, "role"], "and roles mean the same; declare one of them")];
  if (!takesField(type, "roles")) return [];
  const declared = knownValue(roles ?? []) ?? [];
  if (roles !== undefined && roles.length === 0)
    return [error([...path, "roles"], "must not be empty; omit it to notify every role")];
  if (type === "GROUP" && !isGlobal && role === undefined && roles === undefined) {
    const message = "is missing; later versions then notify every role, older ones require one";
    return [warning([...path, "role"], message)];
  }
  const [listed, what] =
    type === "ORG" ? [catalogue.ORG_ROLES, "organization role"] : [catalogue.PROJECT_ROLES, "project role"];
  const texts: [Path, unknown][] = [
    [["role"], role],
    ...declared.map((item, index): [Path, unknown] => [["roles", index], item]),
  ];
  return texts.flatMap(([at, value]) => {
    const text = knownText(value);
    if (text === undefined || listed.some((known) => known === text)) return [];
    return [unlisted([...path, ...at], text, what, listed, isStrict)];
  });
}
