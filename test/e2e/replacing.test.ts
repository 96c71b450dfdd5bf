import assert from "node:assert/strict";
import type { AlertConfig } from "../../src/emulator";
import { writesTo } from "../contract/resources/managed";
import { created, did, replacedBy, stateOf, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, MAIL, SECOND_PROJECT, store } from "./support/resources";

const MOVED = `projectId: "${SECOND_PROJECT}",`;
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
const others = (storeId: string, args = ""): string =>
  alert("moved", `eventTypeName: "HOST_UP", ${args}`) + store("store", `storeId: "${storeId}",`);

describe("a replacement", function () {
  const playground = usePlayground(this, { program: "" });
  const SETTLED = set("first-secret") + single("first-secret");

  let adoptId = "";
  const replace = async (...names: readonly string[]): Promise<void> => {
    const state = await stateOf(playground.stack);
    const flags = names.flatMap((name) => ["--replace", state[name]?.urn ?? assert.fail(name)]);
    playground.emulator.clearRequests();
    succeeded(await playground.run("up", ...flags));
  };
  const writes = (): string[] => writesTo(playground.emulator);
  const hiddenSecrets = (): unknown[] =>
    [undefined, SECOND_PROJECT].map((projectId) => {
      const isDown = ({ eventTypeName }: AlertConfig): boolean => eventTypeName === "HOST_DOWN";
      return playground.alerts(projectId).find(isDown)?.notifications[0]?.["webhookSecret"];
    });

  before(async () => {
    await playground.rewrite(SETTLED + others("first"));
    did(await playground.run("up"), ["moved", "set", "single", "store"].map(created));
    adoptId = String((await stateOf(playground.stack))["single"]?.outputs?.["alertConfigId"]);
  });

  it("follows a change of the project or the store id", async () => {
    const { emulator } = playground;
    const before = playground.alerts().length;
    await playground.rewrite(SETTLED + others("second", MOVED));
    const run = await playground.run("up");
    succeeded(run);
    assert.deepEqual(replacedBy(run), ["moved", "store"]);
    assert.equal(playground.alerts().length, before - 1);
    assert.equal(playground.alerts(SECOND_PROJECT).length, 3);
    const [left, ...more] = emulator.oplogS3Configs.list();
    assert.deepEqual([left?.id, more], ["second", []]);
    assert.ok((await stateOf(playground.stack))["moved"]?.id?.startsWith(`${SECOND_PROJECT}/`));
  });

  it("that is forced does not write a secret whose change a mask hides, even with another secretsVersion", async () => {
    const program = (version: number): string =>
      others("second", MOVED) +
      set("second-secret", `secretsVersion: ${version},`) +
      single("second-secret", `adoptId: "${adoptId}", secretsVersion: ${version},`);
    await playground.rewrite(program(1));
    await replace("single", "set");
    assert.deepEqual(writes(), []);
    assert.deepEqual(hiddenSecrets(), ["first-secret", "first-secret"]);
    await playground.rewrite(program(2));
    const changes = ["set", "single"].map((name) => updated(name, "secretsVersion"));
    did(await playground.run("up"), changes);
    assert.deepEqual(hiddenSecrets(), ["second-secret", "second-secret"]);
  });

  it("of a set with deleteBeforeReplace deletes all members, and creates them again", async () => {
    await playground.rewrite(set("third-secret", "", "deleteBeforeReplace: true"));
    await replace("set");
    assert.deepEqual(writes().slice(0, 4), ["DELETE", "DELETE", "POST", "POST"]);
    assert.equal(playground.alerts(SECOND_PROJECT).length, 2);
    assert.equal(hiddenSecrets()[1], "third-secret");
  });
});
