import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { REPOSITORY } from "./host";

/** Runs a script and returns the packages that it loaded, with one entry for each installed copy. */
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

/** Mocks of the engine, as in a user's tests. */
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

const EVERY_KIND = `${ENGINE}
  const made = [
    new opsmanager.AccessListEntry("e", { orgId: "o", apiKeyId: "k", entry: "10.0.0.0/8" }),
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
`;
const FUNCTION = `
  const opsmanager = require("./dist");
  const error = await opsmanager.getClusters({ projectId: "" }).catch((thrown) => thrown);
  if (!(error instanceof opsmanager.ConfigError)) throw error;
`;
const MOCKED = `${ENGINE}
  const { projectId } = await opsmanager.getClusters({ projectId: "p" });
  if (projectId !== "p") throw new Error("the mock was not called");
`;
const REQUEST = `${SETTINGS}
  const error = await runtime.of("ClusterName").read("p/c", cluster).catch((thrown) => thrown);
  if (!/refused|no connection/i.test(error.message)) throw error;
`;
const CLIENT = `
  const { OpsManagerClient } = require("./dist/client");
  new OpsManagerClient({ baseUrl: "http://127.0.0.1:1", publicKey: "key", privateKey: "secret" });
`;

// Loading time adds to every preview. The tests count packages, because milliseconds depend on the machine.
describe("the loaded packages", () => {
  const cases: [title: string, script: string, ...packages: string[]][] = [
    ["are only Pulumi for a program with every kind of resource", EVERY_KIND, "@pulumi/pulumi"],
    [
      "include zod, but no second copy of our errors, after a call of a function",
      FUNCTION,
      "@pulumi/pulumi",
      "zod",
    ],
    ["are only Pulumi after a call of a mocked function", MOCKED, "@pulumi/pulumi"],
    ["include zod, but not Pulumi, for the provider", SETTINGS, "zod"],
    ["include undici after the provider's first request", REQUEST, "undici", "zod"],
    ["include nothing for the client before its first request", CLIENT],
  ];
  for (const [title, script, ...packages] of cases)
    it(title, async () => assert.deepEqual((await loadedBy(script)).toSorted(), packages));
});
