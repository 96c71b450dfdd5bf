/** What the tests of single alert configurations share. */

import assert from "node:assert/strict";
import type { FaultAction } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { withInputNames } from "../../../src/dynamic/form";
import { SECRETS_APART } from "../../../src/resources/alert-config/encoding";
import { type Args, NOTIFICATIONS } from "../../fixtures/alerts/good";
import { type Managed, useEmulator } from "./managed";

export const WEBHOOK = { ...NOTIFICATIONS.WEBHOOK, delayMin: 2, intervalMin: 15 };
export const SLACK = { ...NOTIFICATIONS.SLACK, delayMin: 0, intervalMin: 10 };
export const PAGER = { ...NOTIFICATIONS.PAGER_DUTY, delayMin: 7 };

const MEMORY = { metricName: "MEMORY_RESIDENT", mode: "AVERAGE", units: "MEGABYTES" };
export const METRIC = { ...MEMORY, operator: "GREATER_THAN" };
export const GROUP = { ...NOTIFICATIONS.GROUP, delayMin: 0, intervalMin: 60 };
export const ALERT: Args = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  matchers: [
    { fieldName: "HOSTNAME", operator: "STARTS_WITH", value: "db-" },
    { fieldName: "PORT", operator: "EQUALS", value: "27017" },
  ],
  metricThreshold: { ...METRIC, threshold: 2048 },
  notifications: [SLACK, PAGER, WEBHOOK, GROUP],
};
export const NOWHERE = "6b0000000000000000000000";

export const idOf = ({ state }: Managed): string => String(state?.outputs["alertConfigId"]);

/** A new service for each test of a suite, and what its tests do there. */
export function useAlerts() {
  const emulator = useEmulator();
  return {
    emulator,
    /** The inputs that the class passes to the provider for these arguments. */
    inputs: (args: Args = ALERT, rest: PlainObject = {}): PlainObject => {
      const inputs = SECRETS_APART.split({ projectId: emulator.projectId, ...args });
      return { ...withInputNames(inputs), ...rest };
    },
    liveOf: (resource: Managed) =>
      emulator.alertConfigs().get(idOf(resource)) ?? assert.fail("the alert configuration no longer exists"),
    add: (args: Args = ALERT): string =>
      emulator.alertConfigs().add({ ...args, groupId: emulator.projectId }).id,
    fail: (method: string, action: FaultAction, rest: object = {}): void =>
      emulator.faults.add({ match: { method, ...rest }, action }),
  };
}
