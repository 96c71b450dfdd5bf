/** Exported programs: the command, and their folders as users have them. */

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../support/repository";
import type { Sandbox } from "../../support/sandbox";
import { type Finished, run } from "../../support/run";
import type { Emulator, EmulatorOptions } from "../../../src/emulator";
import { environmentOf, type Service, type Summary } from "../../contract/cli/printed";
import { secretValues } from "../../fixtures/installation-secrets";
import { usePlayground } from "./playground";
import { linkPackages } from "./program";

/** The command, built. */
export const COMMAND = join(repository, "dist/cli/pulumi-opsmanager.js");

/** Runs the command with the settings of a service in its environment. */
export async function exportTo(
  service: Service,
  folder: string,
  ...flags: readonly string[]
): Promise<Finished> {
  return run(process.execPath, [COMMAND, "export", "--out", folder, ...flags], {
    env: { PATH: process.env["PATH"], ...environmentOf(service) },
  });
}

/** What `npm install` does. */
export async function install(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await linkPackages(modules, ["@pulumi/pulumi", "@types", "typescript"]);
}

interface ExportOptions {
  readonly form?: "resources" | "sets";
  readonly emulator?: EmulatorOptions;
  /** Fills the service before it is exported. */
  readonly fill?: (emulator: Emulator) => Promise<unknown>;
}

/** A playground with the exported program of a service, whose secrets are in the configuration. */
export function useExport(
  suite: Mocha.Suite,
  { form = "resources", emulator = {}, fill }: ExportOptions = {},
) {
  const exported: { summary: Summary; secrets: Record<string, { secret: string }> } = {
    summary: { projects: [], resources: [], secrets: [], skipped: [] },
    secrets: {},
  };
  async function makeFolder(sandbox: Sandbox, service: Emulator): Promise<string> {
    await fill?.(service);
    const folder = join(sandbox.folder, "program");
    const { code, stdout, output } = await exportTo(service, folder, "--as", form, "--json");
    assert.equal(code, 0, output);
    exported.summary = JSON.parse(stdout) as Summary;
    const importFile = await readFile(join(folder, "import.json"), "utf8");
    const values = Object.entries(secretValues(service, exported.summary.secrets, importFile));
    exported.secrets = Object.fromEntries(values.map(([key, value]) => [`ops-manager:${key}`, value]));
    await install(folder);
    return folder;
  }
  const playground = usePlayground(suite, {
    program: { folder: makeFolder },
    emulator,
    config: () => exported.secrets,
    // One test compiles with types; the runs need not.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  });
  return { playground, exported };
}
