/** Prints the folder of a usable Pulumi engine on stdout; progress goes to stderr. */

import { ensureEngine } from "./ensure-engine";
import { messageOf } from "../errors";

ensureEngine().then(
  ({ binDir }) => process.stdout.write(`${binDir}\n`),
  (error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
