/** What the host of dynamic providers prints by itself. */

/** The texts that the host would print for errors that the engine shows at their resource. */
const toldAtResource = new Set<string>();
let listening = false;

/**
 * An error that the user sees once. For every error of check, diff, read and delete the host prints
 * `${error}: ${error.stack}` besides, and the engine shows that as a second message; exactly this text is held back.
 */
export function tellOnce(message: string): Error {
  const error = new Error(message);
  error.name = "";
  error.stack = "";
  toldAtResource.add(`${String(error)}: `);
  if (!listening) {
    listening = true;
    const print = console.error;
    console.error = (...args: unknown[]) => {
      if (args.length === 1 && toldAtResource.has(String(args[0]))) return;
      print(...args);
    };
  }
  return error;
}
