/** The versions that this project requires. The devDependency `pulumi` sets that of the engine. */

import { dirname, join } from "node:path";
import { version } from "pulumi/package.json";

/** The version of the engine, which is that of the npm package `pulumi`. */
export const pinnedVersion: string = version;

/** The oldest CLI on PATH that is used. */
export const oldestPulumi = "3.216.0";

/** The oldest Go that can build the pinned engine. */
export const oldestGo = "1.25.0";

/** The program that starts the process of a dynamic provider, from the npm package @pulumi/pulumi. */
export const dynamicLauncher: string = join(
  dirname(require.resolve("@pulumi/pulumi/package.json")),
  "pulumi-resource-pulumi-nodejs",
);
