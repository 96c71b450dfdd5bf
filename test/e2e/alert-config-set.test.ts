import assert from "node:assert/strict";
import type { AlertConfig } from "../../src/emulator/entities";
import { mapValues } from "../../src/json";
import { created, deleted, did, outputsOf, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { EMAIL, PROJECT } from "./support/resources";

/** The thresholds of the members by name. */
type Members = Readonly<Record<string, number>>;

function member(threshold: number, emailAddress = "dba@set.example.com"): object {
  return {
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold, units: "RAW" },
    notifications: [{ ...EMAIL, emailAddress }],
  };
}

/** A program with one set. @param args further arguments, as source */
function set(members: Members, args = ""): string {
  const declared = mapValues(members, (threshold) => member(threshold));
  return `
  const set = new opsmanager.AlertConfigSet("alerts", {
    projectId: "${PROJECT}", alertConfigs: ${JSON.stringify(declared)}, ${args}
  });
  export const ids = set.alertConfigIds;
  export const unmanaged = set.unmanagedAlertConfigs;
  `;
}

const thresholdOf = ({ metricThreshold }: AlertConfig): number => metricThreshold?.threshold ?? 0;

describe("AlertConfigSet", function () {
  const playground = usePlayground(this, { program: set({ one: 1, two: 2 }) });
  /** The alert configurations of the set, or those of others, by threshold. */
  const live = (isOurs = true): AlertConfig[] => {
    const alerts = playground.alerts().filter(({ notifications }) => {
      const addresses = notifications.map(({ emailAddress }) => String(emailAddress));
      return addresses.some((address) => address.endsWith("@set.example.com")) === isOurs;
    });
    return alerts.sort((a, b) => thresholdOf(a) - thresholdOf(b));
  };
  /** The outputs of the program. */
  const shown = async () =>
    (await outputsOf(playground.stack)) as { ids: Record<string, string>; unmanaged?: AlertConfig[] };

  it("shows the ids of its members, and at its place what was changed and deleted by hand, and repairs it", async () => {
    did(await playground.run("up"), [created("alerts")]);
    const { one = "", two = "" } = (await shown()).ids;
    assert.deepEqual(
      live().map(({ id }) => id),
      [one, two],
    );
    playground.emulator.alertConfigs().update(one, { metricThreshold: { threshold: 120 } });
    playground.emulator.alertConfigs().delete(two);
    const change = [updated("alerts", "alertConfigs.one.metricThreshold.threshold", "alertConfigs.two")];
    const refresh = await playground.run("refresh", "--diff");
    did(refresh, change);
    assert.match(refresh.output, /threshold: 1 => 120/);
    did(await playground.run("up"), change);
    assert.deepEqual(live().map(thresholdOf), [1, 2]);
    succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
  });

  it("deletes what it manages, and nothing else", async () => {
    const others = live(false);
    did(await playground.run("destroy"), [deleted("alerts")]);
    assert.deepEqual([live(), live(false)], [[], others]);
  });

  it("lists what is not declared with report, and deletes with delete exactly what the state lists, as a preview shows", async () => {
    const idsOfOthers = (): string[] =>
      live(false)
        .map(({ id }) => id)
        .sort();
    const add = (): string => playground.emulator.alertConfigs().add(member(99, "other@example.org")).id;
    add();
    await playground.rewrite(set({ one: 1 }, 'unmanaged: "report"'));
    did(await playground.run("up"), [created("alerts")]);
    const { unmanaged = [] } = await shown();
    assert.deepEqual(
      unmanaged.map(({ id }) => id),
      idsOfOthers(),
    );
    const [kept = "", ...listed] = idsOfOthers();
    assert.ok(listed.length > 1);
    await playground.rewrite(set({ one: 1 }, `unmanaged: "delete", unmanagedExcept: ["${kept}"]`));
    const late = add();
    const { output } = await playground.run("preview", "--diff");
    for (const id of listed) assert.match(output, new RegExp(`${id} \\(|- id.*${id}`));
    assert.doesNotMatch(output, new RegExp(late));
    succeeded(await playground.run("up"));
    assert.deepEqual(idsOfOthers(), [kept, late].sort());
  });
});
