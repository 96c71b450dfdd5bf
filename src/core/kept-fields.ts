/** Fields that a PUT keeps although the program does not declare them: a PUT replaces the whole object. */

import { isApiError } from "../errors";
import type { Fields } from "../fields/table";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import { isMasked } from "../secrets/masks";
import type { Path } from "./problems";
import { pathText, withValue } from "./problems";

/** A field of the body that the program does not declare. */
export interface KeptField {
  /** In the body. */
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Finds the fields of a response that the tables do not list, at any depth: a newer version of the service returns them. Their
 * values may be secrets or masks.
 * @param withoutEffect names of fields that are not carried, at any depth
 */
export function unknownFieldsIn(
  fields: Fields,
  object: PlainObject,
  withoutEffect: readonly string[],
  path: Path = [],
): Path[] {
  return Object.entries(object).flatMap(([name, value]): Path[] => {
    const at = [...path, name];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return value == null || withoutEffect.includes(name) ? [] : [at];
    const { type, readOnly } = field;
    if (typeof type === "string" || readOnly === true) return [];
    const inside = (item: unknown, place: Path): Path[] => {
      const table = "object" in type ? type.object : type.list;
      return isPlainObject(item) ? unknownFieldsIn(table, item, withoutEffect, place) : [];
    };
    if ("object" in type) return inside(value, at);
    return Array.isArray(value) ? value.flatMap((item, index) => inside(item, [...at, index])) : [];
  });
}

/** A body with these fields as well. */
export function withFields<Body>(body: Body, fields: readonly KeptField[]): Body {
  return fields.reduce<unknown>((whole, { path, value }) => withValue(whole, path, value), body) as Body;
}

/**
 * Sends a body with fields that the program does not declare, never with a masked value. If the service refuses one of them by
 * name, the request is repeated without it.
 * @param warn is called if a field could not be kept
 */
export async function sendKeeping<Body, T>(
  body: Body,
  kept: readonly KeptField[],
  send: (complete: Body) => Promise<T>,
  warn: (text: string) => void,
): Promise<T> {
  const lost = kept.filter(({ value }) => isMasked(value));
  for (let left = kept.filter((field) => !lost.includes(field)); ;) {
    try {
      const result = await send(withFields(body, left));
      if (lost.length > 0)
        warn(`${lost.map(({ path }) => pathText(path)).join(", ")} could not be kept: ${REASON}`);
      return result;
    } catch (error) {
      const refused = left.filter(({ path }) => isNamedIn(error, path));
      if (refused.length === 0) throw error;
      lost.push(...refused);
      left = left.filter((field) => !refused.includes(field));
    }
  }
}

const REASON =
  "the program does not declare it, and the service refuses it in a request or shows only a mask of its value, so the update may have reset it. " +
  "Check it on the service.";

/** Whether an error refuses the field at a path. */
function isNamedIn(error: unknown, path: Path): boolean {
  if (!isApiError(error) || error.status !== 400) return false;
  const name = String(path.findLast((part) => typeof part === "string"));
  const words = [error.detail ?? "", ...error.parameters].flatMap((text) => text.split(/[^\w]+/));
  return words.includes(name);
}
