/** What the service would refuse about an alert configuration, told before anything is sent. */

import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import { looksMasked } from "../../core/masks";
import type { Path, Problem } from "../../core/problems";
import { error, given, warning } from "../../core/problems";
import { didYouMean } from "../../core/suggest";
import { isUnknown } from "../../core/unknowns";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import type { EventKind, NotificationRule } from "./catalogue";
import {
  COMMON_NOTIFICATION_FIELDS,
  EVENT_TYPES,
  LEAST_INTERVAL_MIN,
  MATCHER_FIELD_NAMES,
  MATCHER_FIELDS,
  MATCHER_OPERATORS,
  MAYBE_THRESHOLD_EVENTS,
  MEMBER_HEALTH_EVENTS,
  METRIC_EVENTS,
  METRICS,
  NOTIFICATION_TYPES,
  notificationTypeOf,
  ORG_ROLES,
  OTHER_METRICS,
  PROJECT_ROLES,
  THRESHOLD_OPERATORS,
  TYPE_NAMES,
  UNITS,
  UNITS_BY_GROUP,
  WITHOUT_INTERVAL,
} from "./catalogue";

export interface RuleOptions {
  /** Unknown names are errors and not warnings. */
  readonly strictCatalog: boolean;
}

/** All problems of the arguments of an alert configuration; whatever is unknown skips the rules that need it. */
export function alertProblems(args: PlainObject, options: RuleOptions): Problem[] {
  const event = knownText(args["eventTypeName"]);
  return [
    ...eventProblems(event, options),
    ...matcherProblems(event, args["matchers"]),
    ...metricThresholdProblems(event, args["metricThreshold"], options),
    ...thresholdProblems(event, args["threshold"]),
    ...notificationsProblems(args["notifications"], options),
  ];
}

/** The value if it is a known string: what is of another type is told by the shape. */
function knownText(value: unknown): string | undefined {
  return typeof value === "string" && !isUnknown(value) ? value : undefined;
}

function knownNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The value, unless it is not known yet. */
function known<T>(value: T): T | undefined {
  return isUnknown(value) ? undefined : value;
}

function listOf(names: Iterable<string>): string {
  return [...names].join(", ");
}

/** A name that the catalogue lacks: the catalogue may be older than the service. */
function unlisted(
  path: Path,
  name: string,
  what: string,
  names: Iterable<string>,
  { strictCatalog }: RuleOptions,
): Problem {
  const text = `${JSON.stringify(name)} is no ${what} that the documentation lists${didYouMean(name, names)}`;
  return strictCatalog ? error(path, text) : warning(path, text);
}

function eventProblems(event: string | undefined, options: RuleOptions): Problem[] {
  if (event === undefined || EVENT_TYPES.has(event)) return [];
  return [unlisted(["eventTypeName"], event, "event type", EVENT_TYPES.keys(), options)];
}

// --- matchers ---

function matcherProblems(event: string | undefined, value: unknown): Problem[] {
  const matchers = known(value as PlainObject[] | undefined);
  if (!Array.isArray(matchers) || matchers.length === 0) return [];
  const kind = event === undefined ? undefined : EVENT_TYPES.get(event)?.kind;
  if (kind === "other") {
    return [
      error(
        ["matchers"],
        `${event} takes no matchers: only events about a host, a replica set or a sharded cluster do`,
      ),
    ];
  }
  return matchers.flatMap((matcher, index) =>
    isPlainObject(matcher) ? oneMatcherProblems(event, kind, matcher, ["matchers", index]) : [],
  );
}

function oneMatcherProblems(
  event: string | undefined,
  kind: EventKind | undefined,
  matcher: PlainObject,
  path: Path,
): Problem[] {
  const fieldName = knownText(matcher["fieldName"]);
  const operator = knownText(matcher["operator"]);
  const value = knownText(matcher["value"]);
  const problems: Problem[] = [];
  if (fieldName !== undefined) {
    const allowed = (kind === undefined ? undefined : MATCHER_FIELDS[kind]) ?? MATCHER_FIELD_NAMES;
    const at = [...path, "fieldName"];
    if (!(MATCHER_FIELD_NAMES as readonly string[]).includes(fieldName)) {
      problems.push(
        error(
          at,
          `must be one of ${listOf(allowed)}, not ${given(fieldName, at)}${didYouMean(fieldName, allowed)}`,
        ),
      );
    } else if (kind === "backup") {
      problems.push(
        warning(
          at,
          `${event} is a backup event, for which the documentation shows matchers only in passing; the service may refuse it`,
        ),
      );
    } else if (!allowed.includes(fieldName)) {
      problems.push(error(at, `must be one of ${listOf(allowed)} for ${event}, not ${given(fieldName, at)}`));
    }
  }
  if (operator !== undefined && !(MATCHER_OPERATORS as readonly string[]).includes(operator)) {
    const at = [...path, "operator"];
    problems.push(
      error(
        at,
        `must be one of ${listOf(MATCHER_OPERATORS)}, not ${given(operator, at)}${didYouMean(operator, MATCHER_OPERATORS)}`,
      ),
    );
  }
  if (typeof value === "string") {
    const at = [...path, "value"];
    const exact = operator === "EQUALS" || operator === "NOT_EQUALS";
    if (fieldName === "TYPE_NAME" && exact && !(TYPE_NAMES as readonly string[]).includes(value)) {
      problems.push(
        error(
          at,
          `must be one of ${listOf(TYPE_NAMES)} when fieldName is TYPE_NAME, not ${given(value, at)}${didYouMean(value, TYPE_NAMES)}`,
        ),
      );
    }
    if (operator === "REGEX" && !isRegExp(value)) {
      problems.push(
        warning(at, "is no regular expression by JavaScript's rules; those of the service differ a little"),
      );
    }
  }
  return problems;
}

function isRegExp(text: string): boolean {
  try {
    void new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

// --- thresholds ---

function metricThresholdProblems(event: string | undefined, value: unknown, options: RuleOptions): Problem[] {
  const path = ["metricThreshold"];
  const takesIt = event !== undefined && METRIC_EVENTS.has(event);
  if (value === undefined) {
    return takesIt ? [error(path, `is missing; it is required when eventTypeName is ${event}`)] : [];
  }
  // An event that is not in the catalogue may be a metric event as well.
  if (event !== undefined && !takesIt && EVENT_TYPES.has(event)) {
    return [error(path, `belongs to ${listOf(METRIC_EVENTS)} only, not to ${event}`)];
  }
  const threshold = known(value as PlainObject | undefined);
  if (!isPlainObject(threshold)) return [];
  return [
    ...metricProblems(threshold, options),
    ...modeProblems(knownText(threshold["mode"])),
    ...comparisonProblems(threshold, path),
  ];
}

function metricProblems(threshold: PlainObject, options: RuleOptions): Problem[] {
  const metric = knownText(threshold["metricName"]);
  const units = knownText(threshold["units"]);
  const problems: Problem[] = [];
  if (typeof metric === "string" && !METRICS.has(metric) && !OTHER_METRICS.has(metric)) {
    problems.push(unlisted(["metricThreshold", "metricName"], metric, "metric", METRICS.keys(), options));
  }
  if (typeof units !== "string") return problems;
  const path = ["metricThreshold", "units"];
  const group = typeof metric === "string" ? METRICS.get(metric) : undefined;
  const allowed: readonly string[] = group === undefined ? UNITS : UNITS_BY_GROUP[group];
  if (!allowed.includes(units)) {
    const forMetric = group === undefined ? "" : ` for ${metric}`;
    problems.push(
      error(
        path,
        `must be one of ${listOf(allowed)}${forMetric}, not ${given(units, path)}${didYouMean(units, allowed)}`,
      ),
    );
  }
  return problems;
}

function modeProblems(mode: string | undefined): Problem[] {
  const path = ["metricThreshold", "mode"];
  if (mode === undefined || mode === "AVERAGE") return [];
  if (mode === "TOTAL") return [error(path, "must be AVERAGE; the service no longer takes TOTAL")];
  return [error(path, `must be AVERAGE, not ${given(mode, path)}`)];
}

function thresholdProblems(event: string | undefined, value: unknown): Problem[] {
  const path = ["threshold"];
  const takesIt = event !== undefined && MEMBER_HEALTH_EVENTS.has(event);
  if (value === undefined) {
    return takesIt ? [error(path, `is missing; it is required when eventTypeName is ${event}`)] : [];
  }
  const problems: Problem[] = [];
  if (event !== undefined && MAYBE_THRESHOLD_EVENTS.has(event)) {
    problems.push(warning(path, `is not documented for ${event}; the service may refuse it`));
  } else if (event !== undefined && !takesIt && EVENT_TYPES.has(event)) {
    return [error(path, `belongs to ${listOf(MEMBER_HEALTH_EVENTS)} only, not to ${event}`)];
  }
  const threshold = known(value as PlainObject | undefined);
  return isPlainObject(threshold) ? [...problems, ...comparisonProblems(threshold, path)] : problems;
}

function comparisonProblems(threshold: PlainObject, path: Path): Problem[] {
  const operator = knownText(threshold["operator"]);
  if (operator === undefined || (THRESHOLD_OPERATORS as readonly string[]).includes(operator)) return [];
  const at = [...path, "operator"];
  return [
    error(
      at,
      `must be ${THRESHOLD_OPERATORS.join(" or ")}, not ${given(operator, at)}${didYouMean(operator, THRESHOLD_OPERATORS)}`,
    ),
  ];
}

// --- notifications ---

function notificationsProblems(value: unknown, options: RuleOptions): Problem[] {
  const notifications = known(value as unknown[] | undefined);
  if (!Array.isArray(notifications)) return [];
  if (notifications.length === 0) return [error(["notifications"], "must hold at least one notification")];
  const problems = notifications.flatMap((notification, index) =>
    isPlainObject(notification) ? notificationProblems(notification, ["notifications", index], options) : [],
  );
  const groups = notifications.flatMap((notification, index) =>
    isPlainObject(notification) && notification["typeName"] === "GROUP" ? [index] : [],
  );
  if (groups.length > 1) {
    problems.push(
      error(
        ["notifications", groups[1] ?? 0],
        `is the second of type GROUP (the first is notifications[${groups[0]}]); the service takes one at most`,
      ),
    );
  }
  return problems;
}

function notificationProblems(notification: PlainObject, path: Path, options: RuleOptions): Problem[] {
  return [
    ...typeProblems(notification, path, options),
    ...timingProblems(notification, path),
    ...roleProblems(notification, path, options),
    ...formatProblems(notification, path),
  ];
}

function typeProblems(notification: PlainObject, path: Path, options: RuleOptions): Problem[] {
  const typeName = knownText(notification["typeName"]);
  if (typeof typeName !== "string") return [];
  const type = notificationTypeOf(typeName);
  const rule = (NOTIFICATION_TYPES as Record<string, NotificationRule>)[type];
  const names = Object.keys(NOTIFICATION_TYPES);
  if (type === "ADMIN") {
    return [
      error(
        [...path, "typeName"],
        "ADMIN is for global alert configurations only, which belong to no project",
      ),
    ];
  }
  if (rule === undefined)
    return [unlisted([...path, "typeName"], typeName, "type of notification", names, options)];
  const problems: Problem[] = rule.required
    .filter((field) => isEmpty(notification[field]))
    .map((field) => error([...path, field], `is missing; it is required when typeName is ${typeName}`));
  const allowed = new Set([...COMMON_NOTIFICATION_FIELDS, ...rule.required, ...rule.optional]);
  for (const field of Object.keys(notification)) {
    if (!allowed.has(field))
      problems.push(error([...path, field], `does not belong to typeName ${typeName}${ownersOf(field)}`));
  }
  if (type === "TEAM") {
    problems.push(
      warning(
        [...path, "typeName"],
        "TEAM is known from a neighbouring service only; this one may refuse it",
      ),
    );
  }
  if (
    (type === "GROUP" || type === "USER") &&
    notification["emailEnabled"] === false &&
    notification["smsEnabled"] === false
  ) {
    problems.push(
      error([...path, "emailEnabled"], "must be true, or smsEnabled must be: else nobody is notified"),
    );
  }
  if (notification["webhookSecret"] !== undefined && notification["webhookUrl"] === undefined) {
    problems.push(
      error(
        [...path, "webhookSecret"],
        "needs a webhookUrl beside it; the secret of the project's default URL is set on the integrations page of the service",
      ),
    );
  }
  return problems;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === "";
}

function ownersOf(field: string): string {
  const owners = Object.entries(NOTIFICATION_TYPES as Record<string, NotificationRule>)
    .filter(([, rule]) => rule.required.includes(field) || rule.optional.includes(field))
    .map(([type]) => type);
  return owners.length === 0 ? "" : `; it goes with ${listOf(owners)}`;
}

function timingProblems(notification: PlainObject, path: Path): Problem[] {
  const interval = knownNumber(notification["intervalMin"]);
  const delay = knownNumber(notification["delayMin"]);
  const type = knownText(notification["typeName"]);
  const problems: Problem[] = [];
  if (typeof interval === "number" && interval < LEAST_INTERVAL_MIN) {
    problems.push(
      error([...path, "intervalMin"], `must be at least ${LEAST_INTERVAL_MIN} (minutes), not ${interval}`),
    );
  } else if (interval !== undefined && type !== undefined && WITHOUT_INTERVAL.has(type)) {
    problems.push(
      warning([...path, "intervalMin"], `may be ignored by the service: ${type} has intervals of its own`),
    );
  }
  if (typeof delay === "number" && delay < 0) {
    problems.push(error([...path, "delayMin"], `must be at least 0 (minutes), not ${delay}`));
  }
  return problems;
}

function roleProblems(notification: PlainObject, path: Path, options: RuleOptions): Problem[] {
  const type = knownText(notification["typeName"]);
  const { role, roles } = notification;
  const problems: Problem[] = [];
  if (role !== undefined && roles !== undefined) {
    problems.push(error([...path, "role"], "and roles say the same thing in two ways; give one of them"));
  }
  if (Array.isArray(roles) && roles.length === 0) {
    problems.push(error([...path, "roles"], "must not be empty; leave it out to notify every role"));
  }
  if (type === "GROUP" && role === undefined && roles === undefined) {
    problems.push(
      warning(
        [...path, "role"],
        "is missing; the specification requires it for GROUP, later versions notify every role without it",
      ),
    );
  }
  const catalogue: readonly string[] = type === "ORG" ? ORG_ROLES : PROJECT_ROLES;
  const named: [Path, unknown][] = [
    [[...path, "role"], role],
    ...(Array.isArray(roles) ? roles : []).map((item, index): [Path, unknown] => [
      [...path, "roles", index],
      item,
    ]),
  ];
  for (const [at, name] of named) {
    if (typeof name === "string" && !isUnknown(name) && !catalogue.includes(name)) {
      problems.push(
        unlisted(
          at,
          name,
          type === "ORG" ? "role of an organization" : "role of a project",
          catalogue,
          options,
        ),
      );
    }
  }
  return problems;
}

function formatProblems(notification: PlainObject, path: Path): Problem[] {
  const problems: Problem[] = [];
  const check = (
    field: string,
    isRight: (text: string) => boolean,
    report: typeof error,
    text: string,
  ): void => {
    const value = knownText(notification[field]);
    if (typeof value !== "string" || value === "" || isRight(value)) return;
    const at = [...path, field];
    problems.push(
      report(at, SECRET_NOTIFICATION_FIELDS.has(field) ? text : `${text}, not ${given(value, at)}`),
    );
  };
  check("emailAddress", (text) => /^[^\s@]+@[^\s@]+$/.test(text), error, "must be an e-mail address");
  check(
    "mobileNumber",
    (text) => /^\+?[\d\s().-]{5,}$/.test(text),
    warning,
    "does not look like a phone number",
  );
  check("webhookUrl", isHttpUrl, error, "must be an http or https URL");
  check("microsoftTeamsWebhookUrl", isHttpUrl, error, "must be an http or https URL");
  for (const field of SECRET_NOTIFICATION_FIELDS) {
    const value = known(notification[field]);
    // A template may hold stars of its own.
    const masked = field.endsWith("Template")
      ? value === "***"
      : typeof value === "string" && looksMasked(value);
    if (masked) {
      problems.push(
        error([...path, field], "looks like the masked form that the service shows; give the real value"),
      );
    }
  }
  return problems;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
