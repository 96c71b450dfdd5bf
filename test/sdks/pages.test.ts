import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPage, readSitePages } from "../../scripts/docs/blocks";
import { withLanguages } from "../../scripts/docs/languages";
import { registryIndex } from "../../scripts/docs/registry";
import { run } from "../support/run";
import type { Stack } from "../support/sandbox";
import type { Emulator } from "../../src/emulator";
import { succeeded } from "../e2e/support/assertions";
import { connectionTo, usePlayground } from "../e2e/support/playground";
import { STORE } from "../contract/resources/managed";
import { API_KEY, CLUSTER, ORG, PROJECT } from "../e2e/support/resources";
import { PAGES, useSdks } from "./support/installed";

/** The values of the configuration that the programs read. */
const CONFIG = {
  projectId: PROJECT,
  orgId: ORG,
  apiKeyId: API_KEY,
  clusterId: CLUSTER,
  alertConfigId: "65b3d8f0c2a94e1786d5b0e4",
  globalAlertConfigId: "65a0f0c1c2a94e17860000a2",
  europeUrl: "http://127.0.0.1:1",
  europeKey: { secret: "a-key" },
  slackToken: { secret: "xoxb-1111-2222-3333" },
  pagerDutyKey: { secret: "0123456789abcdef0123456789abcdef" },
  s3AccessKey: { secret: "AKIAPAGESPAGESPAGES0" },
  s3SecretKey: { secret: "a-secret-key" },
  metadataUri: { secret: "mongodb://metadata.example.com/" },
  oplogUri: { secret: "mongodb://oplog.example.com/" },
  blockstoreUri: { secret: "mongodb://blockstore.example.com/" },
};

describe("the programs of the pages in the languages of the plugin", function () {
  const sdks = useSdks();
  const playground = usePlayground(this, {
    program: { folder: async ({ folder }) => sdks.project(folder, "yaml", "resources: {}\n") },
    env: sdks.env,
  });

  /** What the programs of the functions read, besides what the emulator starts with. */
  before(() => {
    const { oplogS3Configs, s3SnapshotStores, globalAlertConfigs } = playground.emulator;
    const { mongoOplogStores, mongoSnapshotStores, fileSystemSnapshotStores, projectBackups } =
      playground.emulator;
    const { storeId: _id, ...store } = STORE;
    oplogS3Configs.add({ ...store, id: "oplog-store-1", s3AuthMethod: "KEYS" });
    s3SnapshotStores.add({ ...store, id: "snapshot-store-1", s3AuthMethod: "KEYS" });
    const uri = "mongodb://stores.example.com/";
    mongoOplogStores.add({ id: "oplog-eu", uri, assignmentEnabled: true });
    mongoSnapshotStores.add({ id: "blockstore-eu", uri, assignmentEnabled: true });
    fileSystemSnapshotStores.add({ id: "snapshots-nfs", storePath: "/mnt/backup", assignmentEnabled: true });
    projectBackups.set(PROJECT, { labelFilter: ["eu"] });
    const alert = { eventTypeName: "HOST_DOWN", enabled: true, matchers: [], notifications: [] };
    const scope = { forAllGroups: true, groupIds: [], tags: [] };
    globalAlertConfigs.add({ ...alert, ...scope, id: CONFIG.globalAlertConfigId });
  });

  it("are what the converters make of those in YAML (npm run generate programs)", async () => {
    const pages = readSitePages();
    assert.deepEqual(await withLanguages(pages), pages);
    assert.equal(registryIndex(), readPage("docs/_index.md").text);
    assert.equal(PAGES.length, 30);
  });

  it("compile in TypeScript", async () => {
    const folder = await sdks.project(playground.sandbox.folder, "ts", "");
    for (const { name, programs } of PAGES) await writeFile(join(folder, `${name}.ts`), programs.ts);
    const options = { strict: true, noEmit: true, skipLibCheck: true, module: "node16", target: "es2022" };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options }));
    const compiler = require.resolve("typescript/bin/tsc");
    succeeded(await run(process.execPath, [compiler, "--project", folder], { env: process.env }));
  });

  it("compile in Go, and pass go vet", async () => {
    const first = PAGES.find(({ name }) => name === "plugin")?.programs.go ?? "";
    const folder = await sdks.project(playground.sandbox.folder, "go", first);
    for (const { name, programs } of PAGES) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "main.go"), programs.go);
    }
    succeeded(await run("go", ["vet", "./..."], { cwd: folder, env: { ...process.env, ...sdks.env } }));
  });

  for (const language of ["python", "yaml"] as const)
    describe(`have a preview in ${language}:`, () => {
      let project: string;
      let stack: Stack;
      before(async () => {
        const { sandbox, emulator } = playground;
        project = await sdks.project(sandbox.folder, language, "");
        await writeFile(join(project, "version-manifest.json"), manifestOf(emulator));
        const config = { ...connectionTo(emulator), "opsmanager:onlineChecks": "false", ...CONFIG };
        stack = await sandbox.createStack({ project, name: language, config });
      });

      for (const { name, programs } of PAGES)
        it(name, async () => {
          await sdks.write(project, language, programs[language]);
          succeeded(await stack.run("preview"));
        });
    });
});

function manifestOf(emulator: Emulator): string {
  return emulator.versionManifest.list()[0]?.text ?? assert.fail("the service has no manifest");
}
