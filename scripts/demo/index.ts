/** Shows the whole thing at work: the quickstart on a real Pulumi engine, against the emulator. */

import { messageOf } from "../engine/errors";
import { interruptible } from "../engine/interrupt";
import { demo } from "./demo";
import { terminal } from "./terminal";

const started = Date.now();
const out = terminal(process.stdout, process.env);

// Whoever read us has gone (`npm run demo | head`): clear up as after Ctrl-C.
process.stdout.on("error", () => process.kill(process.pid, "SIGTERM"));

async function main(): Promise<void> {
  try {
    await interruptible(async (signal) => demo(out, signal));
    out.line();
    out.good(`All steps showed what they should, in ${Math.round((Date.now() - started) / 1000)} s.`);
  } catch (error) {
    out.line();
    out.bad(messageOf(error));
    process.exitCode = 1;
  }
}

void main();
