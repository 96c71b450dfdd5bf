/** How two sets of arguments differ, by the path of each leaf, as the engine shows it. */

import type { AnyDefinition, CommonArgs } from "../core/definition";
import type { Path } from "../core/problems";
import { CREATE_ONLY } from "../core/stored";
import type { PlainObject } from "../json";
import { isPlainObject, jsonEqual } from "../json";

export interface LeafDifference {
  readonly path: Path;
  readonly kind: "add" | "delete" | "update";
}

/**
 * Finds the leaves that differ. An argument in which both mean the same has none, whatever its order and spelling.
 * @param before the arguments in the state
 */
export function leafDifferences(
  definition: AnyDefinition,
  before: CommonArgs,
  after: CommonArgs,
): LeafDifference[] {
  const [former, args]: readonly [PlainObject, PlainObject] = [{ ...before }, { ...after }];
  const names = new Set(
    [...Object.keys(former), ...Object.keys(args)].filter((name) => !CREATE_ONLY.has(name)),
  );
  // Another address has the same arguments.
  const isOther = (name: string): boolean =>
    !jsonEqual(former[name], args[name]) &&
    (name === "connection" || !definition.sameMeaning(former, { ...former, [name]: args[name] }));
  return [...names].filter(isOther).flatMap((name) => leaves(former[name], args[name], [name]));
}

function leaves(before: unknown, after: unknown, path: Path): LeafDifference[] {
  if (jsonEqual(before, after)) return [];
  if (before === undefined || before === null) return [{ path, kind: "add" }];
  if (after === undefined || after === null) return [{ path, kind: "delete" }];
  const keys = keysOfBoth(before, after);
  return keys === undefined
    ? [{ path, kind: "update" }]
    : keys.flatMap((key) => leaves(Reflect.get(before, key), Reflect.get(after, key), [...path, key]));
}

/** The keys of two lists or of two objects; `undefined` for other values. */
function keysOfBoth(a: object, b: object): (string | number)[] | undefined {
  if (Array.isArray(a) && Array.isArray(b)) return [...(a.length > b.length ? a : b).keys()];
  return isPlainObject(a) && isPlainObject(b)
    ? [...new Set([...Object.keys(a), ...Object.keys(b)])]
    : undefined;
}

/** A path as the engine reads it: `alertConfigs["a b"].notifications[0].apiToken`. */
export function enginePath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}
