import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../support/repository";
import type { RecordedImport } from "../../states/imported";
import { IMPORTED_PROJECTS } from "../../states/imported";
import { startEmulator } from "../../../src/emulator";
import type { Kind } from "../resources/managed";
import { connectionsTo, managed } from "../resources/managed";
import type { Imported } from "./printed";

const folder = join(repository, "test/fixtures/imports");

/** What releases have written for `pulumi import` (`npm run generate states`). */
for (const version of readdirSync(folder))
  for (const file of readdirSync(join(folder, version))) {
    const record = JSON.parse(readFileSync(join(folder, version, file), "utf8")) as RecordedImport;

    for (const form of ["resources", "sets"] as const)
      it(`what ${version} exported as ${form} is still taken over, refreshed and destroyed`, async () => {
        const emulator = await startEmulator({ seed: record.service });
        const connections = connectionsTo(emulator);
        try {
          for (const { type, name, id, inputs, outputs } of record[form] as Imported[]) {
            const kind = type.slice(type.lastIndexOf(":") + 1) as Kind;
            // Its check reads the file beside the program.
            if (kind === "VersionManifest") continue;
            const resource = managed(kind, emulator, { name, connections });
            await resource.import({ id, inputs, outputs });
            assert.equal(await resource.refresh(), "same", name);
            // A store needs its secrets to be deleted.
            if (kind !== "OplogS3Config" && kind !== "S3SnapshotStore") await resource.destroy();
          }
          const left = IMPORTED_PROJECTS.map((projectId) => emulator.alertConfigs(projectId).list());
          assert.deepEqual(left, [[], []]);
        } finally {
          await emulator.close();
        }
      });
  }
