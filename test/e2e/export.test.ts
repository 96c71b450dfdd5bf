import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changesIn } from "../../scripts/demo/events";
import { repository } from "../../scripts/demo/repository";
import { openSandbox, type Sandbox, type Stack } from "../../scripts/demo/sandbox";
import { run } from "../../scripts/engine/run";
import { type Emulator, startEmulator } from "../../src/emulator";
import { fillInstallation, INSTALLATION } from "../fixtures/installation";
import { secretValues } from "../fixtures/installation-secrets";
import { stateOf, succeeded } from "./support/assertions";
import { filesIn } from "../support/files";
import { exportTo, install, prefixed, type Summary } from "./support/exported";
import { connectionTo } from "./support/playground";
import { prepared } from "./support/prepared";

/** One test compiles with types; the runs need not. */
const TRANSPILE_ONLY = { PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
const CHANGED = /threshold: 1000\b/;

for (const form of ["resources", "sets"] as const) {
  describe(`an existing installation, exported as ${form}`, function () {
    let emulator: Emulator;
    let sandbox: Sandbox;
    let folder: string;
    let stack: Stack;
    let summary: Summary;
    let count: number;
    let written: number;
    let secretConfig: Record<string, { secret: string }>;

    before(async () => {
      const binDir = await prepared();
      emulator = await startEmulator(INSTALLATION);
      // Single resources take the engine long; contract tests export all of them.
      count = await fillInstallation(emulator, form === "resources" ? 5 : 1);
      sandbox = await openSandbox({ binDir, env: TRANSPILE_ONLY });
      folder = join(sandbox.folder, "program");
      written = emulator.counters.writes;
    });
    after(async () => {
      await sandbox?.close();
      await emulator?.close();
    });

    it("is a program for all of it", async () => {
      const { code, stdout, output } = await exportTo(emulator, folder, "--as", form, "--json");
      assert.equal(code, 0, output);
      summary = JSON.parse(stdout) as Summary;
      assert.deepEqual(summary.skipped, []);
      const numberOf = (kind: string) => summary.resources.filter(({ type }) => type === kind).length;
      if (form === "resources") assert.equal(numberOf("AlertConfig"), count);
      else assert.equal(numberOf("AlertConfigSet"), 11);
      assert.deepEqual(
        [numberOf("ClusterName"), numberOf("OplogS3Config"), numberOf("VersionManifest")],
        [12, 2, 1],
      );
      const names = summary.resources.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
      assert.ok(count >= (form === "resources" ? 60 : 300), String(count));
    });

    it("has the same bytes when it is exported again, in whatever order the service returns", async () => {
      const second = join(sandbox.folder, "second");
      emulator.settings.shuffle = true;
      await exportTo(emulator, second, "--as", form);
      assert.deepEqual(await filesIn(second), await filesIn(folder));
      emulator.settings.shuffle = false;
    });

    it("passes a strict compiler", async () => {
      await install(folder);
      const compiled = await run(join(repository, "node_modules/.bin/tsc"), ["-p", folder], {
        env: process.env,
      });
      assert.equal(compiled.code, 0, compiled.output);
    });

    it("is taken over without a write to the service", async () => {
      const secrets = secretValues(
        emulator,
        summary.secrets,
        await readFile(join(folder, "import.json"), "utf8"),
      );
      secretConfig = prefixed(secrets);
      stack = await sandbox.createStack({
        project: folder,
        name: "production",
        config: { ...connectionTo(emulator), ...secretConfig },
      });
      const imported = await stack.run("import", "--file", "import.json", "--generate-code=false");
      succeeded(imported);
      assert.equal(emulator.counters.writes, written, imported.output);
    });

    if (form === "sets") {
      it("is not overwritten by a wrong secret without a warning in the preview", async () => {
        const { key, path } =
          summary.secrets.find(({ path: at }) => at.endsWith(".apiToken")) ?? assert.fail();
        const name = `ops-manager:${key}`;
        await stack.configure({ [name]: { secret: "xoxb-not-the-live-one" } });
        const preview = await stack.run("preview");
        succeeded(preview);
        const field = path.slice(path.indexOf("notifications["));
        assert.ok(preview.output.includes("was imported and is not as declared. The update changes it:"));
        assert.ok(
          preview.output.includes(
            `${field} (SLACK): the service has another value, so the one in the configuration key ${name} is probably wrong`,
          ),
          preview.output,
        );
        assert.doesNotMatch(preview.output, /not-the-live-one/);
        await stack.configure({ [name]: secretConfig[name] ?? assert.fail() });
        assert.equal(emulator.counters.writes, written);
      });
    }

    it("shows secrets as additions, and an up writes nothing", async () => {
      const up = await stack.run("up", "--skip-preview");
      succeeded(up);
      assert.equal(emulator.counters.writes, written, up.output);
      assert.doesNotMatch(up.output, /is not as declared/);
      const fields = changesIn(up.events).flatMap(({ op, fields: changed }) => [op, ...changed]);
      const secrets = form === "sets" ? "alertConfigSecrets" : "notificationSecrets";
      assert.deepEqual(
        new Set(fields),
        new Set(["update", "__imported", secrets, "awsAccessKey", "awsSecretKey", "uri"]),
      );
    });

    it("is protected, and an up keeps it so", async () => {
      const state = Object.values(await stateOf(stack));
      assert.equal(state.length, summary.resources.length);
      assert.deepEqual(
        state.filter(({ protect }) => protect !== true).map(({ urn }) => urn),
        [],
      );
    });

    it("is quiet after that", async () => {
      succeeded(await stack.run("preview", "--refresh", "--expect-no-changes"));
      assert.equal(emulator.counters.writes, written);
    });

    if (form === "resources") {
      it("writes exactly what is changed in the program", async () => {
        const files = await filesIn(folder);
        const [path, text] =
          Object.entries(files).find(
            ([name, each]) => name.startsWith("projects/") && CHANGED.test(each) && !name.includes("shared"),
          ) ?? assert.fail();
        await writeFile(join(folder, path), text.replace(CHANGED, "threshold: 1001"));
        const up = await stack.run("up", "--skip-preview");
        succeeded(up);
        assert.equal(emulator.counters.writes, written + 1, up.output);
        await writeFile(join(folder, path), text);
      });
    }
  });
}
