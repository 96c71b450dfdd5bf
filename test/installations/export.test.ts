import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changesIn } from "../support/events";
import { repository } from "../support/repository";
import { run } from "../support/run";
import { fillInstallation, INSTALLATION } from "../fixtures/installation";
import { stateOf, succeeded } from "../e2e/support/assertions";
import { filesIn } from "../support/files";
import { exportTo, useExport } from "../e2e/support/exported";

const CHANGED = /threshold: 1000\b/;

for (const form of ["resources", "sets"] as const) {
  describe(`an existing installation, exported as ${form}`, function () {
    let count = 0;
    let written = 0;
    const { playground, exported } = useExport(this, {
      form,
      emulator: INSTALLATION,
      async fill(emulator) {
        // Single resources take the engine long; contract tests export all of them.
        count = await fillInstallation(emulator, form === "resources" ? 5 : 1);
        written = emulator.counters.writes;
      },
    });
    const wroteNothing = (output: string): void =>
      assert.equal(playground.emulator.counters.writes, written, output);

    it("is a program for all of it", () => {
      const { skipped, resources } = exported.summary;
      assert.deepEqual(skipped, []);
      const numberOf = (kind: string) => resources.filter(({ type }) => type === kind).length;
      if (form === "resources") assert.equal(numberOf("AlertConfig"), count);
      else assert.equal(numberOf("AlertConfigSet"), 11);
      assert.deepEqual(
        ["ClusterName", "GlobalAlertConfig", "OplogS3Config", "S3SnapshotStore", "VersionManifest"].map(
          numberOf,
        ),
        [12, 2, 2, 1, 1],
      );
      assert.equal(new Set(resources.map(({ name }) => name)).size, resources.length);
      assert.ok(count >= (form === "resources" ? 60 : 300), String(count));
    });

    it("has the same bytes when it is exported again, in whatever order the service returns", async () => {
      const { emulator, folder, sandbox } = playground;
      const second = join(sandbox.folder, "second");
      emulator.settings.shuffle = true;
      await exportTo(emulator, second, "--as", form);
      assert.deepEqual(await filesIn(second), await filesIn(folder));
      emulator.settings.shuffle = false;
    });

    it("passes a strict compiler", async () => {
      const compiler = join(repository, "node_modules/.bin/tsc");
      const compiled = await run(compiler, ["-p", playground.folder], { env: process.env });
      assert.equal(compiled.code, 0, compiled.output);
    });

    it("is taken over without a write to the service", async () => {
      const { stack } = playground;
      const imported = await stack.run("import", "--file", "import.json", "--generate-code=false");
      succeeded(imported);
      wroteNothing(imported.output);
      assert.equal(Object.keys(await stateOf(stack)).length, exported.summary.resources.length);
    });

    if (form === "sets") {
      it("is not overwritten by a wrong secret without a warning in the preview", async () => {
        const { stack } = playground;
        const { summary, secrets } = exported;
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
        await stack.configure({ [name]: secrets[name] ?? assert.fail() });
        wroteNothing(preview.output);
      });
    }

    it("shows secrets as additions, and an up writes nothing", async () => {
      const up = await playground.run("up");
      succeeded(up);
      wroteNothing(up.output);
      assert.doesNotMatch(up.output, /is not as declared/);
      const fields = changesIn(up.events).flatMap(({ op, fields: changed }) => [op, ...changed]);
      // The global alert configurations are resources of their own in both forms.
      const secrets = ["notificationSecrets", ...(form === "sets" ? ["alertConfigSecrets"] : [])];
      assert.deepEqual(
        new Set(fields),
        new Set(["update", "__imported", ...secrets, "awsAccessKey", "awsSecretKey", "uri"]),
      );
    });

    it("is quiet after that", async () => {
      const preview = await playground.run("preview", "--refresh", "--expect-no-changes");
      succeeded(preview);
      wroteNothing(preview.output);
    });

    if (form === "resources") {
      it("writes exactly what is changed in the program", async () => {
        const { emulator, folder } = playground;
        const files = await filesIn(folder);
        const [path, text] =
          Object.entries(files).find(
            ([name, each]) => name.startsWith("projects/") && CHANGED.test(each) && !name.includes("shared"),
          ) ?? assert.fail();
        await writeFile(join(folder, path), text.replace(CHANGED, "threshold: 1001"));
        const up = await playground.run("up");
        succeeded(up);
        assert.equal(emulator.counters.writes, written + 1, up.output);
        await writeFile(join(folder, path), text);
      });
    }
  });
}
