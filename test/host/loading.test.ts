import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { REPOSITORY } from "./host";

/** The packages that a script has loaded when it ends, one entry for each folder that holds a copy. */
async function loadedBy(script: string): Promise<string[]> {
  const whole = `
    const loaded = () => {
      const folders = Object.keys(require.cache).map((file) => /.*node_modules\\/(?:@[^/]+\\/)?[^/]+/.exec(file)?.[0]);
      return [...new Set(folders)].filter(Boolean).map((folder) => folder.replace(/.*node_modules\\//, ""));
    };
    (async () => {
      ${script}
      console.log(JSON.stringify(loaded()));
    })();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", whole], { cwd: REPOSITORY });
  return (JSON.parse(stdout) as string[]).filter((name) => /^(?:zod|undici|@pulumi\/pulumi)$/.test(name));
}

/** Mocks of the engine, as in a test of a user's own program. */
const ENGINE = `
  const pulumi = require("@pulumi/pulumi");
  await pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "a", state: inputs }), call: ({ inputs }) => inputs });
  const opsmanager = require("./dist");
`;

const SETTINGS = `
  const values = {
    "opsmanager:baseUrl": "http://127.0.0.1:1",
    "opsmanager:publicKey": "key",
    "opsmanager:privateKey": "secret",
    "opsmanager:maxRetries": "0",
  };
  const runtime = require("./dist/runtime");
  runtime.configure({ config: { get: (name) => values[name] } });
  const cluster = { projectId: "p", clusterId: "c", clusterName: "n" };
  const { failures } = await runtime.of("ClusterName").check({}, cluster);
  if (failures.length > 0) throw new Error(failures[0].reason);
`;

// Time is money in every preview: what loads is counted, since milliseconds are no measure of a test.
describe("what is loaded", () => {
  it("by a program: only Pulumi", async () =>
    assert.deepEqual(await loadedBy(`require("./dist");`), ["@pulumi/pulumi"]));

  it("by a program with every kind of resource: still only Pulumi", async () => {
    const loaded = await loadedBy(`${ENGINE}
      const made = [
        new opsmanager.AlertConfig("a", {
          projectId: "p",
          eventTypeName: "OUTSIDE_METRIC_TRESHOLD",
          notifications: [{ typeName: "SLACK", apiToken: "t", channelName: "c" }],
        }),
        new opsmanager.ClusterName("c", { projectId: "p", clusterId: "c", clusterName: "n" }),
        new opsmanager.OplogS3Config("o", { s3BucketEndpoint: "https://s3.example.com", uri: "mongodb://h/" }),
        new opsmanager.VersionManifest("v", { manifest: "./package.json" }),
        opsmanager.ClusterName.get("g", "p/c"),
      ];
      await Promise.all(made.map(({ urn }) => new Promise((known) => urn.apply(known))));
    `);
    assert.deepEqual(loaded, ["@pulumi/pulumi"]);
  });

  it("by the first call of a function: zod, and no second copy of our errors", async () => {
    const loaded = await loadedBy(`
      const opsmanager = require("./dist");
      const error = await opsmanager.getClusters({ projectId: "" }).catch((thrown) => thrown);
      if (!(error instanceof opsmanager.ConfigError)) throw error;
    `);
    assert.deepEqual(loaded, ["@pulumi/pulumi", "zod"]);
  });

  it("by a call of a mocked function: only Pulumi", async () => {
    const loaded = await loadedBy(`${ENGINE}
      const { projectId } = await opsmanager.getClusters({ projectId: "p" });
      if (projectId !== "p") throw new Error("the mock was not called");
    `);
    assert.deepEqual(loaded, ["@pulumi/pulumi"]);
  });

  it("by the provider: zod, and no Pulumi of its own", async () =>
    assert.deepEqual(await loadedBy(SETTINGS), ["zod"]));

  it("by the provider's first request: undici", async () => {
    const loaded = await loadedBy(`${SETTINGS}
      const error = await runtime.of("ClusterName").read("p/c", cluster).catch((thrown) => thrown);
      if (!/refused|no connection/i.test(error.message)) throw error;
    `);
    assert.deepEqual(loaded.toSorted(), ["undici", "zod"]);
  });

  it("by the client, before its first request: nothing", async () => {
    const loaded = await loadedBy(`
      const { OpsManagerClient } = require("./dist/client");
      new OpsManagerClient({ baseUrl: "http://127.0.0.1:1", publicKey: "key", privateKey: "secret" });
    `);
    assert.deepEqual(loaded, []);
  });
});
