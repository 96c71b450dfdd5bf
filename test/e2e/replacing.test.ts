import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { changesIn } from "../../scripts/demo/events";
import { created, deleted, did, stateOf, succeeded, updated } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";

const SECOND_PROJECT = "60b9d1f2e4b0c5571d47a90b";

const alert = (args: string): string => `
new opsmanager.AlertConfig("alert", {
  ${args},
  eventTypeName: "HOST_DOWN",
  notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com", intervalMin: 60, delayMin: 0 }],
});
`;

const store = (args: string): string => `
new opsmanager.OplogS3Config("store", {
  ${args},
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIAREPLACEREPLACE00",
  awsSecretKey: "replace-secret-key",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 5,
  sseEnabled: true,
  uri: "mongodb://backup:replace-password@metadata.example.com/",
});
`;

describe("a change that requires another object", function () {
  let europe: Emulator;
  before(async () => {
    europe = await startEmulator();
  });
  after(async () => europe.close());

  const playground = usePlayground(this, {
    program: alert('projectId: "60a2b7c9e4b0c5571d3f8e12"') + store('storeId: "first"'),
    config: () => connectionTo(europe, "eu"),
  });

  it("replaces the resource: another project, another store id", async () => {
    const { emulator } = playground;
    did(await playground.run("up"), ["alert", "store"].map(created));
    await playground.rewrite(alert(`projectId: "${SECOND_PROJECT}"`) + store('storeId: "second"'));
    const run = await playground.run("up");
    succeeded(run);
    assert.deepEqual(replacements(run.events), ["alert", "store"]);
    assert.equal(emulator.alertConfigs().list().length, 2);
    assert.equal(emulator.alertConfigs(SECOND_PROJECT).list().length, 1);
    assert.deepEqual(
      emulator.oplogS3Configs.list().map(({ id }) => id),
      ["second"],
    );
    assert.ok((await stateOf(playground.stack))["alert"]?.id?.startsWith(`${SECOND_PROJECT}/`));
  });

  it("creates the object on another server under another resource name", async () => {
    const { emulator } = playground;
    await playground.rewrite(
      (
        alert(`projectId: "${SECOND_PROJECT}", connection: "eu"`) +
        store('storeId: "second", connection: "eu"')
      ).replaceAll(/Config\("/g, 'Config("eu-'),
    );
    did(await playground.run("up"), [
      ...["alert", "store"].map(deleted),
      ...["eu-alert", "eu-store"].map(created),
    ]);
    assert.equal(emulator.alertConfigs(SECOND_PROJECT).list().length, 0);
    assert.deepEqual(emulator.oplogS3Configs.list(), []);
    assert.equal(europe.alertConfigs(SECOND_PROJECT).list().length, 1);
    assert.equal(europe.oplogS3Configs.list().length, 1);
  });

  it("detects drift through its connection", async () => {
    europe.oplogS3Configs.update("second", { s3BucketName: "by-hand" });
    did(await playground.run("refresh"), [updated("eu-store", "s3BucketName")]);
    did(await playground.run("up"), [updated("eu-store", "s3BucketName")]);
    assert.equal(europe.oplogS3Configs.get("second")?.s3BucketName, "oplog");
  });

  it("is destroyed through its connection", async () => {
    const run = await playground.run("destroy");
    succeeded(run);
    assert.equal(europe.alertConfigs(SECOND_PROJECT).list().length, 0);
    assert.deepEqual(europe.oplogS3Configs.list(), []);
  });
});

const HOOK = (secret: string): string =>
  `{ typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/a-long-path", webhookSecret: "${secret}" }`;

describe("a forced replacement", function () {
  const set = (secret: string, args = "", options = ""): string => `
new opsmanager.AlertConfigSet("set", {
  projectId: "${SECOND_PROJECT}", ${args}
  alertConfigs: {
    down: { eventTypeName: "HOST_DOWN", enabled: true, notifications: [${HOOK(secret)}] },
    primary: { eventTypeName: "NO_PRIMARY", notifications: [{ typeName: "EMAIL", emailAddress: "a@example.com" }] },
  },
}, { ${options} });
`;
  const single = (secret: string, args: string): string => `
new opsmanager.AlertConfig("single", {
  projectId: "60a2b7c9e4b0c5571d3f8e12", eventTypeName: "HOST_DOWN", enabled: true, notifications: [${HOOK(secret)}], ${args}
});
`;
  const playground = usePlayground(this, { program: set("first-secret") + single("first-secret", "") });

  let adoptId = "";
  const replace = async (...names: readonly string[]): Promise<void> => {
    const state = await stateOf(playground.stack);
    const flags = names.flatMap((name) => ["--replace", state[name]?.urn ?? assert.fail(name)]);
    playground.emulator.clearRequests();
    succeeded(await playground.run("up", ...flags));
  };
  const writes = (): string[] =>
    playground.emulator
      .requests()
      .map(({ method }) => method)
      .filter((method) => method !== "GET");
  const hiddenSecrets = (): unknown[] =>
    [undefined, SECOND_PROJECT].map((projectId) => {
      const [found] = playground.emulator
        .alertConfigs(projectId)
        .list()
        .filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN");
      return found?.notifications[0]?.["webhookSecret"];
    });

  before(async () => {
    succeeded(await playground.run("up"));
    adoptId = String((await stateOf(playground.stack))["single"]?.outputs?.["alertConfigId"]);
  });

  it("does not write a secret whose change a mask hides, even with another secretsVersion", async () => {
    const program = (secret: string, version: number): string =>
      set(secret, `secretsVersion: ${version},`) +
      single(secret, `adoptId: "${adoptId}", secretsVersion: ${version},`);
    await playground.rewrite(program("second-secret", 1));
    await replace("single", "set");
    assert.deepEqual(writes(), []);
    assert.deepEqual(hiddenSecrets(), ["first-secret", "first-secret"]);
    await playground.rewrite(program("second-secret", 2));
    did(await playground.run("up"), [updated("set", "secretsVersion"), updated("single", "secretsVersion")]);
    assert.deepEqual(hiddenSecrets(), ["second-secret", "second-secret"]);
  });

  it("of a set with deleteBeforeReplace deletes all members, and creates them again", async () => {
    await playground.rewrite(set("third-secret", "", "deleteBeforeReplace: true"));
    await replace("set");
    assert.deepEqual(writes().slice(0, 4), ["DELETE", "DELETE", "POST", "POST"]);
    assert.equal(playground.emulator.alertConfigs(SECOND_PROJECT).list().length, 2);
    assert.equal(hiddenSecrets()[1], "third-secret");
  });
});

function replacements(events: Parameters<typeof changesIn>[0]): string[] {
  return changesIn(events)
    .filter(({ op }) => op === "replace")
    .map(({ resource }) => resource);
}
