/** What the service would refuse about the thresholds of an alert configuration. */

import type { Path, Problem } from "../../core/problems";
import { error, given, warning } from "../../core/problems";
import { didYouMean } from "../../core/suggest";
import { knownText } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import {
  EVENT_TYPES,
  MAYBE_THRESHOLD_EVENTS,
  MEMBER_HEALTH_EVENTS,
  METRIC_EVENTS,
  METRICS,
  OTHER_METRICS,
  THRESHOLD_OPERATORS,
  UNITS,
  UNITS_BY_GROUP,
} from "./catalogue";
import type { RuleOptions } from "./wording";
import { listOf, noneOf, unlisted } from "./wording";

export function metricThresholdProblems(
  event: string | undefined,
  value: unknown,
  options: RuleOptions,
): Problem[] {
  const path = ["metricThreshold"];
  const takesIt = event !== undefined && METRIC_EVENTS.has(event);
  if (value === undefined) {
    return takesIt ? [error(path, `is missing; it is required when eventTypeName is ${event}`)] : [];
  }
  // An event that is not in the catalogue may be a metric event as well.
  if (event !== undefined && !takesIt && EVENT_TYPES.has(event)) {
    return [error(path, `belongs to ${listOf(METRIC_EVENTS)} only, not to ${event}`)];
  }
  if (!isPlainObject(value)) return [];
  return [
    ...metricProblems(value, options),
    ...modeProblems(knownText(value["mode"])),
    ...comparisonProblems(value, path),
  ];
}

function metricProblems(threshold: PlainObject, options: RuleOptions): Problem[] {
  const metric = knownText(threshold["metricName"]);
  const units = knownText(threshold["units"]);
  const problems: Problem[] = [];
  if (metric !== undefined && !METRICS.has(metric) && !OTHER_METRICS.has(metric)) {
    problems.push(unlisted(["metricThreshold", "metricName"], metric, "metric", METRICS.keys(), options));
  }
  if (units === undefined) return problems;
  const path = ["metricThreshold", "units"];
  const group = metric === undefined ? undefined : METRICS.get(metric);
  const allowed: readonly string[] = group === undefined ? UNITS : UNITS_BY_GROUP[group];
  const when = group === undefined ? "" : ` for ${metric}`;
  if (!allowed.includes(units)) problems.push(noneOf(allowed, units, path, when));
  return problems;
}

function modeProblems(mode: string | undefined): Problem[] {
  const path = ["metricThreshold", "mode"];
  if (mode === undefined || mode === "AVERAGE") return [];
  if (mode === "TOTAL") return [error(path, "must be AVERAGE; the service no longer takes TOTAL")];
  return [error(path, `must be AVERAGE, not ${given(mode, path)}`)];
}

export function thresholdProblems(event: string | undefined, value: unknown): Problem[] {
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
  return isPlainObject(value)
    ? [...problems, ...thresholdUnitsProblems(knownText(value["units"])), ...comparisonProblems(value, path)]
    : problems;
}

function thresholdUnitsProblems(units: string | undefined): Problem[] {
  const path = ["threshold", "units"];
  if (units === undefined) return [];
  if (!(UNITS as readonly string[]).includes(units)) return [noneOf(UNITS, units, path)];
  return [warning(path, "the documentation lists it in responses only; the service may ignore or refuse it")];
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
