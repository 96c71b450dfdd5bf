import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { DOWN } from "./inputs";
import { type Managed, managed, useEmulator } from "./managed";

const ADMIN = { typeName: "ADMIN", delayMin: 0, intervalMin: 15 };
const GROUP = { typeName: "GROUP", emailEnabled: true, smsEnabled: false };
const SHIPPED = "65a0f0c1c2a94e17860000a1";

describe("GlobalAlertConfig against the emulator", () => {
  const emulator = useEmulator();
  let resource: Managed;
  beforeEach(() => void (resource = managed("GlobalAlertConfig", emulator)));

  const inputs = (rest: PlainObject = {}): PlainObject => ({
    ...DOWN,
    forAllGroups: true,
    notifications: [ADMIN],
    ...rest,
  });
  const writes = (): string[] =>
    emulator
      .requests()
      .filter(({ authenticated, method }) => authenticated && method !== "GET")
      .map(({ method, path }) => `${method} ${path.replace(/^.*v1.0/, "").replace(/[0-9a-f]{24}/, "{id}")}`);
  const ship = (): void => {
    const everywhere = { forAllGroups: true, groupIds: [], tags: [], matchers: [] };
    const notifications = [{ ...ADMIN, id: "65a0f0c1c2a94e17860000a2" }];
    emulator.globalAlertConfigs.add({ id: SHIPPED, ...DOWN, ...everywhere, notifications });
  };

  it("has an id of one part, is changed by PUT alone, and is deleted without a warning", async () => {
    assert.equal(await resource.up(inputs({ tags: ["EU", "PROD"] })), "create");
    assert.equal(resource.id, resource.state?.outputs["alertConfigId"]);
    assert.equal(await resource.up(inputs({ tags: ["PROD", "EU"] })), "same");
    assert.equal(await resource.up(inputs({ tags: ["PROD", "EU"], enabled: false })), "update");
    const groupIds = [emulator.projectId];
    assert.equal(await resource.up(inputs({ forAllGroups: false, groupIds })), "update");
    assert.deepEqual(emulator.globalAlertConfigs.get(resource.id ?? "")?.groupIds, groupIds);
    await resource.destroy();
    assert.deepEqual(writes(), [
      "POST /globalAlertConfigs",
      "PUT /globalAlertConfigs/{id}",
      "PUT /globalAlertConfigs/{id}",
      "DELETE /globalAlertConfigs/{id}",
    ]);
    assert.deepEqual(resource.said, []);
  });

  const takeOver: Readonly<Record<string, () => Promise<unknown>>> = {
    "with adoptId": async () => resource.up(inputs({ __adoptId: SHIPPED })),
    "with the option import": async () => resource.up(inputs({ __import: SHIPPED })),
    "by pulumi import": async () => {
      await resource.import({ id: SHIPPED, inputs: inputs(), outputs: {} });
      await resource.refresh();
    },
  };
  for (const [how, take] of Object.entries(takeOver))
    it(`was taken over ${how}: its deletion, also after an update, warns that the service may restore it`, async () => {
      ship();
      await take();
      assert.deepEqual(writes(), []);
      assert.equal(await resource.up(inputs({ enabled: false })), "update");
      await resource.destroy();
      assert.match(resource.said.join(), /existed before its resource.*restores it.*enabled: false/);
      assert.equal(emulator.globalAlertConfigs.get(SHIPPED), undefined);
    });

  it("is previewed with a warning about types and roles that only projects are documented to have", async () => {
    const texts = await resource.preview(inputs({ notifications: [GROUP, { ...GROUP, typeName: "ORG" }] }));
    assert.match(texts.join(), /notifications\[1\]\.typeName: ORG is not documented for global/);
    assert.equal(texts.length, 1);
    const roles = await resource.preview(inputs({ notifications: [{ ...GROUP, roles: ["GROUP_OWNER"] }] }));
    assert.match(roles.join(), /notifications\[0\]\.roles: is not documented for global/);
  });

  it("is announced by a preview if an equal one exists", async () => {
    ship();
    await resource.preview(inputs());
    assert.match(
      resource.said.join(),
      new RegExp(`The service has an equal global alert configuration, ${SHIPPED}`),
    );
  });
});
