/** What is wrong with the arguments of a resource or function: the path, what was given, what is allowed. */

import type { z } from "zod";
import { SECRET_FIELDS } from "../secrets";
import { didYouMean } from "./suggest";
import { isUnknown, knownText } from "./unknowns";

export interface Problem {
  /** Where: `notifications[0].apiToken`. */
  readonly path: string;
  /** What is wrong and what is allowed; never a secret value. */
  readonly message: string;
  /** A warning does not stop anything. */
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

/** The problem as one line. */
export function problemText({ path, message }: Problem): string {
  return path === "" ? message : `${path}: ${message}`;
}

/**
 * Checks arguments against their shape. What a preview does not know yet is taken as right.
 * @param owner who has these arguments, for messages
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function shapeProblems(schema: z.ZodType, value: unknown, owner: string): Problem[] {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return [];
  return result.error.issues
    .filter((issue) => !unknownOnTheWay(value, issue.path))
    .flatMap((issue) => describe(issue, schema, value, owner));
}

function unknownOnTheWay(value: unknown, path: PropertyKey[]): boolean {
  let at = value;
  for (const key of [undefined, ...path]) {
    if (key !== undefined) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key];
    if (isUnknown(at)) return true;
  }
  return false;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}

function describe(issue: z.core.$ZodIssue, schema: z.ZodType, root: unknown, owner: string): Problem[] {
  const path = issue.path as (string | number)[];
  const value = valueAt(root, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) =>
        error([...path, key], `is no argument of ${owner}${didYouMean(key, keysAt(schema, path))}`),
      );
    case "invalid_type":
      if (value === undefined) return [error(path, `is missing; it is ${article(issue.expected)}`)];
      return [error(path, `must be ${article(issue.expected)}, not ${given(value, path)}`)];
    case "invalid_value":
      return [
        error(
          path,
          `must be ${issue.values.map((allowed) => JSON.stringify(allowed)).join(" or ")}, not ${given(value, path)}`,
        ),
      ];
    default:
      if (value === undefined) return [error(path, "is missing")];
      // "must not be empty" says already what was given.
      if (issue.code === "too_small" && typeof value !== "number") return [error(path, issue.message)];
      return [error(path, `${issue.message}, not ${given(value, path)}`)];
  }
}

const ID = /^[0-9a-f]{24}$/i;

/** Warns of ids that do not have the form of the service's; what is empty or of another type is left to the shape. */
export function idProblems(ids: readonly (readonly [path: Path, id: unknown])[]): Problem[] {
  return ids.flatMap(([path, id]) => {
    const text = knownText(id) ?? "";
    return text === "" || ID.test(text)
      ? []
      : [warning(path, `${given(text, path)} is not 24 hexadecimal digits, the form of the service's ids`)];
  });
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

function article(expected: string): string {
  return ARTICLES[expected] ?? expected;
}

/** What was given, for a message; only the kind of value where the value is secret. */
export function given(value: unknown, path: Path): string {
  const secret = path.some((part) => typeof part === "string" && SECRET_FIELDS.has(part));
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (secret) return `a ${typeof value} (secret)`;
  const text = JSON.stringify(value);
  // Cut, a secret would get past the filter that looks for the whole.
  return text.length > 80 ? `a text of ${text.length - 2} characters` : text;
}

function keysAt(schema: z.ZodType, path: Path): string[] {
  let at: unknown = schema;
  for (const key of path) {
    const { shape, element } = unwrapped(at);
    at = typeof key === "number" ? element : shape?.[key];
  }
  return Object.keys(unwrapped(at).shape ?? {});
}

interface Unwrapped {
  shape?: Record<string, unknown>;
  element?: unknown;
}

function unwrapped(schema: unknown): Unwrapped {
  let at = schema as (Unwrapped & { unwrap?: () => unknown }) | undefined;
  while (at?.unwrap !== undefined && at.element === undefined) at = at.unwrap() as typeof at;
  return at ?? {};
}
