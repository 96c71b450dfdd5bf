/** Soak test: broken connections around writes neither duplicate nor lose alert configurations. */

import { dice } from "./dice";
import type { Emulator } from "../../src/emulator";
import { createOwnership } from "../../src/core/ownership";
import type { PlainObject } from "../../src/json";
import { SECRETS_APART } from "../../src/resources/alert-config/encoding";
import { connectionsTo, type Managed, managed } from "../contract/resources/managed";

const CUTS = ["resetBefore", "resetAfter", "truncate"] as const;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;
/** Must exceed the number of connection failures of a seed. */
const MAX_UPS = 20;

/** Runs one seed and returns the problems; empty if everything is as declared. */
export async function soakAlerts(emulator: Emulator, seed: number): Promise<string[]> {
  const die = dice(seed);
  const problems: string[] = [];
  const connections = connectionsTo(emulator);
  let ownership = createOwnership();
  const alerts = Array.from({ length: die.between(1, 5) }, () =>
    managed("AlertConfig", emulator, { connections, ownership: () => ownership }),
  );
  // Some are equal to each other and differ only in their ids.
  const kinds = alerts.map(() => die.between(0, 2));
  const before = emulator.alertConfigs().list().length;

  const inputs = (kind: number, delayMin: number, enabled: boolean): PlainObject => {
    const notifications = [
      { typeName: "SLACK", channelName: `#${kind}`, apiToken: `xoxb-token-of-${kind}`, delayMin },
    ];
    return SECRETS_APART.split({
      projectId: emulator.projectId,
      eventTypeName: "NO_PRIMARY",
      enabled,
      notifications,
    });
  };
  const cut = (): void => {
    for (let cuts = die.between(0, 3); cuts > 0; cuts--) {
      emulator.faults.add({
        match: { method: die.oneOf(WRITES), nth: die.between(1, 4) },
        action: die.oneOf(CUTS),
      });
    }
  };
  /** Repeats `run` within one provider process, with shared ownership, until every alert has succeeded. */
  const untilDone = async (run: (alert: Managed, index: number) => Promise<unknown>): Promise<void> => {
    ownership = createOwnership();
    cut();
    let left = alerts.map((alert, index) => ({ alert, index }));
    for (let ups = 1; left.length > 0 && ups <= MAX_UPS; ups++) {
      const results = await Promise.allSettled(left.map(async ({ alert, index }) => run(alert, index)));
      left = left.filter((_, at) => results[at]?.status === "rejected");
    }
    emulator.faults.clear();
    if (left.length > 0)
      problems.push(`${left.length} alert configurations had not succeeded after ${MAX_UPS} ups`);
  };
  const compare = (when: string, expected: number): void => {
    const live = emulator.alertConfigs().list().length - before;
    if (live !== expected) problems.push(`${when}: ${live} alert configurations, not ${expected}`);
    const ids = new Set(alerts.flatMap(({ state }) => (state === undefined ? [] : [state.id])));
    if (ids.size !== expected) problems.push(`${when}: ${ids.size} ids in the states, not ${expected}`);
  };

  await untilDone(async (alert, index) => alert.up(inputs(kinds[index] ?? 0, 0, true)));
  compare("after creating", alerts.length);

  const changed = alerts.map(() => ({ delayMin: die.between(0, 30), enabled: die.chance(0.5) }));
  await untilDone(async (alert, index) => {
    const { delayMin, enabled } = changed[index] ?? { delayMin: 0, enabled: true };
    return alert.up(inputs(kinds[index] ?? 0, delayMin, enabled));
  });
  compare("after changing", alerts.length);
  for (const [index, alert] of alerts.entries()) {
    if ((await alert.refresh()) !== "same") problems.push(`alert ${index} does not match its arguments`);
  }

  await untilDone(async (alert) => (alert.state === undefined ? undefined : alert.destroy()));
  compare("after destroying", 0);
  return problems;
}
