/** Property values of the engine's protocol as plain values: its marks of secrets are paths beside them. */

import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { PlainObject } from "../json";
import { isPlainObject, mapValues, withoutUndefined } from "../json";
import type { Path } from "../core/problems";
import { valueAt } from "../core/problems";
import { isSecretPath } from "../secrets/values";
import { SIGNATURE_KEY } from "../signature";

/** The signatures of a secret and of an output (Pulumi, `sdk/proto`). */
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** What the provider adds for itself, and never repeats what a program marks. */
const OPEN: ReadonlySet<string> = new Set(["__imported", "__server"]);

/** Values without marks. */
export interface Opened {
  readonly plain: PlainObject;
  /** What was marked as secret. */
  readonly secrets: readonly Path[];
}

/** Whether a value is null, also one that is marked as secret. */
function isNull(value: unknown): boolean {
  if (!isPlainObject(value)) return value == null;
  return value[SIGNATURE_KEY] === SECRET && isNull(value["value"]);
}

/** Removes the marks of secrets, and remembers where they were. Items of lists that are null do not count. */
export function openStruct(struct: Struct | undefined): Opened {
  const secrets: Path[] = [];
  const open = (value: unknown, path: Path): unknown => {
    if (Array.isArray(value))
      return value.filter((item) => !isNull(item)).map((item, index) => open(item, [...path, index]));
    if (!isPlainObject(value)) return value;
    const { [SIGNATURE_KEY]: signature, value: inner, secret } = value;
    if (signature === SECRET || (signature === OUTPUT && secret === true)) secrets.push(path);
    if (signature === SECRET || signature === OUTPUT) return open(inner, path);
    return mapValues(value, (item, name) => open(item, [...path, name]));
  };
  return { plain: open(struct?.toJavaScript() ?? {}, []) as PlainObject, secrets };
}

/** The values that are marked as secret. What the provider adds for itself has further ones beside them. */
export function secretsIn({ plain, secrets }: Opened): unknown[] {
  return secrets.filter(([name]) => !String(name).startsWith("__")).map((path) => valueAt(plain, path));
}

/**
 * Marks what is secret: the secret fields of the API at any depth, and what the program marks besides, which what the provider adds for
 * itself may repeat.
 * @param secrets what the program marks, by its paths in values of the same shape
 */
export function sealStruct(plain: PlainObject, secrets: readonly Path[]): Struct {
  const further = secrets.filter((path) => !isSecretPath(path) && !String(path[0]).startsWith("__"));
  const marked = new Set(further.map((path) => JSON.stringify(path)));
  const own = Object.keys(plain).filter((name) => name.startsWith("__") && !OPEN.has(name));
  if (marked.size > 0) for (const name of own) marked.add(JSON.stringify([name]));
  const seal = (value: unknown, path: Path): unknown => {
    if (value === undefined || value === null) return value;
    if (isSecretPath(path) || marked.has(JSON.stringify(path))) return markSecret(value);
    if (Array.isArray(value)) return value.map((item, index) => seal(item, [...path, index]));
    return isPlainObject(value) ? mapValues(value, (item, key) => seal(item, [...path, key])) : value;
  };
  return structOf(seal(plain, []) as PlainObject);
}

/** Marks a value as secret. */
export function markSecret(value: unknown): PlainObject {
  return { [SIGNATURE_KEY]: SECRET, value };
}

export function structOf(value: PlainObject): Struct {
  return Struct.fromJavaScript(withoutUndefined(value) as Parameters<typeof Struct.fromJavaScript>[0]);
}
