import assert from "node:assert/strict";
import type { ProviderMethods } from "../../../src/dynamic/provider";
import { dynamicProvider } from "../../../src/dynamic/provider";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { NOTIFICATIONS } from "../../fixtures/alerts/good";
import { surroundings } from "../../unit/dynamic/surroundings";
import { connectionsTo } from "./managed";

describe("the read of an alert configuration", () => {
  let emulator: Emulator;
  let provider: ProviderMethods;
  beforeEach(async () => {
    emulator = await startEmulator();
    provider = dynamicProvider(alertConfig, connectionsTo(emulator), surroundings());
  });
  afterEach(async () => emulator.close());

  const EMAIL = { ...NOTIFICATIONS.EMAIL, delayMin: 0, intervalMin: 60 };
  const args = (): PlainObject => ({
    projectId: emulator.projectId,
    eventTypeName: "NO_PRIMARY",
    enabled: true,
    matchers: [],
    notifications: [EMAIL],
  });
  for (const redact of ["new", "old"] as const) {
    it(`reports an added notification of an imported alert configuration, but not its own secrets (redact ${redact})`, async () => {
      Object.assign(emulator.settings, { redact });
      const notifications = [{ ...NOTIFICATIONS.PAGER_DUTY, delayMin: 0 }];
      const { id: alertConfigId } = emulator
        .alertConfigs()
        .add({ ...args(), notifications, groupId: emulator.projectId } as never);
      const id = `${emulator.projectId}/${alertConfigId}`;
      const imported = await provider.read(id, {});
      const state = imported.props ?? assert.fail("no outputs");
      assert.deepEqual(imported.inputs?.["notifications"], [{ typeName: "PAGER_DUTY", delayMin: 0 }]);
      assert.deepEqual(await provider.read(id, state), { id, props: state });

      const slack = { ...NOTIFICATIONS.SLACK, delayMin: 0, intervalMin: 10 };
      emulator.alertConfigs().update(alertConfigId, { notifications: [...notifications, slack] });
      const found = await provider.read(id, state);
      const openSlack = { typeName: "SLACK", channelName: "#alerts", delayMin: 0, intervalMin: 10 };
      assert.deepEqual(found.inputs?.["notifications"], [{ typeName: "PAGER_DUTY", delayMin: 0 }, openSlack]);
    });
  }
});
