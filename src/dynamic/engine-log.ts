/** Logs messages from the provider process through the engine. */

import type * as Pulumi from "@pulumi/pulumi";
import type { Report } from "../core/scope";

/** Loads Pulumi with the first message, because most runs have none. */
export function createEngineLog(): Report {
  let pulumi: typeof Pulumi | undefined;
  return async (urn, severity, text) => {
    if (pulumi === undefined) {
      pulumi = require("@pulumi/pulumi") as typeof Pulumi;
      // The engine passes its address to the host of dynamic providers as the first argument.
      pulumi.runtime.resetOptions("", "", -1, process.argv[2] ?? "", "", false, "");
    }
    const resource = urn === undefined ? undefined : ({ urn: pulumi.output(urn) } as Pulumi.Resource);
    await pulumi.log[severity](text, resource);
  };
}
