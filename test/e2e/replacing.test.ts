import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import { created, deleted, did, replacedBy, stateOf, succeeded, updated } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";
import { alert, MAIL, SECOND_PROJECT, store } from "./support/resources";

const MOVED = `projectId: "${SECOND_PROJECT}",`;

describe("a change that requires another object", function () {
  let europe: Emulator;
  before(async () => void (europe = await startEmulator()));
  after(async () => europe.close());
  const playground = usePlayground(this, {
    program: alert("alert") + store("store", 'storeId: "first",'),
    config: () => connectionTo(europe, "eu"),
  });

  it("replaces the resource: another project, another store id", async () => {
    const { emulator } = playground;
    did(await playground.run("up"), ["alert", "store"].map(created));
    await playground.rewrite(alert("alert", MOVED) + store("store", 'storeId: "second",'));
    const run = await playground.run("up");
    succeeded(run);
    assert.deepEqual(replacedBy(run), ["alert", "store"]);
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
    const args = 'connection: "eu",';
    await playground.rewrite(
      alert("eu-alert", MOVED + args) + store("eu-store", `storeId: "second", ${args}`),
    );
    const changes = [...["alert", "store"].map(deleted), ...["eu-alert", "eu-store"].map(created)];
    did(await playground.run("up"), changes);
    assert.deepEqual(
      [emulator.alertConfigs(SECOND_PROJECT).list(), emulator.oplogS3Configs.list()],
      [[], []],
    );
    assert.equal(europe.alertConfigs(SECOND_PROJECT).list().length, 1);
  });

  it("detects drift through its connection", async () => {
    europe.oplogS3Configs.update("second", { s3BucketName: "by-hand" });
    did(await playground.run("refresh"), [updated("eu-store", "s3BucketName")]);
    did(await playground.run("up"), [updated("eu-store", "s3BucketName")]);
    assert.equal(europe.oplogS3Configs.get("second")?.s3BucketName, "oplog");
  });

  it("is destroyed through its connection", async () => {
    succeeded(await playground.run("destroy"));
    assert.deepEqual([europe.alertConfigs(SECOND_PROJECT).list(), europe.oplogS3Configs.list()], [[], []]);
  });
});

const hook = (secret: string): string =>
  `[{ typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/a-long-path", webhookSecret: "${secret}" }]`;
const set = (secret: string, args = "", options = ""): string => `
new opsmanager.AlertConfigSet("set", {
  ${MOVED} ${args}
  alertConfigs: {
    down: { eventTypeName: "HOST_DOWN", enabled: true, notifications: ${hook(secret)} },
    primary: { eventTypeName: "NO_PRIMARY", notifications: ${MAIL} },
  },
}, { ${options} });
`;
const single = (secret: string, args = ""): string =>
  alert("single", `notifications: ${hook(secret)}, ${args}`);

describe("a forced replacement", function () {
  const playground = usePlayground(this, { program: set("first-secret") + single("first-secret") });

  let adoptId = "";
  const replace = async (...names: readonly string[]): Promise<void> => {
    const state = await stateOf(playground.stack);
    const flags = names.flatMap((name) => ["--replace", state[name]?.urn ?? assert.fail(name)]);
    playground.emulator.clearRequests();
    succeeded(await playground.run("up", ...flags));
  };
  const writes = (): string[] =>
    playground.emulator.requests().flatMap(({ method }) => (method === "GET" ? [] : [method]));
  const hiddenSecrets = (): unknown[] =>
    [undefined, SECOND_PROJECT].map((projectId) => {
      const alerts = playground.emulator.alertConfigs(projectId).list();
      return alerts.find(({ eventTypeName }) => eventTypeName === "HOST_DOWN")?.notifications[0]?.[
        "webhookSecret"
      ];
    });

  before(async () => {
    succeeded(await playground.run("up"));
    adoptId = String((await stateOf(playground.stack))["single"]?.outputs?.["alertConfigId"]);
  });

  it("does not write a secret whose change a mask hides, even with another secretsVersion", async () => {
    const program = (version: number): string =>
      set("second-secret", `secretsVersion: ${version},`) +
      single("second-secret", `adoptId: "${adoptId}", secretsVersion: ${version},`);
    await playground.rewrite(program(1));
    await replace("single", "set");
    assert.deepEqual(writes(), []);
    assert.deepEqual(hiddenSecrets(), ["first-secret", "first-secret"]);
    await playground.rewrite(program(2));
    did(
      await playground.run("up"),
      ["set", "single"].map((name) => updated(name, "secretsVersion")),
    );
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
