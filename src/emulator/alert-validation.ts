import {
  ALL_MATCHER_FIELDS,
  DEFAULT_UNITS,
  EVENT_KINDS,
  MATCHER_FIELDS,
  MATCHER_OPERATORS,
  MATCHER_TYPE_NAMES,
  METRIC_EVENTS,
  METRIC_GROUPS,
  THRESHOLD_EVENTS,
  THRESHOLD_OPERATORS,
  UNITS,
} from "./catalogue";
import type { AlertConfig, GlobalAlertConfig, Matcher, MetricThreshold, Threshold } from "./entities";
import { serviceError } from "./errors";
import { pickFields } from "./json";
import { readFields, type FieldRules, type FieldsOf } from "./fields";
import { readNotifications, type NotificationFacts } from "./notification-validation";

/** The fields of an alert configuration that a request can set. */
export type AlertConfigContent = Omit<AlertConfig, "id" | "groupId" | "created" | "updated">;

/** The context that the validation depends on. */
export interface AlertFacts extends NotificationFacts {
  /** `open` accepts event and metric names outside the catalogue. */
  readonly catalogue: "strict" | "open";
}

const ALERT_FIELDS = {
  enabled: { type: "boolean" },
  eventTypeName: { type: "string", required: true },
  matchers: { type: "array" },
  metricThreshold: { type: "object" },
  notifications: { type: "array", required: true },
  threshold: { type: "object" },
  typeName: { type: "string" },
} as const satisfies FieldRules;

const READ_ONLY = ["created", "groupId", "id", "links", "updated"];

const ALL_UNITS = Object.values(UNITS).flatMap((units) => Object.keys(units));

/** Validates the body of a POST or PUT; like the service, it reports only the first problem. */
export function readAlertConfig(body: unknown, facts: AlertFacts): AlertConfigContent {
  return contentOf(readFields(body, ALERT_FIELDS, { readOnly: READ_ONLY, newer: facts.newerFields }), facts);
}

const GLOBAL_FIELDS = {
  ...ALERT_FIELDS,
  forAllGroups: { type: "boolean", required: true },
  groupIds: { type: "strings" },
  tags: { type: "strings" },
} as const satisfies FieldRules;

/** Validates the body of a POST or PUT of a global alert configuration. */
export function readGlobalAlertConfig(
  body: unknown,
  facts: AlertFacts,
): AlertConfigContent & Pick<GlobalAlertConfig, "forAllGroups" | "groupIds" | "tags"> {
  const given = readFields(body, GLOBAL_FIELDS, { readOnly: READ_ONLY, newer: facts.newerFields });
  const { forAllGroups, groupIds = [], tags = [] } = given;
  if (!forAllGroups && groupIds.length === 0) throw serviceError("MISSING_ATTRIBUTE", "groupIds");
  if (!forAllGroups && tags.length > 0) throw serviceError("INVALID_ATTRIBUTE", "tags");
  const content = contentOf(given, facts);
  return { ...content, forAllGroups, groupIds: forAllGroups ? [] : [...groupIds], tags: [...tags] };
}

function contentOf(given: FieldsOf<typeof ALERT_FIELDS>, facts: AlertFacts): AlertConfigContent {
  const eventTypeName = given.eventTypeName;
  if (!EVENT_KINDS.has(eventTypeName) && facts.catalogue === "strict")
    throw serviceError("INVALID_ENUM_VALUE", "eventTypeName", eventTypeName);
  return {
    ...pickFields(given, facts.newerFields),
    enabled: given.enabled === true,
    eventTypeName,
    matchers: readMatchers(given.matchers, eventTypeName, facts),
    ...readMetricThreshold(given.metricThreshold, eventTypeName, facts),
    ...readThreshold(given.threshold, eventTypeName, facts),
    notifications: readNotifications(given.notifications, facts),
  };
}

function readMatchers(
  value: readonly unknown[] | undefined,
  eventTypeName: string,
  { catalogue }: AlertFacts,
): Matcher[] {
  const kind = EVENT_KINDS.get(eventTypeName);
  const allowed = kind === undefined ? ALL_MATCHER_FIELDS : MATCHER_FIELDS[kind];
  return (value ?? []).map((element, index) => {
    const path = `matchers[${index}]`;
    const {
      fieldName,
      operator,
      value: wanted,
    } = readFields(
      element,
      {
        fieldName: {
          type: "string",
          required: true,
          ...(catalogue === "strict" && { values: ALL_MATCHER_FIELDS }),
        },
        operator: { type: "string", required: true, values: MATCHER_OPERATORS },
        value: { type: "string", required: true },
      },
      { path },
    );
    if (ALL_MATCHER_FIELDS.includes(fieldName) && !allowed.includes(fieldName))
      throw serviceError("INVALID_ATTRIBUTE", `${path}.fieldName`);
    checkMatcherValue(fieldName, operator, wanted, path);
    return { fieldName, operator, value: wanted };
  });
}

function checkMatcherValue(fieldName: string, operator: string, value: string, path: string): void {
  const isWholeName = operator === "EQUALS" || operator === "NOT_EQUALS";
  if (fieldName === "TYPE_NAME" && isWholeName && !MATCHER_TYPE_NAMES.includes(value))
    throw serviceError("INVALID_ENUM_VALUE", `${path}.value`, value);
  if (operator !== "REGEX") return;
  try {
    RegExp(value);
  } catch {
    throw serviceError("INVALID_ATTRIBUTE", `${path}.value`);
  }
}

function readMetricThreshold(
  value: unknown,
  eventTypeName: string,
  facts: AlertFacts,
): { metricThreshold?: MetricThreshold } {
  if (value === undefined) {
    if (METRIC_EVENTS.has(eventTypeName)) throw serviceError("MISSING_METRIC_THRESHOLD", eventTypeName);
    return {};
  }
  if (!METRIC_EVENTS.has(eventTypeName)) throw serviceError("METRIC_THRESHOLD_PRESENT", eventTypeName);
  const given = readFields(
    value,
    {
      metricName: { type: "string", required: true },
      mode: { type: "string" },
      operator: { type: "string", required: true, values: THRESHOLD_OPERATORS },
      threshold: { type: "number", required: true },
      units: { type: "string", values: ALL_UNITS },
    },
    { path: "metricThreshold" },
  );
  const mode = given.mode ?? "AVERAGE";
  if (mode === "TOTAL") throw serviceError("TOTAL_MODE_DEPRECATED");
  if (mode !== "AVERAGE") throw serviceError("INVALID_ENUM_VALUE", "metricThreshold.mode", mode);
  const { metricName, operator, threshold } = given;
  return {
    metricThreshold: {
      metricName,
      mode,
      operator,
      threshold,
      units: resolveUnits(metricName, given.units, facts),
    },
  };
}

function resolveUnits(metricName: string, given: string | undefined, facts: AlertFacts): string {
  const group = METRIC_GROUPS.get(metricName);
  if (group === undefined) {
    if (facts.catalogue === "strict")
      throw serviceError("INVALID_ENUM_VALUE", "metricThreshold.metricName", metricName);
    return given ?? "RAW";
  }
  if (given !== undefined && !Object.hasOwn(UNITS[group], given))
    throw serviceError("UNITS_MISMATCH", given, metricName);
  return given ?? DEFAULT_UNITS[group];
}

function readThreshold(value: unknown, eventTypeName: string, facts: AlertFacts): { threshold?: Threshold } {
  if (value === undefined) {
    if (THRESHOLD_EVENTS.required.has(eventTypeName)) throw serviceError("MISSING_THRESHOLD", eventTypeName);
    return {};
  }
  const isOpen = facts.catalogue === "open" && !EVENT_KINDS.has(eventTypeName);
  if (
    !isOpen &&
    !THRESHOLD_EVENTS.required.has(eventTypeName) &&
    !THRESHOLD_EVENTS.optional.has(eventTypeName)
  )
    throw serviceError("THRESHOLD_PRESENT", eventTypeName);
  const given = readFields(
    value,
    {
      operator: { type: "string", required: true, values: THRESHOLD_OPERATORS },
      threshold: { type: "number", required: true },
      // Documented for responses only, but clients send responses back.
      units: { type: "string", values: ALL_UNITS },
    },
    { path: "threshold" },
  );
  return {
    threshold: { operator: given.operator, threshold: given.threshold, units: given.units ?? "RAW" },
  };
}
