/** The machine of a reader: the engine, a registry with the package, and a project that has installed it. */

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Finished, run } from "../../../scripts/engine/run";
import { userEnvironment } from "../../../scripts/registry/environment";
import { type Registry, startRegistry } from "../../../scripts/registry/registry";
import { prepared } from "../../e2e/support/prepared";

/** Prepares a machine before the tests of the current suite. Use it only in tests and hooks. */
export function useMachine() {
  const made: { folder?: string; registry?: Registry; npmCache?: string; environment?: NodeJS.ProcessEnv } =
    {};

  before(async function prepareMachine() {
    const binDir = await prepared();
    const folder = (made.folder = await mkdtemp(join(tmpdir(), "opsmanager-docs-")));
    const registry = (made.registry = await startRegistry());
    const cache = await run("npm", ["config", "get", "cache"], { env: process.env });
    const npmCache = (made.npmCache = cache.stdout.trim());
    made.environment = {
      ...userEnvironment(),
      HOME: folder,
      PATH: [binDir, process.env["PATH"]].join(delimiter),
      PULUMI_HOME: join(folder, "pulumi-home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      npm_config_registry: registry.url,
      npm_config_cache: npmCache,
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
    await mkdir(machine.project);
    await machine.succeed(machine.project, PROJECT);
  });

  after(async function removeMachine() {
    await made.registry?.close();
    if (made.folder !== undefined) await rm(made.folder, { recursive: true, force: true });
  });

  const machine = {
    /** An empty folder for everything that a suite writes. */
    get folder() {
      return there(made.folder);
    },
    /** The cache of npm, so that nothing is downloaded twice. */
    get npmCache() {
      return there(made.npmCache);
    },
    /** A project with a program, as a reader has it who has followed "Get started". */
    get project(): string {
      return join(machine.folder, "project");
    },
    /** Runs a script, without the variables of this process that affect Pulumi, npm or the provider. */
    run: async (cwd: string, script: string, env?: NodeJS.ProcessEnv): Promise<Finished> =>
      run("bash", ["-c", script], { cwd, env: { ...there(made.environment), ...env } }),
    /** Runs a script and asserts that it succeeds. */
    async succeed(cwd: string, script: string, env?: NodeJS.ProcessEnv): Promise<void> {
      const { code, output } = await machine.run(cwd, script, env);
      assert.equal(code, 0, output);
    },
  };
  return machine;
}

function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the machine is not ready: use it in tests and hooks only");
  return value;
}

const PROJECT = `
npm install pulumi-opsmanager @pulumi/pulumi
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
