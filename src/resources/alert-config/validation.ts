/** Validation of an alert configuration: what the service would refuse, before anything is sent. */

import type { Settings } from "../../core/settings";
import { fieldProblems } from "../../core/field-problems";
import type { Path, Problem } from "../../core/problems";
import { error, idProblems, notOneOf, warning } from "../../core/problems";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import type { ThresholdName } from "../../fields/alert-catalogue";
import {
  EVENT_TYPES,
  MATCHER_FIELD_NAMES,
  MATCHER_FIELDS,
  MAYBE_THRESHOLD_EVENTS,
  METRICS,
  NOT_ALERTABLE_EVENTS,
  requiresThreshold,
  THRESHOLD_EVENTS,
  TYPE_NAMES,
  UNITS,
  UNITS_BY_GROUP,
  usesThreshold,
} from "../../fields/alert-catalogue";
import type { AlertMatcher } from "../../fields/alert-config";
import { ALERT_CONFIG } from "../../fields/alert-config";
import type { AlertArgs } from "./encoding";
import { validateNotifications } from "./notification-validation";

type Thresholds = Exclude<Unsettled<Pick<AlertArgs, ThresholdName>>, string>;

/** Validates an alert configuration. Rules that need an unknown value do not apply. */
export function validateAlert(
  args: Unsettled<AlertArgs>,
  { strictCatalog }: Pick<Settings, "strictCatalog">,
): Problem[] {
  const alert = knownValue(args) ?? {};
  const { projectId, adoptId, matchers, metricThreshold, threshold, notifications } = alert;
  const event = knownText(alert.eventTypeName);
  return [
    ...idProblems(["projectId"], projectId),
    ...idProblems(["adoptId"], adoptId),
    ...(event !== undefined && NOT_ALERTABLE_EVENTS.has(event)
      ? [warning(["eventTypeName"], NOT_ALERTABLE)]
      : []),
    ...validateMatchers(event, matchers),
    ...misplaced("metricThreshold", metricThreshold, event),
    ...misplaced("threshold", threshold, event),
    ...validateUnits(alert),
    ...validateNotifications(notifications, strictCatalog),
    ...fieldProblems(ALERT_CONFIG, alert, strictCatalog),
  ];
}

const NOT_ALERTABLE = "the documentation marks this event as not alertable; the service may refuse it";

function validateMatchers(
  event: string | undefined,
  matchers: Unsettled<AlertMatcher[]> | undefined = [],
): Problem[] {
  if (isUnknown(matchers) || matchers.length === 0) return [];
  const kind = event === undefined ? undefined : EVENT_TYPES.get(event);
  if (kind === "other") {
    const message = `${event} takes no matchers: only events about a host, a replica set or a sharded cluster do`;
    return [error(["matchers"], message)];
  }
  const allowed = kind && MATCHER_FIELDS[kind];
  return matchers.flatMap((matcher, index) => {
    const { fieldName, operator, value } = knownValue(matcher) ?? {};
    const [name, text] = [knownText(fieldName), knownText(value)];
    const at = (field: keyof AlertMatcher): Path => ["matchers", index, field];
    const when = allowed === undefined ? "" : ` for ${event}`;
    const problems = notOneOf(allowed ?? MATCHER_FIELD_NAMES, name, at("fieldName"), when);
    if (kind === "backup") {
      const message = `${event} is a backup event, for which the documentation shows matchers only in passing; the service may refuse it`;
      problems.push(warning(at("fieldName"), message));
    }
    if (name === "TYPE_NAME" && (operator === "EQUALS" || operator === "NOT_EQUALS"))
      problems.push(...notOneOf(TYPE_NAMES, text, at("value"), " when fieldName is TYPE_NAME"));
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
    return requiresThreshold(event, part)
      ? [error([part], `is missing; it is required when eventTypeName is ${event}`)]
      : [];
  if (part === "threshold" && MAYBE_THRESHOLD_EVENTS.has(event))
    return [warning([part], `is not documented for ${event}; the service may refuse it`)];
  if (usesThreshold(event, part)) return [];
  return [error([part], `belongs to ${THRESHOLD_EVENTS[part].join(", ")} only, not to ${event}`)];
}

function validateUnits({ metricThreshold = {}, threshold = {} }: Thresholds): Problem[] {
  const { metricName, units } = knownValue(metricThreshold) ?? {};
  const group = METRICS.get(knownText(metricName) ?? "");
  const allowed = group === undefined ? UNITS : UNITS_BY_GROUP[group];
  const when = group === undefined ? "" : ` for ${metricName}`;
  const problems = notOneOf(allowed, knownText(units), ["metricThreshold", "units"], when);
  const others = knownValue(threshold)?.units;
  if (!UNITS.some((name) => name === others)) return problems;
  const message = "the documentation lists it in responses only; the service may ignore or refuse it";
  return [...problems, warning(["threshold", "units"], message)];
}
