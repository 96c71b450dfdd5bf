/** Errors on their way to the host of dynamic providers, and from there to the user. */

import type { TransportFailure } from "../errors";
import { isAuthError, isTransportError, messageOf } from "../errors";
import type { PlainObject } from "../json";
import { withoutUndefined } from "../json";
import { filterFor } from "../core/marked-secrets";

/** What the state records of a write that was carried out in part. */
export interface PartialState {
  readonly id: string;
  readonly outputs: PlainObject;
}

/**
 * Runs a method. Errors reach the host without a secret and without a stack, which it would print.
 * @param values the values whose secrets may be in a message
 * @param partialState what an error says of a part that was carried out
 */
export async function forHost<T>(
  values: readonly PlainObject[],
  run: () => Promise<T>,
  partialState: (error: unknown) => PartialState | undefined = () => undefined,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const filter = filterFor(...values);
    const message = filter(messageOf(error));
    const partial = partialState(error);
    // The host turns these fields into a resource that is in the state, but failed to initialize.
    throw Object.assign(
      printedOnce(message),
      partial !== undefined && {
        id: partial.id,
        properties: withoutUndefined({ ...partial.outputs, __provider: values.at(-1)?.["__provider"] }),
        reasons: [message],
      },
    );
  }
}

/** Failures that an outdated address or CA can cause. */
const NOT_REACHED: ReadonlySet<TransportFailure> = new Set([
  "refused",
  "dns",
  "unreachable",
  "connectTimeout",
  "tls",
]);

/** Does the same for methods that the engine calls with the configuration of the last `up`. */
export async function forHostByState<T>(state: PlainObject, run: () => Promise<T>): Promise<T> {
  return forHost([state], async () => {
    try {
      return await run();
    } catch (error) {
      if (!isAuthError(error) && !(isTransportError(error) && NOT_REACHED.has(error.failure))) throw error;
      throw new Error(
        `${error.message} If the configuration has changed: refresh and destroy use what the last \`pulumi up\` stored; ` +
          "run `pulumi up` once without `--refresh`, or add `--run-program`.",
        { cause: error },
      );
    }
  });
}

const shownAtResource = new Set<string>();
let isListening = false;

/**
 * Makes an error that the user sees once. The host prints `${error}: ${error.stack}` for every error of check, diff, read and
 * delete, although the engine shows the message at the resource: exactly this text is suppressed.
 */
function printedOnce(message: string): Error {
  const error = new Error(message);
  error.name = "";
  error.stack = "";
  shownAtResource.add(`${String(error)}: `);
  if (!isListening) {
    isListening = true;
    const print = console.error;
    console.error = (...args: unknown[]) => {
      if (args.length === 1 && shownAtResource.has(String(args[0]))) return;
      print(...args);
    };
  }
  return error;
}
