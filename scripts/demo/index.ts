/** Runs the quickstart on a real Pulumi engine against the emulator. */

import { messageOf } from "../../test/support/errors";
import { interruptible } from "../../test/support/engine/interrupt";
import { runDemo } from "./demo";
import { createTerminal } from "./terminal";

const started = Date.now();
const out = createTerminal(process.stdout, process.env);

// The reader of a pipe has ended (`npm run demo | head`): clean up as after Ctrl-C.
process.stdout.on("error", () => process.kill(process.pid, "SIGTERM"));

async function main(): Promise<void> {
  try {
    await interruptible(async (signal) => runDemo(out, signal));
    out.line();
    out.good(`All steps met their expectations, in ${Math.round((Date.now() - started) / 1000)} s.`);
  } catch (error) {
    out.line();
    out.bad(messageOf(error));
    process.exitCode = 1;
  }
}

void main();
