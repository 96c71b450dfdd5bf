import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { readPages } from "../../scripts/docs/blocks";
import { repository } from "../../scripts/demo/repository";
import { run } from "../../scripts/engine/run";
import type { Registry } from "../../scripts/registry/registry";
import { startRegistry } from "../../scripts/registry/registry";
import { startEmulator } from "../../src/emulator";
import { prepared } from "../e2e/support/prepared";
import { commandsOf, scriptOf, startOf } from "./support/script";

const pages = readPages().filter((page) => commandsOf(page).length > 0);

describe("the commands of the documentation", () => {
  let folder: string;
  let registry: Registry;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    const binDir = await prepared();
    folder = await mkdtemp(join(tmpdir(), "opsmanager-docs-"));
    registry = await startRegistry();
    const cache = await run("npm", ["config", "get", "cache"], { env: process.env });
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(PULUMI|OPSMANAGER|MCLI|npm|TS_NODE)_/i.test(name),
    );
    environment = {
      ...Object.fromEntries(kept),
      HOME: folder,
      PATH: [binDir, process.env["PATH"]].join(delimiter),
      PULUMI_HOME: join(folder, "pulumi-home"),
      PULUMI_SKIP_UPDATE_CHECK: "true",
      npm_config_registry: registry.url,
      npm_config_cache: cache.stdout.trim(),
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
    };
    await mkdir(join(folder, "project"));
    await bash(join(folder, "project"), PROJECT);
  });

  after(async () => {
    await registry?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function bash(cwd: string, script: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
    const { code, output } = await run("bash", ["-c", script], { cwd, env: { ...environment, ...env } });
    assert.equal(code, 0, output);
  }

  for (const page of pages) {
    it(`run: ${page.path}`, async () => {
      const emulator = await startEmulator();
      const cwd = join(folder, page.path.replaceAll("/", "-"));
      try {
        const start = startOf(page);
        if (start === "a stack") {
          await cp(join(folder, "project"), cwd, { recursive: true });
          const stack = scriptOf({ path: "a stack", text: STACK }, emulator);
          await writeFile(join(cwd, "environment"), EXPORTS);
          await bash(cwd, stack);
        } else await mkdir(cwd);
        const exports = start === "a stack" ? "source ./environment\n" : "";
        await bash(start === "the repository" ? repository : cwd, exports + scriptOf(page, emulator));
      } finally {
        await emulator.close();
      }
    });
  }
});

const EXPORTS = `export PULUMI_BACKEND_URL=file://$PWD/state PULUMI_CONFIG_PASSPHRASE=choose-one\n`;

/** A project with a program, as a reader has it who has followed "Get started". */
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

const STACK = `
\`\`\`sh
source ./environment
mkdir state
pulumi stack init production
pulumi config set opsmanager:baseUrl http://127.0.0.1:40123
pulumi config set opsmanager:publicKey vkwzbqre
pulumi config set --secret opsmanager:privateKey
pulumi config set projectId 60a2b7c9e4b0c5571d3f8e12
pulumi up --skip-preview
\`\`\`
`;
