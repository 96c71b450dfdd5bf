import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { openSandbox, type Sandbox } from "../../scripts/demo/sandbox";
import type { Finished } from "../../scripts/engine/run";
import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { SEED } from "../../src/emulator/seed";
import { omit } from "../../src/json";
import { environmentFor, filesIn, install } from "./support/exported";
import { prepared } from "./support/prepared";

const environmentOf = (emulator: Emulator): NodeJS.ProcessEnv => ({
  ...omit(environmentFor(emulator), ["PATH"]),
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
});

const COMMAND = join(repository, "dist/cli/pulumi-opsmanager.js");
const orgId = SEED.orgs[0]?.id ?? "";
const [ALPHA, BETA] = ["650000000000000000000001", "650000000000000000000002"];
const MAIL = { typeName: "EMAIL", emailAddress: "dba@example.com" };
const SLACK = { typeName: "SLACK", channelName: "#db-alerts", apiToken: "xoxb-1111-2222" };
const alert = (eventTypeName: string, ...notifications: object[]) =>
  ({ eventTypeName, enabled: true, notifications }) as never;

for (const form of ["resources", "sets"] as const) {
  describe(`a project that is exported into a program, as ${form}`, () => {
    let emulator: Emulator;
    let sandbox: Sandbox;
    let folder: string;

    before(async () => {
      emulator = await startEmulator({
        seed: {
          ...SEED,
          projects: [
            { id: ALPHA, orgId, name: "alpha" },
            { id: BETA, orgId, name: "beta" },
          ],
          clusters: [],
          alertConfigs: [],
          oplogS3Configs: [],
        },
      });
      emulator.alertConfigs(ALPHA).add(alert("NO_PRIMARY", SLACK));
      emulator.alertConfigs(ALPHA).add(alert("HOST_DOWN", MAIL));
      sandbox = await openSandbox({
        binDir: await prepared(),
        env: environmentOf(emulator),
      });
      folder = join(sandbox.folder, "program");
    });
    after(async () => {
      await sandbox?.close();
      await emulator?.close();
    });

    const succeeded = (finished: Finished): string => {
      assert.equal(finished.code, 0, finished.output);
      return finished.output;
    };
    const pulumi = async (...args: readonly string[]): Promise<string> =>
      succeeded(await sandbox.pulumi(folder, args));
    /** Runs the command in another folder. */
    const exporting = async (...args: readonly string[]): Promise<string> =>
      succeeded(
        await sandbox.with(sandbox.folder, process.execPath, COMMAND, "export", ...args, "--as", form),
      );
    const setSecret = async (key: string): Promise<string> =>
      pulumi("config", "set", "--secret", key, SLACK.apiToken);
    const keysIn = (commands: string): string[] =>
      [...commands.matchAll(/^secret (\S+)/gm)].map(([, key = ""]) => key);

    it("begins with a program for a part of the service", async () => {
      await exporting("--out", folder, "--project", "alpha");
      await install(folder);
      await pulumi("stack", "init", "production");
      for (const key of keysIn(await readFile(join(folder, "secrets.sh"), "utf8"))) await setSecret(key);
      await pulumi("import", "--file", "import.json", "--generate-code=false", "--yes");
      await rm(join(folder, "import.json"));
      await pulumi("up", "--yes", "--skip-preview");
      assert.equal(emulator.counters.writes, 0);
    });

    it("adds what is new as a module, an import file and one line", async () => {
      emulator.alertConfigs(ALPHA).add(alert("HOST_DOWN", MAIL, SLACK));
      emulator.alertConfigs(BETA).add(alert("NO_PRIMARY", SLACK));
      const before = await filesIn(folder);
      const output = await exporting("--into", folder);
      const { "index.ts": index = "", ...after } = await filesIn(folder);
      const { "index.ts": formerIndex = "", ...former } = before;
      assert.deepEqual(
        Object.keys(after)
          .filter((path) => after[path] !== former[path])
          .sort(),
        ["import-added.json", "projects/alpha-2.ts", "projects/beta.ts", "secrets-added.sh"],
      );
      assert.equal(
        index.replace('import "./projects/alpha-2";\nimport "./projects/beta";\n', ""),
        formerIndex,
      );
      assert.notEqual(index, formerIndex);
      const text = `${after["projects/alpha-2.ts"]}${after["projects/beta.ts"]}`;
      if (form === "resources") assert.match(text, /"alpha-host-down-slack"[^]*"beta-no-primary"/);
      else assert.match(text, /"alpha-alerts-2"[^]*"host-down-slack"[^]*"beta-alerts"/);
      assert.match(
        output,
        /^ {2}sh secrets-added\.sh\n {2}pulumi import .*\n {2}pulumi preview .*no deletion\n {2}pulumi up$/m,
      );
    });

    it("is taken over without a write, and a preview shows no deletion", async () => {
      const keys = keysIn(await readFile(join(folder, "secrets-added.sh"), "utf8"));
      // Three alert configurations now have the secret of which one had it before.
      assert.deepEqual(keys, ["dbAlertsSlack.apiToken"]);
      for (const key of keys) await setSecret(key);
      await pulumi("import", "--file", "import-added.json", "--generate-code=false", "--yes");
      assert.doesNotMatch(await pulumi("preview"), /delete|replace|create/);
      await pulumi("up", "--yes", "--skip-preview");
      assert.equal(emulator.counters.writes, 0);
      await pulumi("preview", "--refresh", "--expect-no-changes");
    });

    it("is undone as the README says, without a request to the service", async () => {
      const { requests } = emulator.counters;
      await pulumi("stack", "rm", "--force", "--yes", "production");
      assert.equal(emulator.counters.requests, requests);
    });
  });
}

describe("an alert configuration in the project of a set that deletes what it does not declare", () => {
  it("is printed as a member of the set, which takes it over without a write", async () => {
    const emulator = await startEmulator({
      seed: { ...SEED, alertConfigs: [], clusters: [], oplogS3Configs: [] },
    });
    const { projectId } = emulator;
    const sandbox = await openSandbox({
      binDir: await prepared(),
      env: environmentOf(emulator),
    });
    try {
      const folder = join(sandbox.folder, "program");
      const pulumi = async (...args: readonly string[]): Promise<string> => {
        const { code, output } = await sandbox.pulumi(folder, args);
        assert.equal(code, 0, output);
        return output;
      };
      const write = async (members: string): Promise<void> =>
        writeFile(
          join(folder, "index.ts"),
          `import * as opsmanager from "pulumi-opsmanager";
new opsmanager.AlertConfigSet("all", { projectId: "${projectId}", unmanaged: "delete", alertConfigs: ${members} });
`,
        );
      await mkdir(folder);
      await writeFile(join(folder, "Pulumi.yaml"), "name: alerts\nruntime: nodejs\nmain: index.ts\n");
      await install(folder);
      const lag =
        '{ lag: { eventTypeName: "HOST_DOWN", enabled: true, notifications: [{ typeName: "GROUP", emailEnabled: true, smsEnabled: false }] } }';
      await write(lag);
      await pulumi("stack", "init", "test");
      await pulumi("up", "--yes", "--skip-preview");
      const { id } = emulator.alertConfigs().add(alert("NO_PRIMARY", MAIL));
      await pulumi("refresh", "--yes");
      const { writes } = emulator.counters;
      const { code, output } = await sandbox.with(
        folder,
        process.execPath,
        COMMAND,
        "export",
        "--into",
        ".",
        "--project",
        projectId,
      );
      assert.equal(code, 0, output);
      const [, members = ""] =
        /The set "all" deletes what it does not declare, so add these members to its alertConfigs\.\n\n([^]*?)\n\n/.exec(
          output,
        ) ?? [];
      assert.match(members, /NO_PRIMARY/, output);
      await write(`{ ...${lag}, ${members} }`);
      const up = await pulumi("up", "--yes");
      assert.doesNotMatch(up, /will be deleted/);
      assert.ok(emulator.alertConfigs().get(id) !== undefined);
      assert.equal(emulator.counters.writes, writes, up);
    } finally {
      await sandbox.close();
      await emulator.close();
    }
  });
});
