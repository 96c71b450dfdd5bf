/** What the tests of sets of alert configurations share. */

import assert from "node:assert/strict";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { PlainObject } from "../../../src/json";
import { type Bodies, type SetOptions, setInputs } from "../../unit/resources/alert-config-set/sets";
import { idsIn, type Managed, managed, useEmulator } from "./managed";

/** The names of the endpoints in the tests; the list is `LIST`. */
const COLLECTION = "/groups/{projectId}/alertConfigs";
const nameOf = (endpoint: string): string =>
  endpoint === `GET ${COLLECTION}`
    ? "LIST"
    : endpoint.replace(` ${COLLECTION}`, "").replace("/{alertConfigId}", "");

/** One with a threshold of its own. */
export function metric(threshold: number, rest: Partial<AlertConfigBody> = {}): AlertConfigBody {
  return {
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold, units: "RAW" },
    notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }],
    ...rest,
  };
}

/** One with a secret, of which the service shows the last four characters. */
export function slack(hidden: string): AlertConfigBody {
  const notification = { typeName: "SLACK", channelName: "#dba", apiToken: `xoxb-${hidden}` };
  return { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [notification] };
}

/** A new service for each test of a suite, with a set that is not created yet. */
export function useSet() {
  const emulator = useEmulator();
  let current: Managed;
  beforeEach(() => void (current = managed("AlertConfigSet", emulator)));
  const set = new Proxy({} as Managed, { get: (_, name) => Reflect.get(current, name) as unknown });

  const inputs = (bodies: Bodies, options: SetOptions = {}): PlainObject =>
    setInputs(bodies, { projectId: emulator.projectId, ...options });
  /** The inputs of a single alert configuration. */
  const single = (body: AlertConfigBody, rest: object = {}): PlainObject => {
    return { projectId: emulator.projectId, ...body, ...rest };
  };
  const up = async (bodies: Bodies, options?: SetOptions) => set.up(inputs(bodies, options));
  const unmanaged = () =>
    ((set.state?.outputs["unmanagedAlertConfigs"] ?? []) as { id: string }[]).map(({ id }) => id);
  const liveIds = () => emulator.snapshot().alertConfigs.map(({ id }) => id);
  const live = (name: string) =>
    emulator.alertConfigs().get(idsIn(set)[name] ?? "") ?? assert.fail(`${name} does not exist`);
  const thresholdOf = (name: string): unknown => live(name).metricThreshold?.threshold;
  const tokenOf = (name: string): unknown => live(name).notifications[0]?.apiToken;
  const addByHand = (body: AlertConfigBody): string => emulator.alertConfigs().add(body as object).id;
  const fail = (method: string, action: "resetBefore" | "resetAfter" | { status: number }, nth = 1): void =>
    emulator.faults.add({ match: { method, nth }, action });

  /** A run sends exactly these requests. */
  async function sends<T>(expected: Readonly<Record<string, number>>, run: () => Promise<T>): Promise<T> {
    emulator.clearRequests();
    const result = await run();
    const counts = Object.entries(emulator.counters.byEndpoint);
    const sent = counts.map(([endpoint, count]) => [nameOf(endpoint), count]);
    assert.deepEqual(Object.fromEntries(sent), expected);
    return result;
  }

  /** A refresh finds nothing, and a further up sends nothing. */
  async function isSettled(bodies: Bodies, options?: SetOptions): Promise<void> {
    assert.equal(await set.refresh(), "same");
    assert.equal(await sends({}, async () => up(bodies, options)), "same");
  }

  const found = { live, liveIds, thresholdOf, tokenOf, unmanaged };
  return { emulator, set, inputs, single, up, addByHand, fail, sends, isSettled, ...found };
}
