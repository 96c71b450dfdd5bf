import assert from "node:assert/strict";
import { dynamicProvider } from "../../../src/dynamic/provider";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { NOTIFICATIONS } from "../../fixtures/alerts/good";
import { surroundings } from "../../unit/dynamic/surroundings";
import { connectionsTo, useEmulator } from "./managed";

describe("the read of an alert configuration", () => {
  const emulator = useEmulator();
  for (const redact of ["new", "old"] as const) {
    it(`reports an added notification of an imported alert configuration, but not its own secrets (redact ${redact})`, async () => {
      emulator.settings.redact = redact;
      const provider = dynamicProvider(alertConfig, connectionsTo(emulator), surroundings());
      const { projectId } = emulator;
      const alerts = emulator.alertConfigs();
      const metricThreshold = {
        metricName: "CONNECTIONS",
        operator: "GREATER_THAN",
        threshold: 5,
        units: "RAW",
      };
      const args = {
        eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
        enabled: true,
        metricThreshold,
        matchers: [],
      };
      // The event does not use it.
      const threshold = { operator: "LESS_THAN", threshold: 1 };
      const notifications = [{ ...NOTIFICATIONS.PAGER_DUTY, delayMin: 0 }];
      const alert = alerts.add({ ...args, threshold, notifications } as never);
      const id = `${projectId}/${alert.id}`;
      const { props: state = assert.fail("no outputs"), inputs } = await provider.read(id, {});
      const openPager = { typeName: "PAGER_DUTY", delayMin: 0 };
      assert.deepEqual(inputs, { ...args, projectId, notifications: [openPager] });
      assert.deepEqual(await provider.read(id, state), { id, props: state });

      const slack = { ...NOTIFICATIONS.SLACK, delayMin: 0, intervalMin: 10 };
      alerts.update(alert.id, { notifications: [...notifications, slack] });
      const openSlack = { typeName: "SLACK", channelName: "#alerts", delayMin: 0, intervalMin: 10 };
      assert.deepEqual((await provider.read(id, state)).inputs?.["notifications"], [openPager, openSlack]);
    });
  }
});
