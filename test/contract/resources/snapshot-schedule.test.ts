import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { UNKNOWN } from "../../../src/unknowns";
import { bodiesOf, failOn, type Managed, managed, refusedWith, useEmulator, writesTo } from "./managed";

describe("SnapshotSchedule against the emulator", () => {
  const emulator = useEmulator();
  let schedule: Managed;
  beforeEach(() => void (schedule = managed("SnapshotSchedule", emulator)));

  const inputs = (rest: PlainObject = {}): PlainObject => ({
    projectId: emulator.projectId,
    clusterId: emulator.clusterId,
    snapshotIntervalHours: 12,
    dailySnapshotRetentionDays: 0,
    ...rest,
  });
  const live = () => emulator.snapshotSchedules().get(emulator.clusterId) ?? assert.fail();
  const byHand = (fields: object): void =>
    void emulator.snapshotSchedules().update(emulator.clusterId, fields);
  const effective = () => schedule.state?.outputs["effective"] as PlainObject;

  it("shows what a create changes, and sends the declared fields only", async () => {
    const said = (await schedule.preview(inputs())).join();
    assert.match(
      said,
      /exists and is adopted; this changes it:\n {2}snapshotIntervalHours: 24 => 12\n {2}daily.*: 15 => 0$/,
    );
    await schedule.up(inputs());
    assert.deepEqual(bodiesOf(emulator, "PATCH"), [
      { snapshotIntervalHours: 12, dailySnapshotRetentionDays: 0 },
    ]);
    assert.equal(live().weeklySnapshotRetentionWeeks, 8);
    assert.equal(effective()["weeklySnapshotRetentionWeeks"], 8);
  });

  it("gets back declared fields that are changed by hand, and leaves alone the others", async () => {
    await schedule.up(inputs());
    byHand({ weeklySnapshotRetentionWeeks: 3 });
    assert.equal(await schedule.refresh(), "same");
    byHand({ dailySnapshotRetentionDays: 7, weeklySnapshotRetentionWeeks: 4 });
    assert.equal(await schedule.refresh(), "changed");
    assert.equal(await schedule.up(inputs()), "update");
    assert.deepEqual(
      [live().dailySnapshotRetentionDays, live().weeklySnapshotRetentionWeeks],
      [0, 4],
      "zero is a value",
    );
  });

  it("keeps the value of an argument that is removed, as the preview says", async () => {
    await schedule.up(inputs({ monthlySnapshotRetentionMonths: 2 }));
    emulator.clearRequests();
    const said =
      /monthlySnapshotRetentionMonths: the program no longer declares it, and the service keeps it/;
    assert.match((await schedule.preview(inputs())).join(), said);
    assert.equal(await schedule.up(inputs()), "update");
    assert.equal(emulator.counters.writes, 0);
    assert.equal(live().monthlySnapshotRetentionMonths, 2);
    byHand({ monthlySnapshotRetentionMonths: 5 });
    assert.equal(await schedule.refresh(), "same");
  });

  describe("with a reference time", () => {
    const at = (hour: number, minute: number, offset?: string): PlainObject => ({
      referenceHourOfDay: hour,
      referenceMinuteOfHour: minute,
      ...(offset !== undefined && { referenceTimeZoneOffset: offset }),
    });
    const stored = () => [live().referenceHourOfDay, live().referenceMinuteOfHour];

    for (const [time, utc] of [
      [at(0, 0), [0, 0]],
      [at(5, 30, "+0200"), [3, 30]],
      [at(1, 15, "+0230"), [22, 45]],
      [at(23, 50, "-0530"), [5, 20]],
      [at(7, 0, "Z"), [7, 0]],
    ] as const)
      it(`is compared in UTC: ${JSON.stringify(time)}`, async () => {
        await schedule.up(inputs(time));
        assert.deepEqual(stored(), utc);
        assert.equal(await schedule.refresh(), "same");
        assert.equal(await schedule.up(inputs(time)), "same");
        byHand({ referenceHourOfDay: 11 });
        assert.equal(await schedule.refresh(), "changed");
        await schedule.up(inputs(time));
        assert.deepEqual(stored(), utc);
      });

    it("is the same in another spelling, which sends nothing", async () => {
      await schedule.up(inputs(at(5, 30, "+0200")));
      assert.equal(await schedule.up(inputs(at(3, 30, "Z"))), "update");
      assert.equal(await schedule.up(inputs(at(3, 30))), "update");
      assert.deepEqual(writesTo(emulator), ["PATCH"]);
      assert.equal(await schedule.refresh(), "same");
    });
  });

  it("is left as it is by a destroy, without a request, and so is the backup", async () => {
    await schedule.up(inputs());
    const before = live();
    emulator.clearRequests();
    await schedule.destroy();
    assert.equal(emulator.counters.requests, 0);
    assert.deepEqual(live(), before);
    assert.equal(emulator.backupConfigs().get(emulator.clusterId)?.statusName, "STARTED");
  });

  it("needs a backup: says so, and is gone after that was terminated", async () => {
    await schedule.up(inputs());
    emulator.backupConfigs().update(emulator.clusterId, { statusName: "INACTIVE" });
    assert.equal(await schedule.refresh(), "gone");
    await assert.rejects(
      schedule.up(inputs()),
      /404 BACKUP_CONFIG_NOT_FOUND.*Start the backup of the cluster first/,
    );
    assert.equal(writesTo(emulator).length, 1);
  });

  it("stays in the state while the cluster is not monitored", async () => {
    await schedule.up(inputs());
    emulator.clusters().update(emulator.clusterId, { monitored: false });
    await assert.rejects(schedule.refresh(), /409 .*not monitored yet, or its backup is being terminated/);
    assert.ok(schedule.state);
  });

  it("names the right id if that of a shard is given", async () => {
    failOn(emulator)(
      "PATCH",
      refusedWith(409, "CANNOT_MODIFY_SHARD_BACKUP_CONFIG", "Use 62d1f3b7a90e4c5d8b2f6e09."),
    );
    await assert.rejects(
      schedule.up(inputs()),
      /Use 62d1f3b7a90e4c5d8b2f6e09\..*clusterId: it is that of a shard/,
    );
  });

  it("ends right if the response to a write is lost", async () => {
    const patient = managed("SnapshotSchedule", emulator, { pause: async () => undefined });
    failOn(emulator)("PATCH", "resetAfter");
    await patient.up(inputs());
    assert.deepEqual(writesTo(emulator), ["PATCH"]);
    assert.equal(await patient.refresh(), "same");
  });

  for (const [change, problem] of [
    [{ snapshotIntervalHours: 7 }, "snapshotIntervalHours: must be one of 6, 8, 12, 24, not 7"],
    [{ clusterCheckpointIntervalMin: 10 }, "clusterCheckpointIntervalMin: must be one of 15, 30, 60, not 10"],
    [{ snapshotRetentionDays: 0 }, "snapshotRetentionDays: must be above 0"],
    [{ dailySnapshotRetentionDays: -1 }, "dailySnapshotRetentionDays: must be at least 0"],
    [{ fullIncrementalDayOfWeek: "MON" }, "fullIncrementalDayOfWeek: must be one of SUNDAY"],
    [{ referenceHourOfDay: 3 }, "referenceMinuteOfHour: is missing: the hour and the minute go together"],
    [{ referenceMinuteOfHour: 3 }, "referenceHourOfDay: is missing"],
    [
      { referenceHourOfDay: 24, referenceMinuteOfHour: 0 },
      "referenceHourOfDay: must be from 0 to 23, not 24",
    ],
    [{ referenceTimeZoneOffset: "+0200" }, "referenceTimeZoneOffset: goes with"],
    [
      { referenceHourOfDay: 1, referenceMinuteOfHour: 0, referenceTimeZoneOffset: "CET" },
      'referenceTimeZoneOffset: must be an offset such as +0200 or Z, not "CET"',
    ],
    [
      { referenceHourOfDay: 1, referenceMinuteOfHour: 0, referenceTimeZoneOffset: "+02:00" },
      'referenceTimeZoneOffset: must be an offset such as +0200 or Z, not "+02:00"',
    ],
    [
      { referenceHourOfDay: 1, referenceMinuteOfHour: 0, referenceTimeZoneOffset: "+9900" },
      'referenceTimeZoneOffset: must be an offset such as +0200 or Z, not "+9900"',
    ],
  ] as const)
    it(`is refused before a request: ${problem}`, async () => {
      await assert.rejects(schedule.preview(inputs(change)), ({ message }: Error) => {
        assert.ok(message.startsWith(problem), message);
        return true;
      });
      assert.equal(emulator.counters.requests, 0);
    });

  it("is not read from a response about another cluster", async () => {
    await schedule.up(inputs());
    failOn(emulator)("GET", { status: 200, body: { clusterId: "6f0000000000000000000009" } });
    await assert.rejects(
      schedule.refresh(),
      /the response is about another cluster, 6f0000000000000000000009/,
    );
  });

  it("is previewed with values that are not known yet", async () => {
    await schedule.preview(
      inputs({
        referenceHourOfDay: UNKNOWN,
        referenceMinuteOfHour: UNKNOWN,
        referenceTimeZoneOffset: UNKNOWN,
      }),
    );
    await schedule.preview(inputs({ clusterId: UNKNOWN }));
    assert.equal(emulator.counters.writes, 0);
  });
});
