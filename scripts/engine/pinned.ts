/** The versions that this project asks for. The `pulumi` devDependency is where the engine's is set. */

import { dirname, join } from "node:path";
import { version } from "pulumi/package.json";

/** The engine's version: that of the npm package `pulumi`, the CLI's official wrapper. */
export const pinnedVersion: string = version;

/** The oldest CLI on PATH that is used as it is. */
export const oldestPulumi = "3.216.0";

/** The oldest Go that the pinned engine can be built with. */
export const oldestGo = "1.25.0";

/** What starts the process of a dynamic provider; it ships inside the npm package @pulumi/pulumi. */
export const dynamicLauncher: string = join(
  dirname(require.resolve("@pulumi/pulumi/package.json")),
  "pulumi-resource-pulumi-nodejs",
);
