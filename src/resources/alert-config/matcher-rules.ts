/** What the service would refuse about the matchers of an alert configuration. */

import type { Path, Problem } from "../../core/problems";
import { error, given, warning } from "../../core/problems";
import { knownText } from "../../core/unknowns";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import type { EventKind } from "./catalogue";
import { EVENT_TYPES, MATCHER_FIELD_NAMES, MATCHER_FIELDS, MATCHER_OPERATORS, TYPE_NAMES } from "./catalogue";
import { listOf, noneOf } from "./wording";

export function matcherProblems(event: string | undefined, value: unknown): Problem[] {
  if (!Array.isArray(value) || value.length === 0) return [];
  const kind = event === undefined ? undefined : EVENT_TYPES.get(event)?.kind;
  if (kind === "other") {
    return [
      error(
        ["matchers"],
        `${event} takes no matchers: only events about a host, a replica set or a sharded cluster do`,
      ),
    ];
  }
  return value.flatMap((matcher, index) =>
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
  return [
    ...(fieldName === undefined ? [] : fieldProblems(event, kind, fieldName, [...path, "fieldName"])),
    ...(operator === undefined ? [] : operatorProblems(operator, [...path, "operator"])),
    ...(value === undefined ? [] : valueProblems(fieldName, operator, value, [...path, "value"])),
  ];
}

function fieldProblems(
  event: string | undefined,
  kind: EventKind | undefined,
  fieldName: string,
  path: Path,
): Problem[] {
  const allowed = (kind === undefined ? undefined : MATCHER_FIELDS[kind]) ?? MATCHER_FIELD_NAMES;
  if (!isAmong(MATCHER_FIELD_NAMES, fieldName)) return [noneOf(allowed, fieldName, path)];
  if (kind === "backup") {
    return [
      warning(
        path,
        `${event} is a backup event, for which the documentation shows matchers only in passing; the service may refuse it`,
      ),
    ];
  }
  if (isAmong(allowed, fieldName)) return [];
  return [error(path, `must be one of ${listOf(allowed)} for ${event}, not ${given(fieldName, path)}`)];
}

function operatorProblems(operator: string, path: Path): Problem[] {
  return isAmong(MATCHER_OPERATORS, operator) ? [] : [noneOf(MATCHER_OPERATORS, operator, path)];
}

function valueProblems(
  fieldName: string | undefined,
  operator: string | undefined,
  value: string,
  path: Path,
): Problem[] {
  const exact = operator === "EQUALS" || operator === "NOT_EQUALS";
  if (fieldName === "TYPE_NAME" && exact && !isAmong(TYPE_NAMES, value)) {
    return [noneOf(TYPE_NAMES, value, path, " when fieldName is TYPE_NAME")];
  }
  return operator === "REGEX" && !isRegExp(value)
    ? [warning(path, "is no regular expression by JavaScript's rules; those of the service differ a little")]
    : [];
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.includes(name);
}

function isRegExp(text: string): boolean {
  try {
    void new RegExp(text);
    return true;
  } catch {
    return false;
  }
}
