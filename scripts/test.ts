/**
 * `npm test [<folder>...]`: runs the tests in folders of `test`, such as `unit`, `docs` or `contract/service`. Without a folder it
 * runs the tests of the main job; `fast` stands for the folders that need no engine. `test/README.md` explains them.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "../test/browser/support/browser";
import { ensureBuilt } from "../test/support/built";
import { ensureEngine } from "../test/support/engine/ensure-engine";
import { messageOf } from "../test/support/errors";
import { repository } from "../test/support/repository";
import { runShown } from "../test/support/run-shown";

const FAST = ["contract", "soak", "unit"];
const WITHOUT_ENGINE = [...FAST, "browser"];
/** The folders whose tests mostly wait for the engine. */
const ON_ENGINE = ["e2e", "installations", "plugin"];
// The slow files first, so that no core is idle at the end.
const DEFAULT = ["e2e", "host", "types", ...FAST];

async function main(): Promise<number> {
  const given = process.argv.slice(2).flatMap((name) => (name === "fast" ? FAST : [name]));
  const folders = given.length === 0 ? DEFAULT : given;
  const unknown = folders.find((folder) => !existsSync(join(repository, "test", folder)));
  if (unknown !== undefined)
    throw new Error(`test/${unknown} does not exist: name folders of test, or "fast".`);
  const needsEngine = folders.some((folder) => !WITHOUT_ENGINE.includes(folder.split("/")[0] ?? ""));
  if (folders.includes("browser")) ensureBrowser();
  if (needsEngine) {
    await ensureEngine();
    await ensureBuilt(console.log);
  }
  const jobs = jobsFor(folders);
  const files = folders.map((folder) => `test/${folder}/**/*.test.ts`);
  const mocha = join(repository, "node_modules/mocha/bin/mocha.js");
  return runShown(process.execPath, [mocha, "--parallel", "--jobs", jobs, ...files]);
}

/** How many files run at the same time: those of a real server one after the other. */
function jobsFor(folders: readonly string[]): string {
  if (process.env["OPSMANAGER_CONTRACT_BASE_URL"] !== undefined) return "1";
  // The engine waits for programs, so one more than the cores of a small machine.
  return folders.some((folder) => ON_ENGINE.includes(folder)) ? "3" : "2";
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  },
);
