/** Prints the folder of a usable Pulumi engine, as the only line on stdout; what it does is said on stderr. */

import { ensureEngine } from "./ensure-engine";
import { messageOf } from "./errors";

ensureEngine().then(
  ({ binDir }) => process.stdout.write(`${binDir}\n`),
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
