import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { PROJECT, CLUSTER, SECRETS } from "../../scripts/states/cases";
import type { RecordedState } from "../../scripts/states/record";
import { BASE_URL } from "../../scripts/states/record";
import { did, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";

const folder = join(repository, "test/fixtures/states");

/** What releases have left behind in the states of users (`npm run record-states`). */
for (const version of readdirSync(folder)) {
  for (const file of readdirSync(join(folder, version))) {
    const text = readFileSync(join(folder, version, file), "utf8");
    const { program, service, deployment, changes } = JSON.parse(text) as RecordedState;

    describe(`a state of ${version}, ${file.replace(".json", "")}`, function () {
      const playground = usePlayground(this, { program, emulator: { seed: service } });
      /** The objects that only this state manages. */
      const managed = () => ({
        alerts: playground.emulator.alertConfigs(PROJECT).list().length,
        stores: playground.emulator.oplogS3Configs.list().length,
        cluster: playground.emulator.clusters(PROJECT).get(CLUSTER)?.clusterName,
      });

      before(async () => {
        const { emulator, sandbox, stack } = playground;
        await playground.addFile("manifest.json", emulator.versionManifest.get("current")?.text ?? "");
        const state = JSON.stringify(deployment).replaceAll(BASE_URL, emulator.baseUrl);
        const path = join(sandbox.folder, "deployment.json");
        await writeFile(path, state);
        succeeded(await stack.stack("import", "--file", path));
      });

      it("holds no secret in plain text", () => {
        for (const secret of SECRETS) {
          assert.ok(!JSON.stringify(deployment).includes(secret), secret);
        }
      });

      it("shows the same in a preview as it did then", async () =>
        did(await playground.run("preview"), changes));

      it("shows no further change in a refresh", async () => {
        const isPartial = changes.some(({ op, fields }) => op === "update" && fields.length === 0);
        const refresh = await playground.run("refresh", ...(isPartial ? [] : ["--expect-no-changes"]));
        succeeded(refresh);
      });

      it("becomes as declared by an up, and then shows no change", async () => {
        succeeded(await playground.run("up"));
        assert.equal(managed().cluster, "managed");
        did(await playground.run("preview"), []);
        did(await playground.run("refresh"), []);
      });

      it("is destroyed", async () => {
        const before = managed();
        succeeded(await playground.run("destroy"));
        assert.ok(managed().alerts < before.alerts);
        assert.equal(managed().cluster, "orders");
        assert.deepEqual(playground.emulator.oplogS3Configs.get("oplog"), undefined);
      });
    });
  }
}
