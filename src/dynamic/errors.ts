/** Errors on their way to the host of dynamic providers, and from there to the user. */

import type { Outputs } from "../core/definition";
import { withoutUndefined } from "../json";

/** The id and outputs that the state records of a write that was carried out in part. */
export interface PartialState {
  readonly id: string;
  readonly outputs: Outputs;
}

/**
 * The host prints `${error}: ${error.stack}` for every error of check, diff, read and delete, although the engine shows the message
 * at the resource: from the first error on, exactly this text is suppressed.
 */
export function createErrorsForHost() {
  const shownAtResource = new Set<string>();
  const suppress = (): void => {
    const print = console.error;
    console.error = (...args: unknown[]) => {
      if (args.length !== 1 || !shownAtResource.has(String(args[0]))) print(...args);
    };
  };
  /**
   * Makes an error that the user sees once, without a stack.
   * @param partial a part that was carried out
   */
  return (message: string, partial?: PartialState): Error => {
    const error = new Error(message);
    error.name = "";
    error.stack = "";
    if (shownAtResource.size === 0) suppress();
    shownAtResource.add(`${String(error)}: `);
    if (partial === undefined) return error;
    // The host turns these fields into a resource that is in the state, but failed to initialize.
    const properties = withoutUndefined(partial.outputs);
    return Object.assign(error, { id: partial.id, properties, reasons: [message] });
  };
}
