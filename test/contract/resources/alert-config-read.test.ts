import assert from "node:assert/strict";
import { type ProviderMethods, dynamicProvider } from "../../../src/dynamic/provider";
import type { PlainObject } from "../../../src/json";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { NOTIFICATIONS } from "../../fixtures/alerts/good";
import { surroundings } from "../../unit/dynamic/surroundings";
import { connectionsTo, useEmulator } from "./managed";

describe("the read of an alert configuration", () => {
  const emulator = useEmulator();
  let provider: ProviderMethods;
  beforeEach(() => {
    provider = dynamicProvider(alertConfig, connectionsTo(emulator), surroundings());
  });

  for (const redact of ["new", "old"] as const) {
    it(`reports an added notification of an imported alert configuration, but not its own secrets (redact ${redact})`, async () => {
      Object.assign(emulator.settings, { redact });
      const { projectId } = emulator;
      const threshold = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 5, units: "RAW" };
      const fields = { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", enabled: true, metricThreshold: threshold };
      const args: PlainObject = { ...fields, matchers: [] };
      // The event does not use it.
      const unused = { threshold: { operator: "LESS_THAN", threshold: 1 } };
      const notifications = [{ ...NOTIFICATIONS.PAGER_DUTY, delayMin: 0 }];
      const alert = emulator
        .alertConfigs()
        .add({ ...args, ...unused, notifications, groupId: projectId } as never);
      const id = `${projectId}/${alert.id}`;
      const imported = await provider.read(id, {});
      const state = imported.props ?? assert.fail("no outputs");
      const openPager = { typeName: "PAGER_DUTY", delayMin: 0 };
      assert.deepEqual(imported.inputs, { ...args, projectId, notifications: [openPager] });
      assert.deepEqual(await provider.read(id, state), { id, props: state });

      const slack = { ...NOTIFICATIONS.SLACK, delayMin: 0, intervalMin: 10 };
      emulator.alertConfigs().update(alert.id, { notifications: [...notifications, slack] });
      const openSlack = { typeName: "SLACK", channelName: "#alerts", delayMin: 0, intervalMin: 10 };
      assert.deepEqual((await provider.read(id, state)).inputs?.["notifications"], [openPager, openSlack]);
    });
  }
});
