/** Tracks the possible states of one object after each call. */

import { isApiError, isAuthError, isShapeError, isTransportError } from "../../src/errors";

/** `undefined` stands for "does not exist". */
export type Belief<State> = readonly (State | undefined)[];

/** How a call ended. */
export type End = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

/**
 * Updates the belief after a write of `wanted`: success means that it happened, a proven failure that it did not;
 * otherwise both states are possible.
 * @param repeatable whether the client may have sent the write several times
 */
export function updateBelief<State>(
  before: Belief<State>,
  wanted: State | undefined,
  end: End,
  repeatable: boolean,
): Belief<State> {
  if (end.ok) return [wanted];
  return provesNothingDone(end.error, repeatable) ? before : [...before, wanted];
}

function provesNothingDone(error: unknown, repeatable: boolean): boolean {
  if (isTransportError(error)) return !error.maybeCarriedOut;
  // An earlier attempt of the same call may have been carried out before the service refused the last one.
  return !repeatable && (isApiError(error) || isAuthError(error));
}

/** Whether an error is one of the documented errors of the client. */
export function isDocumented(error: unknown): boolean {
  return isApiError(error) || isAuthError(error) || isShapeError(error) || isTransportError(error);
}
