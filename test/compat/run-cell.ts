/** Runs one cell: installs the packed package into an empty project, and deploys it with the real engine to an emulator. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startEmulator } from "../../src/emulator";
import { run } from "../support/run";
import { userEnvironment } from "../support/registry/environment";
import type { Cell } from "./cells";
import { projectOf } from "./projects";
import { managerScript, nodeFolder } from "./tools";

/** The versions that a cell really used. */
export interface Ran {
  readonly node: string;
  readonly sdk: string;
  readonly manager: string;
}

/** @throws Error with the output of the first command that fails */
export async function runCell(cell: Cell, registry: string, binDir: string): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "compat-"));
  const emulator = await startEmulator();
  try {
    const project = projectOf(cell, registry);
    for (const [name, text] of Object.entries(project.files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const script = await managerScript(cell.manager);
    const state = join(folder, ".state");
    await mkdir(state);
    const env: NodeJS.ProcessEnv = {
      ...userEnvironment(),
      PATH: [await nodeFolder(cell.node), binDir, process.env["PATH"]].join(delimiter),
      PULUMI_HOME: join(folder, ".pulumi-home"),
      PULUMI_BACKEND_URL: pathToFileURL(state).href,
      PULUMI_CONFIG_PASSPHRASE: "compat",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      OPSMANAGER_BASE_URL: emulator.baseUrl,
      OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
      OPSMANAGER_PRIVATE_KEY: emulator.privateKey,
      npm_config_prefer_offline: "true",
      // Yarn refuses to change a lock file in CI.
      CI: "",
    };
    const cwd = join(folder, project.folder);
    const command = async (where: string, program: string, ...args: string[]): Promise<string> => {
      const { code, output, stdout } = await run(program, args, { cwd: where, env });
      assert.equal(code, 0, `${[program, ...args].join(" ")}\n${output}`);
      return stdout.trim();
    };
    await command(folder, "node", script, "install");
    await command(cwd, "pulumi", "stack", "init", "test");
    await command(cwd, "pulumi", "config", "set", "projectId", emulator.projectId);

    const before = emulator.alertConfigs().list().length;
    await command(cwd, "pulumi", "up", "--yes", "--skip-preview");
    assert.equal(emulator.alertConfigs().list().length, before + 1);
    await command(cwd, "pulumi", "up", "--yes", "--skip-preview", "--expect-no-changes");
    await command(cwd, "pulumi", "refresh", "--yes", "--skip-preview", "--expect-no-changes");
    await command(cwd, "pulumi", "destroy", "--yes", "--skip-preview");
    assert.equal(emulator.alertConfigs().list().length, before);

    const resolve = createRequire(pathToFileURL(join(cwd, "index.js"))).resolve;
    const sdk = await readFile(resolve("@pulumi/pulumi/package.json"), "utf8");
    return {
      node: (await command(cwd, "node", "--version")).slice(1),
      sdk: (JSON.parse(sdk) as { version: string }).version,
      manager: await command(folder, "node", script, "--version"),
    };
  } finally {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  }
}
