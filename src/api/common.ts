/** Paths and "not found", for all endpoints. */

import type { ApiError } from "../errors";
import { isApiError, isShapeError } from "../errors";
import type { ApiClient } from "../http/api-client";

/**
 * Builds a path with its variables percent-encoded: the slash of a CIDR block becomes `%2F`.
 * @throws Error for a variable that would lead to another path: an empty one, `.` and `..`
 */
export function path(parts: TemplateStringsArray, ...variables: string[]): string {
  const wrong = variables.find((variable) => ["", ".", ".."].includes(variable));
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)} is not an id; nothing was sent.`);
  return String.raw({ raw: parts }, ...variables.map(encodeURIComponent));
}

/**
 * Whether an error proves that the object does not exist: a 404 of the service itself, with the code that says so. A 404 without a code,
 * as from a proxy, or with RESOURCE_NOT_FOUND (an unknown path) proves nothing.
 */
export function provesAbsence(error: unknown): boolean {
  if (!isApiError(error) || error.status !== 404 || !error.fromService) return false;
  const { errorCode = "" } = error;
  return errorCode !== "" && errorCode !== "RESOURCE_NOT_FOUND";
}

/** Whether an error is a 404 of the service without the code that says what does not exist: a list of the collection tells. */
export function isWithoutCode(error: unknown): error is ApiError {
  return isApiError(error) && error.status === 404 && error.fromService && (error.errorCode ?? "") === "";
}

/** A web page or a redirect means that a write did not reach the service. */
const isUnreadable = (error: unknown): boolean => isShapeError(error) && error.fromService;

/**
 * Returns the result of a write that replaces an object. If the response of the service cannot be read, the object is read instead.
 * @param isWritten whether the object is as it was written; a proxy may have swallowed the write
 * @param isLost whether an error leads to the read
 */
export async function orReadBack<T>(
  write: Promise<T>,
  read: () => Promise<T | undefined>,
  isWritten: (live: T) => boolean,
  isLost = isUnreadable,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const live = isLost(error) ? await read() : undefined;
    if (live === undefined || !isWritten(live)) throw error;
    return live;
  }
}

/**
 * Returns the object after a write: what its response shows, or a read if that is not as it was written, since some responses are
 * shortened. A read that fails is not a failure of the write.
 */
export async function asStored<T>(
  response: T,
  isWritten: (live: T) => boolean,
  read: () => Promise<T | undefined>,
): Promise<T> {
  if (isWritten(response)) return response;
  return (await orUndefined(read(), () => true)) ?? response;
}

/** Whether an error may mean that an older version of the service, or another service, lacks the endpoint. */
export function isUnsupported(error: unknown): boolean {
  return isApiError(error) && [404, 405].includes(error.status);
}

/** Returns the value, or `undefined` when the service says that it does not exist. */
export async function orUndefined<T>(value: Promise<T>, absent = provesAbsence): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (absent(error)) return undefined;
    throw error;
  }
}

/** Deletes an object. @returns whether the response shows that it is gone */
export async function sendDelete(api: ApiClient, target: string): Promise<boolean> {
  return (await api.send({ method: "DELETE", path: target })).isConfirmed;
}

/**
 * Reads until something is found, or for the last time: after a write the service may show the former object for a moment, and after
 * a broken connection it may still be working on the request.
 * @returns what it has read last
 */
export async function look<T>(
  read: () => Promise<T>,
  isFound: (live: T) => boolean,
  pause: (ms: number) => Promise<unknown>,
  looks = 3,
  pauseMs = 1_000,
): Promise<T> {
  for (let left = looks; ; left--) {
    const live = await read();
    if (left <= 1 || isFound(live)) return live;
    await pause(pauseMs);
  }
}

/** Completes a deletion: what its response does not show is read. @throws Error if the object still exists */
export async function confirmDeletion(
  deletion: Promise<boolean>,
  what: string,
  read: () => Promise<unknown>,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  let refusal: unknown;
  const isConfirmed = await deletion.catch((error: unknown) => {
    if (!isWithoutCode(error)) throw error;
    refusal = error;
    return false;
  });
  if (isConfirmed || (await look(read, (live) => live === undefined, pause)) === undefined) return;
  if (refusal !== undefined) throw refusal;
  throw new Error(
    `The response to the deletion of ${what} is not an error, but it still exists: a proxy or gateway in front of the service may ` +
      "have sent that response. It stays in the state.",
  );
}
