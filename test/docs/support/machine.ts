/** The machine of a reader: the engine, the archive of the package, and a project that has installed it. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Finished, run } from "../../support/run";
import { userEnvironment } from "../../support/registry/environment";
import { packTo } from "../../support/registry/registry";
import { INSTALLED } from "../../../src/version";
import { prepared } from "../../e2e/support/prepared";

/**
 * Makes a folder in which npm installs packages: without `node_modules`, npm uses the next parent that has it or a package.json, such as
 * one that something else left in the folder of temporary files.
 */
export async function emptyFolder(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"), { recursive: true });
}

/** Prepares a machine before the tests of the current suite. Use it only in tests and hooks. */
export function useMachine() {
  let environment: NodeJS.ProcessEnv = {};

  before(async function prepareMachine() {
    const binDir = await prepared();
    machine.folder = await mkdtemp(join(tmpdir(), "opsmanager-docs-"));
    machine.project = join(machine.folder, "project");
    await packTo(machine.folder);
    const cache = await run("npm", ["config", "get", "cache"], { env: process.env });
    machine.npmCache = cache.stdout.trim();
    environment = {
      ...userEnvironment(),
      HOME: machine.folder,
      PATH: [binDir, process.env["PATH"]].join(delimiter),
      PULUMI_HOME: join(machine.folder, "pulumi-home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      npm_config_cache: machine.npmCache,
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
    await emptyFolder(machine.project);
    await machine.succeed(machine.project, PROJECT);
  });

  after(async function removeMachine() {
    if (machine.folder !== "") await rm(machine.folder, { recursive: true, force: true });
  });

  const machine = {
    /** An empty folder for everything that a suite writes. */
    folder: "",
    /** The cache of npm, so that nothing is downloaded twice. */
    npmCache: "",
    /** A project with a program, as a reader has it who has followed "Get started". */
    project: "",
    /** Runs a script, without the variables of this process that affect Pulumi, npm or the provider. */
    run: async (cwd: string, script: string, env?: NodeJS.ProcessEnv): Promise<Finished> =>
      run("bash", ["-c", script], { cwd, env: { ...environment, ...env } }),
    /** Runs a script and asserts that it succeeds. */
    async succeed(cwd: string, script: string, env?: NodeJS.ProcessEnv): Promise<void> {
      const { code, output } = await machine.run(cwd, script, env);
      assert.equal(code, 0, output);
    },
  };
  return machine;
}

const PROJECT = `
npm install ${INSTALLED} @pulumi/pulumi
printf 'name: ops-manager\\nruntime: nodejs\\n' > Pulumi.yaml
cat > index.ts <<'END'
import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";

const projectId = new pulumi.Config().require("projectId");
new opsmanager.AlertConfig("no-primary", {
  projectId,
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }],
});
END
`;
