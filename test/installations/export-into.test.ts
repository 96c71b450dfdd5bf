import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { openSandbox, type Sandbox } from "../support/sandbox";
import type { Finished } from "../support/run";
import type { Emulator } from "../../src/emulator";
import { environmentOf } from "../contract/cli/printed";
import { alert, ALPHA, BETA, MAIL, SLACK, startProjects } from "../fixtures/projects";
import { filesIn } from "../support/files";
import { created, did, updated } from "../e2e/support/assertions";
import { COMMAND, install } from "../e2e/support/exported";
import { usePlayground } from "../e2e/support/playground";
import { prepared } from "../e2e/support/prepared";
import { PROJECT } from "../e2e/support/resources";

const succeeded = ({ code, output }: Finished): string => {
  assert.equal(code, 0, output);
  return output;
};

for (const form of ["resources", "sets"] as const) {
  describe(`a project that is exported into a program, as ${form}`, () => {
    let emulator: Emulator;
    let sandbox: Sandbox;
    let folder: string;

    before(async () => {
      emulator = await startProjects({
        alpha: [alert("NO_PRIMARY", SLACK), alert("HOST_DOWN", MAIL)],
        beta: [],
      });
      const env = { ...environmentOf(emulator), PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
      sandbox = await openSandbox({ binDir: await prepared(), env });
      folder = join(sandbox.folder, "program");
    });
    after(async () => {
      await sandbox?.close();
      await emulator?.close();
    });

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
      const former = await filesIn(folder);
      const output = await exporting("--into", folder);
      const after = await filesIn(folder);
      const written = Object.keys(after).filter((path) => after[path] !== former[path]);
      const modules = ["projects/alpha-2.ts", "projects/beta.ts"];
      assert.deepEqual(written.sort(), ["import-added.json", "index.ts", ...modules, "secrets-added.sh"]);
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

describe("an alert configuration in the project of a set that deletes what it does not declare", function () {
  const lag = JSON.stringify({ lag: alert("HOST_DOWN", MAIL) });
  const set = (members: string): string =>
    `new opsmanager.AlertConfigSet("all", { projectId: "${PROJECT}", unmanaged: "delete", alertConfigs: ${members} });`;
  const playground = usePlayground(this, {
    program: set(lag),
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  });

  it("is printed as a member of the set, which takes it over without a write", async () => {
    const { emulator, stack } = playground;
    const alerts = emulator.alertConfigs();
    for (const { id } of alerts.list()) alerts.delete(id);
    did(await playground.run("up"), [created("all")]);
    const { id } = alerts.add(alert("NO_PRIMARY", MAIL));
    succeeded(await playground.run("refresh"));
    const { writes } = emulator.counters;
    const exported = await stack.with(process.execPath, COMMAND, "export", "--stack", "test", "--into", ".");
    const [, members = ""] = /^The set "all" deletes .*\n\n([^]*?)\n\n/m.exec(succeeded(exported)) ?? [];
    assert.match(members, /NO_PRIMARY/, exported.output);
    await playground.rewrite(set(`{ ...${lag}, ${members} }`));
    did(await playground.run("up"), [
      updated("all", 'alertConfigs["no-primary"]', "unmanagedAlertConfigs[0]"),
    ]);
    assert.ok(alerts.get(id));
    assert.equal(emulator.counters.writes, writes);
  });
});
