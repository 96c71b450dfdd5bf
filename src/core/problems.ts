/** Problems of the arguments of a resource or function: the path, what was given, what is allowed. */

import type { z } from "zod";
import { isSecretPath } from "../secrets/values";
import { didYouMean } from "./suggest";
import { isPlainObject } from "../json";
import type { Unsettled } from "../unknowns";
import { isUnknown, knownText, UNKNOWN } from "../unknowns";

export interface Problem {
  /** The argument: `notifications[0].apiToken`. */
  readonly path: string;
  /** What is wrong and what is allowed. It never holds a secret value. */
  readonly message: string;
  /** An error stops the preview; a warning does not. */
  readonly severity: "error" | "warning";
}

export type Path = readonly (string | number)[];

export function error(path: Path, message: string): Problem {
  return { path: pathText(path), message, severity: "error" };
}

export function warning(path: Path, message: string): Problem {
  return { path: pathText(path), message, severity: "warning" };
}

/** `["notifications", 0, "apiToken"]` as `notifications[0].apiToken`. */
export function pathText(path: Path): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text === "" ? part : `${text}.${part}`),
    "",
  );
}

/** The reverse of {@link pathText}. A type of notification after the path is left out: `notifications[0].apiToken (SLACK)`. */
export function parsePath(text: string): Path {
  const parts = text.replace(/ \(.*\)$/, "").split(/[.[\]]+/);
  return parts.filter((part) => part !== "").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** The problem as one line. */
export function problemText({ path, message }: Problem): string {
  return path === "" ? message : `${path}: ${message}`;
}

/**
 * Validates arguments against a schema, and returns them with every value that it refuses replaced by an unknown one, so that
 * further rules do not complain about it as well. Unknown values count as valid.
 * @param owner who has these arguments, for messages
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function checkSchema<T>(
  schema: z.ZodType,
  value: T,
  owner: string,
): { problems: Problem[]; checked: Unsettled<T> } {
  /** The known keys of an object, by its unknown ones. */
  const known = new Map<readonly string[], string[]>();
  const noteKnown = ({ code, keys, inst }: z.core.$ZodRawIssue): undefined => {
    if (code === "unrecognized_keys") known.set(keys, Object.keys((inst as z.ZodObject).shape));
  };
  const result = schema.safeParse(value, { reportInput: true, error: noteKnown });
  const issues = (result.error?.issues ?? []).filter((issue) => !unknownOnTheWay(value, issue.path as Path));
  const problems = issues.flatMap((issue) => describe(issue, known, value, owner));
  const refused = issues.filter(({ code }) => code !== "unrecognized_keys");
  const checked = refused.reduce<unknown>((part, { path }) => withValue(part, path as Path, UNKNOWN), value);
  return { problems, checked: checked as Unsettled<T> };
}

function unknownOnTheWay(value: unknown, path: Path): boolean {
  return [...path, ""].some((_, length) => isUnknown(valueAt(value, path.slice(0, length))));
}

/** The value at a path; `undefined` if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

/** A copy of the value with another one at the path. */
export function withValue(target: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (typeof part === "number") {
    const list: unknown[] = Array.isArray(target) ? [...(target as unknown[])] : [];
    list[part] = withValue(list[part], rest, value);
    return list;
  }
  const object = isPlainObject(target) ? target : {};
  return { ...object, [part]: withValue(object[part], rest, value) };
}

function describe(
  issue: z.core.$ZodIssue,
  known: ReadonlyMap<readonly string[], string[]>,
  root: unknown,
  owner: string,
): Problem[] {
  const path = issue.path as Path;
  if (issue.code !== "unrecognized_keys") return [error(path, messageOf(issue, valueAt(root, path), path))];
  const meant = known.get(issue.keys) ?? [];
  return issue.keys.map((key) =>
    error([...path, key], `is not an argument of ${owner}${didYouMean(key, meant)}`),
  );
}

function messageOf(issue: z.core.$ZodIssue, value: unknown, path: Path): string {
  const not = `, not ${given(value, path)}`;
  switch (issue.code) {
    case "invalid_type": {
      const type = ARTICLES[issue.expected] ?? issue.expected;
      return value === undefined ? `is missing; it is ${type}` : `must be ${type}${not}`;
    }
    case "invalid_value":
      return `must be ${issue.values.map((allowed) => JSON.stringify(allowed)).join(" or ")}${not}`;
    default:
      if (value === undefined) return "is missing";
      // "must not be empty" and "must be at most 10 tags" already say what was given.
      return issue.code.startsWith("too_") && typeof value !== "number" ? issue.message : issue.message + not;
  }
}

/**
 * The problem of a value that is not one of those that the service takes; none for an absent value.
 * @param when what limits them, added to the list
 */
export function notOneOf(
  allowed: readonly string[],
  value: string | undefined,
  path: Path,
  when = "",
): Problem[] {
  if (value === undefined || allowed.includes(value)) return [];
  const list = allowed.length > 2 ? `one of ${allowed.join(", ")}` : allowed.join(" or ");
  return [error(path, `must be ${list}${when}, not ${given(value, path)}${didYouMean(value, allowed)}`)];
}

/** Up to so many names are listed in a message. */
const FEW = 5;

/** The problem of a name that the documentation does not list: the list may be older than the service. */
export function unlisted(
  path: Path,
  name: string,
  what: string,
  listed: readonly string[],
  isError: boolean,
): Problem {
  const all = listed.length > FEW ? "" : `, such as ${listed.join(", ")}`;
  const message = `${JSON.stringify(name)} is not a documented ${what}${all}${didYouMean(name, listed)}`;
  return isError ? error(path, message) : warning(path, message);
}

const ID = /^[0-9a-f]{24}$/i;

/** Warns about an id that does not have the form of the service's ids; the schema reports an empty one and other types. */
export function idProblems(path: Path, id: unknown): Problem[] {
  const text = knownText(id) ?? "";
  if (text === "" || ID.test(text)) return [];
  return [warning(path, `${given(text, path)} is not 24 hexadecimal digits, the form of the service's ids`)];
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

/** Describes a given value for a message; of a secret value only its type. */
export function given(value: unknown, path: Path): string {
  const secret = path.some((_, index) => isSecretPath(path.slice(0, index + 1)));
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (secret) return `a ${typeof value} (secret)`;
  const text = JSON.stringify(value);
  // The secret filter would not find a truncated secret.
  return text.length > 80 ? `a string of ${text.length - 2} characters` : text;
}

export interface Difference {
  readonly path: Path;
  readonly before: unknown;
  readonly after: unknown;
}

/** Describes a difference: `threshold.threshold: 10 => 120`. In a message the live value comes before the declared one. Secret values are not shown. */
export function differenceText({ path, before, after }: Difference): string {
  return `${pathText(path)}: ${shownValue(before, path)} => ${shownValue(after, path)}`;
}

/** The longest value that a message shows. */
const LONGEST = 200;

const NOT_KNOWN = "(not known yet)";

/** Describes a value for a message; of a secret only its type. */
export function shownValue(value: unknown, path: Path): string {
  if (value === undefined) return "(unset)";
  if (isUnknown(value)) return NOT_KNOWN;
  if (typeof value !== "object" || value === null) return given(value, path);
  const text = JSON.stringify(value, (_key, item: unknown) => (isUnknown(item) ? NOT_KNOWN : item));
  // The secret filter would not find a truncated secret.
  return text.length > LONGEST ? given(value, path) : text;
}
