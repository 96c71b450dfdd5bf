/** The one message when there is no engine. */

import type { Way } from "./context";
import { oldestGo, oldestPulumi, pinnedVersion } from "./pinned";

/** A way that did not lead to an engine. */
export interface Failure {
  readonly way: Way;
  readonly reason: string;
}

const advice: Readonly<Record<Way, string | undefined>> = {
  path: `install Pulumi ${oldestPulumi} or later and put it on PATH: https://www.pulumi.com/docs/install/`,
  cache: undefined,
  download: "let this machine reach https://get.pulumi.com (HTTPS_PROXY is respected)",
  build: `install Go ${oldestGo} or later (https://go.dev/dl/), with a module proxy it can reach (GOPROXY)`,
};

/** No way led to an engine. The message lists each way, why it failed, and what can be done. */
export class EngineError extends Error {
  constructor(readonly failures: readonly Failure[]) {
    const tried = failures.map(({ way, reason }) => `  ${way}: ${reason.replaceAll("\n", "\n    ")}`);
    const remedies = failures.flatMap(({ way }) => advice[way] ?? []).map((text) => `  - ${text}`);
    super(
      [
        `There is no usable Pulumi engine (${pinnedVersion}). What was tried:`,
        ...tried,
        ...(remedies.length === 0 ? [] : ["Any one of these helps:", ...remedies]),
      ].join("\n"),
    );
    this.name = "EngineError";
  }
}
