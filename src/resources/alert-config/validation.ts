/** Validation of an alert configuration: what the service would refuse, before anything is sent. */

import type { Settings } from "../../core/settings";
import type { Path, Problem } from "../../core/problems";
import { error, given, idProblems, notOneOf, unlisted, warning } from "../../core/problems";
import { didYouMean } from "../../core/suggest";
import type { Unsettled } from "../../unknowns";
import { isUnknown, knownText, knownValue } from "../../unknowns";
import type { EventKind } from "../../fields/alert-catalogue";
import {
  EVENT_TYPES,
  MATCHER_FIELD_NAMES,
  MATCHER_FIELDS,
  MATCHER_OPERATORS,
  MAYBE_THRESHOLD_EVENTS,
  MEMBER_HEALTH_EVENTS,
  METRIC_EVENTS,
  METRICS,
  NOT_ALERTABLE_EVENTS,
  OTHER_METRICS,
  THRESHOLD_OPERATORS,
  TYPE_NAMES,
  UNITS,
  UNITS_BY_GROUP,
} from "../../fields/alert-catalogue";
import type { AlertMatcher, AlertMetricThreshold, AlertThreshold } from "../../fields/alert-config";
import type { AlertArgs } from "./encoding";
import { validateNotifications } from "./notification-validation";

/** With `strictCatalog`, names that the documentation does not list are errors in place of warnings. */
type Options = Pick<Settings, "strictCatalog">;

/** Validates an alert configuration. Rules that need an unknown value do not apply. */
export function validateAlert(args: Unsettled<AlertArgs>, options: Options): Problem[] {
  const alert = knownValue(args) ?? {};
  const event = knownText(alert.eventTypeName);
  return [
    ...idProblems(["projectId"], alert.projectId),
    ...idProblems(["adoptId"], alert.adoptId),
    ...validateEvent(event, options),
    ...validateMatchers(event, alert.matchers),
    ...validateMetricThreshold(event, alert.metricThreshold, options),
    ...validateThreshold(event, alert.threshold),
    ...validateNotifications(alert.notifications, options),
  ];
}

function validateEvent(event: string | undefined, { strictCatalog }: Options): Problem[] {
  const path = ["eventTypeName"];
  if (event === undefined) return [];
  if (!EVENT_TYPES.has(event))
    return [unlisted(path, event, "event type", EVENT_TYPES.keys(), strictCatalog)];
  return NOT_ALERTABLE_EVENTS.has(event)
    ? [warning(path, "the documentation marks this event as not alertable; the service may refuse it")]
    : [];
}

function kindOf(event: string | undefined): EventKind | undefined {
  return event === undefined ? undefined : EVENT_TYPES.get(event)?.kind;
}

function validateMatchers(
  event: string | undefined,
  matchers: Unsettled<AlertMatcher[]> | undefined = [],
): Problem[] {
  if (isUnknown(matchers) || matchers.length === 0) return [];
  if (kindOf(event) === "other") {
    const message = `${event} takes no matchers: only events about a host, a replica set or a sharded cluster do`;
    return [error(["matchers"], message)];
  }
  return matchers.flatMap((matcher, index) => validateMatcher(event, matcher, ["matchers", index]));
}

function validateMatcher(event: string | undefined, matcher: Unsettled<AlertMatcher>, path: Path): Problem[] {
  const { fieldName, operator, value } = knownValue(matcher) ?? {};
  return [
    ...validateMatcherField(event, knownText(fieldName), [...path, "fieldName"]),
    ...notOneOf(MATCHER_OPERATORS, knownText(operator), [...path, "operator"]),
    ...validateMatcherValue(fieldName, operator, knownText(value), [...path, "value"]),
  ];
}

function validateMatcherField(event: string | undefined, name: string | undefined, path: Path): Problem[] {
  if (name === undefined) return [];
  const kind = kindOf(event);
  const allowed: readonly string[] = (kind && MATCHER_FIELDS[kind]) ?? MATCHER_FIELD_NAMES;
  if (!MATCHER_FIELD_NAMES.some((known) => known === name)) return notOneOf(allowed, name, path);
  if (kind === "backup") {
    const message = `${event} is a backup event, for which the documentation shows matchers only in passing; the service may refuse it`;
    return [warning(path, message)];
  }
  if (allowed.includes(name)) return [];
  return [error(path, `must be one of ${allowed.join(", ")} for ${event}, not ${given(name, path)}`)];
}

function validateMatcherValue(
  fieldName: string | undefined,
  operator: string | undefined,
  value: string | undefined,
  path: Path,
): Problem[] {
  if (value === undefined) return [];
  const isExact = operator === "EQUALS" || operator === "NOT_EQUALS";
  if (fieldName === "TYPE_NAME" && isExact)
    return notOneOf(TYPE_NAMES, value, path, " when fieldName is TYPE_NAME");
  return operator === "REGEX" && !isRegExp(value)
    ? [warning(path, "is not a regular expression of JavaScript; the rules of the service differ a little")]
    : [];
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
function misplaced(
  part: "metricThreshold" | "threshold",
  threshold: unknown,
  event: string | undefined,
  events: ReadonlySet<string>,
): Problem[] {
  const takesIt = event !== undefined && events.has(event);
  if (threshold === undefined) {
    return takesIt ? [error([part], `is missing; it is required when eventTypeName is ${event}`)] : [];
  }
  // An event that is not listed may take it as well.
  const isOther = event !== undefined && !takesIt && EVENT_TYPES.has(event);
  return isOther ? [error([part], `belongs to ${[...events].join(", ")} only, not to ${event}`)] : [];
}

function validateMetricThreshold(
  event: string | undefined,
  threshold: Unsettled<AlertMetricThreshold> | undefined,
  options: Options,
): Problem[] {
  const problems = misplaced("metricThreshold", threshold, event, METRIC_EVENTS);
  if (problems.length > 0 || threshold === undefined || isUnknown(threshold)) return problems;
  return [
    ...validateMetric(knownText(threshold.metricName), knownText(threshold.units), options),
    ...validateMode(knownText(threshold.mode)),
    ...validateOperator(threshold.operator, ["metricThreshold"]),
  ];
}

function validateMetric(metric: string | undefined, units: string | undefined, options: Options): Problem[] {
  const isListed = metric === undefined || METRICS.has(metric) || OTHER_METRICS.has(metric);
  const group = metric === undefined ? undefined : METRICS.get(metric);
  const allowed: readonly string[] = group === undefined ? UNITS : UNITS_BY_GROUP[group];
  const when = group === undefined ? "" : ` for ${metric}`;
  return [
    ...(isListed
      ? []
      : [
          unlisted(
            ["metricThreshold", "metricName"],
            metric,
            "metric",
            METRICS.keys(),
            options.strictCatalog,
          ),
        ]),
    ...notOneOf(allowed, units, ["metricThreshold", "units"], when),
  ];
}

function validateMode(mode: string | undefined): Problem[] {
  const path = ["metricThreshold", "mode"];
  if (mode === undefined || mode === "AVERAGE") return [];
  if (mode === "TOTAL") return [error(path, "must be AVERAGE; the service no longer takes TOTAL")];
  return [error(path, `must be AVERAGE, not ${given(mode, path)}`)];
}

function validateThreshold(
  event: string | undefined,
  threshold: Unsettled<AlertThreshold> | undefined,
): Problem[] {
  const path = ["threshold"];
  const mayTakeIt = threshold !== undefined && event !== undefined && MAYBE_THRESHOLD_EVENTS.has(event);
  const problems = mayTakeIt
    ? [warning(path, `is not documented for ${event}; the service may refuse it`)]
    : misplaced("threshold", threshold, event, MEMBER_HEALTH_EVENTS);
  const isRefused = problems.some(({ severity }) => severity === "error");
  if (isRefused || threshold === undefined || isUnknown(threshold)) return problems;
  return [
    ...problems,
    ...validateThresholdUnits(knownText(threshold.units)),
    ...validateOperator(threshold.operator, path),
  ];
}

function validateThresholdUnits(units: string | undefined): Problem[] {
  const path = ["threshold", "units"];
  if (units === undefined) return [];
  const message = "the documentation lists it in responses only; the service may ignore or refuse it";
  return UNITS.some((name) => name === units) ? [warning(path, message)] : notOneOf(UNITS, units, path);
}

function validateOperator(operator: string | undefined, path: Path): Problem[] {
  const known = knownText(operator);
  if (known === undefined || THRESHOLD_OPERATORS.some((name) => name === known)) return [];
  const at = [...path, "operator"];
  const allowed = THRESHOLD_OPERATORS.join(" or ");
  return [error(at, `must be ${allowed}, not ${given(known, at)}${didYouMean(known, THRESHOLD_OPERATORS)}`)];
}
