/**
 * Keeps what the current code writes into the states of users, as fixtures of `test/e2e/states.test.ts`. It is run once for each release
 * that changes the form of a state. What it has written never changes.
 */

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { State } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { VERSION } from "../../src/version";
import { connectionTo } from "../e2e/support/playground";
import { prepared } from "../e2e/support/prepared";
import { writeProject } from "../e2e/support/program";
import type { Change } from "../support/events";
import { changesIn } from "../support/events";
import { repository } from "../support/repository";
import { openSandbox } from "../support/sandbox";
import type { StateCase } from "./cases";
import { CASES } from "./cases";
import { recordAccessList, recordImport } from "./imported";
import { startMangler } from "./mangler";
import { PLUGIN_CASES, recordPlugin } from "./plugin";

/** A state that a release has left behind. */
export interface RecordedState {
  readonly program: string;
  readonly service: State;
  /** What `pulumi stack export` printed, with `BASE_URL` in the place of the service's URL. */
  readonly deployment: object;
  /** What the next `preview` showed. */
  readonly changes: readonly Change[];
}

/** Stands for the URL of the service, which is another one in each test. */
export const BASE_URL = "http://127.0.0.1:1";

async function record(stateCase: StateCase): Promise<RecordedState> {
  const { program, prepare, failing, drift } = stateCase;
  const emulator = await startEmulator();
  const mangler = await startMangler(emulator.baseUrl);
  const sandbox = await openSandbox({ binDir: await prepared() });
  try {
    prepare?.(emulator);
    const folder = await writeProject(sandbox.folder, program);
    await writeFile(join(folder, "manifest.json"), emulator.versionManifest.get("current")?.text ?? "");
    const baseUrl = failing === undefined ? emulator.baseUrl : mangler.baseUrl;
    const config = {
      ...connectionTo(emulator),
      "opsmanager:baseUrl": baseUrl,
      "opsmanager:maxRetries": "0",
    };
    const stack = await sandbox.createStack({ project: folder, name: "test", config });
    const run = async (
      operation: "up" | "refresh" | "preview",
      succeeds = true,
    ): Promise<readonly Change[]> => {
      const result = await stack.run(operation, ...(operation === "preview" ? [] : ["--skip-preview"]));
      if ((result.code === 0) !== succeeds) throw new Error(result.output);
      return changesIn(result.events);
    };
    await run("up", failing === undefined);
    emulator.faults.clear();
    if (drift !== undefined) {
      drift(emulator);
      await run("refresh");
    }
    const changes = await run("preview");
    const { stdout } = await stack.stack("export");
    const deployment = JSON.parse(stdout.replaceAll(baseUrl, BASE_URL)) as object;
    return { program, service: emulator.snapshot(), deployment, changes };
  } finally {
    await sandbox.close();
    await mangler.close();
    await emulator.close();
  }
}

export async function recordStates(): Promise<void> {
  const records = [
    ...CASES.map((stateCase) => ({
      kind: "states",
      name: stateCase.name,
      make: async () => record(stateCase),
    })),
    ...Object.entries(PLUGIN_CASES).map(([name, kinds]) => ({
      kind: "plugin-states",
      name,
      make: async () => recordPlugin(kinds, name === "drifted"),
    })),
    { kind: "imports", name: "installation", make: recordImport },
    { kind: "imports", name: "access-list", make: recordAccessList },
  ];
  for (const { kind, name, make } of records) {
    const folder = join(repository, "test/fixtures", kind, VERSION);
    const file = join(folder, `${name}.json`);
    if (existsSync(file)) {
      process.stdout.write(`${file} exists, and stays as it is\n`);
      continue;
    }
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${JSON.stringify(await make())}\n`, { flag: "wx" });
    process.stdout.write(`${file}\n`);
  }
}
