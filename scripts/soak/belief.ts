/** What is known of one object after each call: the states that it may be in, by what the call said. */

import { isApiError, isAuthError, isShapeError, isTransportError } from "../../src/errors";

/** `undefined` stands for "does not exist". */
export type Belief<State> = readonly (State | undefined)[];

/** How a call ended. */
export type End = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

/**
 * The belief after a write that asks for `wanted`: what success says has happened, what a proof of failure says has
 * not; all else leaves both.
 * @param repeatable whether the client may have sent it several times
 */
export function after<State>(
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

/** Whether an error is one of those that the client promises. */
export function isPromised(error: unknown): boolean {
  return isApiError(error) || isAuthError(error) || isShapeError(error) || isTransportError(error);
}
