/** Logs messages from the provider process through the engine. */

import type * as Pulumi from "@pulumi/pulumi";
import type { Report } from "../core/report";

/** The engine passes its address to the host of dynamic providers as the first argument. */
export const reportToEngine: Report = async (urn, severity, text) => {
  const { log, output } = connected();
  const resource = urn === undefined ? undefined : ({ urn: output(urn) } as Pulumi.Resource);
  await log[severity](text, resource);
};

let pulumi: typeof Pulumi | undefined;

/** Loads Pulumi with the first message, because most runs have none. */
function connected(): typeof Pulumi {
  if (pulumi === undefined) {
    pulumi = require("@pulumi/pulumi") as typeof Pulumi;
    pulumi.runtime.resetOptions("", "", -1, process.argv[2] ?? "", "", false, "");
  }
  return pulumi;
}
