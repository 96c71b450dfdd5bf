/** An empty folder, an emulator, and the environment of a new user with a version of Node.js. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startEmulator } from "../../src/emulator";
import { userEnvironment } from "../support/registry/environment";
import { run } from "../support/run";
import { nodeFolder } from "./tools";

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>;

/**
 * @param node the major version of Node.js
 * @param path folders with programs, of which the first come first
 */
export async function openWorkplace(node: string, path: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "compat-"));
  const emulator = await startEmulator();
  const state = join(folder, ".state");
  await mkdir(state);
  const env: NodeJS.ProcessEnv = {
    ...userEnvironment(),
    PATH: [await nodeFolder(node), ...path, process.env["PATH"]].join(delimiter),
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
  /** Runs a program in a folder. @throws Error with its output if it fails */
  const command = async (cwd: string, program: string, ...args: string[]): Promise<string> => {
    const { code, output, stdout } = await run(program, args, { cwd, env });
    assert.equal(code, 0, `${[program, ...args].join(" ")}\n${output}`);
    return stdout.trim();
  };
  return {
    folder,
    env,
    command,
    node: async (): Promise<string> => (await command(folder, "node", "--version")).slice(1),
    /** Runs a program that creates one alert configuration: an `up`, one without changes, a `refresh` and a `destroy`. */
    deploy: async (cwd: string): Promise<void> => {
      await command(cwd, "pulumi", "stack", "init", "test");
      await command(cwd, "pulumi", "config", "set", "projectId", emulator.projectId);
      const before = emulator.alertConfigs().list().length;
      await command(cwd, "pulumi", "up", "--yes", "--skip-preview");
      assert.equal(emulator.alertConfigs().list().length, before + 1);
      await command(cwd, "pulumi", "up", "--yes", "--skip-preview", "--expect-no-changes");
      await command(cwd, "pulumi", "refresh", "--yes", "--skip-preview", "--expect-no-changes");
      await command(cwd, "pulumi", "destroy", "--yes", "--skip-preview");
      assert.equal(emulator.alertConfigs().list().length, before);
    },
    close: async (): Promise<void> => {
      await emulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
