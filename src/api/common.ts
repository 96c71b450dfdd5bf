/** What all endpoints share: links, paths, "not found". */

import { isApiError, isShapeError } from "../errors";

/** A link of a resource: an absolute URL and its relation type (specification 2.0). */
export interface Link {
  href: string;
  rel: string;
}

/** The fields of `T`, each of which an answer may lack. */
export type Answered<T> = { [K in keyof T]?: T[K] | undefined };

/**
 * A path with its variables percent-encoded: the slash of a CIDR block becomes `%2F`.
 * @throws Error for what would lead to another path: nothing, and the dots that stand for a folder.
 */
export function path(parts: TemplateStringsArray, ...variables: string[]): string {
  const wrong = variables.find((variable) => ["", ".", ".."].includes(variable));
  if (wrong !== undefined)
    throw new Error(`${JSON.stringify(wrong)} is no id of anything; nothing was sent.`);
  return String.raw({ raw: parts }, ...variables.map(encodeURIComponent));
}

/**
 * Whether an error proves that the object does not exist: a 404 that the service itself gave for it. A 404 from
 * something in between, or RESOURCE_NOT_FOUND (an unknown path), proves nothing.
 */
export function provesAbsence(error: unknown): boolean {
  return (
    isApiError(error) && error.status === 404 && error.fromService && error.errorCode !== "RESOURCE_NOT_FOUND"
  );
}

/**
 * The result of a write that replaces an object. A response that cannot be read does not undo the write: then the object
 * itself is read. @param isWritten whether it is as it was written; something in between may have swallowed the write
 */
export async function orReadBack<T>(
  write: Promise<T>,
  read: () => Promise<T | undefined>,
  isWritten: (live: T) => boolean,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const live = isShapeError(error) ? await read() : undefined;
    if (live === undefined || !isWritten(live)) throw error;
    return live;
  }
}

/** The value, or `undefined` when the service says that it does not exist. */
export async function orUndefined<T>(value: Promise<T>, absent = provesAbsence): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (absent(error)) return undefined;
    throw error;
  }
}
