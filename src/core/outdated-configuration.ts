/** Operations without a run of the program use the configuration of the last one. */

import type { TransportFailure } from "../errors";
import { isAuthError, isConfigError, isTransportError } from "../errors";

/** Failures that an outdated address or CA can cause. */
const NOT_REACHED: ReadonlySet<TransportFailure> = new Set([
  "refused",
  "dns",
  "unreachable",
  "connectTimeout",
  "tls",
]);

/** Added to an error of methods that the engine calls with the configuration of the last `up`, if that may be the cause. */
export function adviceOnConfiguration(error: unknown): string {
  const mayBeOutdated =
    isConfigError(error) || isAuthError(error) || (isTransportError(error) && NOT_REACHED.has(error.failure));
  return mayBeOutdated
    ? " If the configuration has changed: refresh and destroy use what the last `pulumi up` stored; run `pulumi up` once without " +
        "`--refresh`, or add `--run-program`."
    : "";
}
