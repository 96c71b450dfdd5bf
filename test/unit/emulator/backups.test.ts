import assert from "node:assert/strict";
import { sharedEmulator, signed } from "./client";

const FROM_SECONDARY = { syncSource: "SECONDARY" };

describe("backups of clusters", () => {
  const emulator = sharedEmulator();
  const path = (clusterId = emulator.clusterId): string =>
    `/groups/${emulator.projectId}/backupConfigs/${clusterId}`;
  const schedule = (clusterId?: string): string => `${path(clusterId)}/snapshotSchedule`;
  const send = (line: string, body?: unknown) => signed(emulator, line, { body });
  const outcome = async (...request: Parameters<typeof send>) => (await send(...request)).outcome;
  const ask = (statusName: string) =>
    outcome(`PATCH ${path()}`, { statusName, ...(statusName === "STARTED" && FROM_SECONDARY) });
  const read = async () => (await send(`GET ${path()}`)).body.statusName;
  const shard = (): string =>
    emulator
      .clusters()
      .list()
      .find(({ parentId }) => parentId === emulator.clusterId)?.id ?? "";

  describe("the configuration", () => {
    it("of the built-in cluster is started, and its parts have the same", async () => {
      const { body } = await send(`GET ${path()}`);
      const { links, ...fields } = body;
      const { projectId: groupId, clusterId } = emulator;
      const started = { statusName: "STARTED", storageEngineName: "WIRED_TIGER" };
      assert.deepEqual(fields, { groupId, clusterId, ...started });
      const rels = links.map(({ rel }: { rel: string }) => rel.replace("http://mms.mongodb.com/", ""));
      assert.deepEqual(rels, ["self", "cluster", "group", "snapshotSchedule"]);
      const list = (await send(`GET /groups/${groupId}/backupConfigs`)).body;
      const states = list.results.map((each: Record<string, string>) => [
        each["clusterId"],
        each["statusName"],
      ]);
      const clusters = emulator.clusters().list();
      const isOrders = (name: string) => (name === "orders" ? "STARTED" : "INACTIVE");
      assert.deepEqual(
        states,
        clusters.map(({ id, clusterName }) => [id, isOrders(clusterName)]),
      );
    });

    const CODES = { STARTED: "START", STOPPED: "STOP", TERMINATING: "TERMINATE" } as const;
    const ALLOWED: Readonly<Record<string, readonly string[]>> = {
      INACTIVE: ["STARTED"],
      STARTED: ["STOPPED"],
      STOPPED: ["STARTED", "TERMINATING"],
      TERMINATING: ["STARTED"],
      PROVISIONING: [],
    };
    for (const [from, allowed] of Object.entries(ALLOWED))
      for (const [to, verb] of Object.entries(CODES)) {
        const isAllowed = allowed.includes(to);
        it(`that is ${from} ${isAllowed ? "becomes" : "does not become"} ${to}`, async () => {
          const transition = { statusName: from, readsLeft: 5 };
          const settled = ["INACTIVE", "STARTED", "STOPPED"].includes(from);
          emulator
            .backupConfigs()
            .update(emulator.clusterId, settled ? { statusName: from } : { transition });
          const refused = `409 CANNOT_${verb}_BACKUP_INVALID_STATE`;
          assert.equal(await ask(to), isAllowed ? "200" : refused);
          const after = to === "TERMINATING" ? "INACTIVE" : to;
          assert.equal(await read(), isAllowed ? after : from);
        });
      }

    it("is on its way for as many reads as a test wants", async () => {
      emulator.settings.backupTransitionReads = 2;
      const reads = async () => [await read(), await read(), await read()];
      await ask("STOPPED");
      assert.equal(await read(), "STOPPED");
      assert.equal(
        (await send(`PATCH ${path()}`, { statusName: "TERMINATING" })).body.statusName,
        "TERMINATING",
      );
      assert.deepEqual(await reads(), ["TERMINATING", "TERMINATING", "INACTIVE"]);
      const { body } = await send(`PATCH ${path()}`, { statusName: "STARTED", ...FROM_SECONDARY });
      assert.deepEqual([body.statusName, body.syncSource], ["PROVISIONING", undefined]);
      assert.deepEqual(await reads(), ["PROVISIONING", "PROVISIONING", "STARTED"]);
    });

    it("of a part cannot be changed; the error names the cluster", async () => {
      const refused = await send(`PATCH ${path(shard())}`, { statusName: "STOPPED" });
      assert.equal(refused.outcome, "409 CANNOT_MODIFY_SHARD_BACKUP_CONFIG");
      assert.ok(refused.body.detail.includes(emulator.clusterId));
      assert.equal(await read(), "STARTED");
    });

    it("does not exist while the cluster is not monitored", async () => {
      emulator.clusters().update(emulator.clusterId, { monitored: false });
      const refused = "409 CANNOT_GET_BACKUP_CONFIG_INVALID_STATE";
      for (const line of [path(), schedule(), `/groups/${emulator.projectId}/backupConfigs`])
        assert.equal(await outcome(`GET ${line}`), refused);
      assert.equal(await ask("STOPPED"), refused);
      const cluster = await send(`GET /groups/${emulator.projectId}/clusters/${emulator.clusterId}`);
      assert.equal(cluster.body.monitored, undefined);
    });

    for (const [expected, body] of [
      ["403 UNSUPPORTED_SET_BACKUP_STATE", { statusName: "INACTIVE" }],
      ["403 UNSUPPORTED_SET_BACKUP_STATE", { statusName: "PROVISIONING" }],
      ["400 INVALID_ENUM_VALUE", { statusName: "PAUSED" }],
      ["400 INVALID_ENUM_VALUE", { storageEngineName: "INMEMORY" }],
      ["400 INVALID_FILTERLIST", { includedNamespaces: ["a"], excludedNamespaces: ["b"] }],
      ["409 CANNOT_SET_BACKUP_AUTH_FOR_MANAGED_CLUSTER", { username: "me", password: "pw" }],
      ["400 GROUP_MISMATCH", { groupId: "0123456789abcdef01234567" }],
      ["400 ATTRIBUTE_READ_ONLY", { clusterId: "0123456789abcdef01234567" }],
      ["400 INVALID_ATTRIBUTE", { enabled: true }],
      ["400 MISSING_ATTRIBUTE", { snapshotStore: { snapshotStoreType: "s3blockstore" } }],
    ] as const)
      it(`refuses ${JSON.stringify(body)} with ${expected}`, async () => {
        assert.equal(await outcome(`PATCH ${path()}`, body), expected);
        assert.equal(await read(), "STARTED");
      });

    it("needs a source to start from", async () => {
      emulator.backupConfigs().delete(emulator.clusterId);
      assert.equal(await outcome(`PATCH ${path()}`, { statusName: "STARTED" }), "409 MISSING_SYNC_SOURCE");
    });

    it("keeps other fields that are sent", async () => {
      const given = { excludedNamespaces: ["shop.cache"], sslEnabled: true };
      const { projectId: groupId, clusterId } = emulator;
      const { body } = await send(`PATCH ${path()}`, { groupId, clusterId, ...given });
      assert.deepEqual([body.excludedNamespaces, body.sslEnabled], [["shop.cache"], true]);
      assert.equal(await read(), "STARTED");
    });

    it("of an active backup keeps the project from being deleted", async () => {
      const line = `DELETE /groups/${emulator.projectId}`;
      assert.equal(await outcome(line), "409 CANNOT_CLOSE_GROUP_ACTIVE_BACKUP");
      await ask("STOPPED");
      assert.equal(await outcome(line), "409 CANNOT_CLOSE_GROUP_ACTIVE_BACKUP");
      await ask("TERMINATING");
      assert.equal(await outcome(line), "202");
      assert.deepEqual(emulator.backupConfigs().list(), []);
    });
  });

  describe("the snapshot schedule", () => {
    const patch = (body: unknown, clusterId?: string) => send(`PATCH ${schedule(clusterId)}`, body);

    it("keeps the fields that are not sent, and accepts 0", async () => {
      const { body: before } = await send(`GET ${schedule()}`);
      const change = { dailySnapshotRetentionDays: 0, monthlySnapshotRetentionMonths: 0 };
      const { body } = await patch({ ...change, fullIncrementalDayOfWeek: "MONDAY" });
      assert.deepEqual(body, { ...before, ...change, fullIncrementalDayOfWeek: "MONDAY" });
      assert.deepEqual((await send(`GET ${schedule()}`)).body, body);
      const rels = body.links.map(({ rel }: { rel: string }) => rel.replace("http://mms.mongodb.com/", ""));
      assert.deepEqual(rels, ["self", "cluster", "backupConfig"]);
    });

    it("accepts what it returns", async () => {
      const { body } = await send(`GET ${schedule()}`);
      assert.deepEqual((await patch(body)).body, body);
    });

    for (const [hour, minute, offset, ...expected] of [
      [5, 30, "+0200", 3, 30],
      [0, 0, "Z", 0, 0],
      [0, 15, "+0530", 18, 45],
      [23, 0, "-0200", 1, 0],
      [7, 5, undefined, 7, 5],
    ] as const)
      it(`has ${hour}:${minute} ${offset ?? ""} in UTC`, async () => {
        const time = { referenceHourOfDay: hour, referenceMinuteOfHour: minute };
        const { body } = await patch({ ...time, referenceTimeZoneOffset: offset });
        const { referenceHourOfDay, referenceMinuteOfHour, referenceTimeZoneOffset } = body;
        assert.deepEqual([referenceHourOfDay, referenceMinuteOfHour], expected);
        assert.equal(referenceTimeZoneOffset, "+0000");
      });

    for (const [code, body] of [
      ["INVALID_SNAPSHOT_INTERVAL", { snapshotIntervalHours: 7 }],
      ["INVALID_SNAPSHOT_RETENTION_PERIOD", { snapshotRetentionDays: 0 }],
      ["INVALID_SNAPSHOT_RETENTION_PERIOD", { snapshotRetentionDays: 6 }],
      ["INVALID_DAILY_SNAPSHOT_RETENTION_PERIOD", { dailySnapshotRetentionDays: 366 }],
      ["INVALID_DAILY_SNAPSHOT_RETENTION_PERIOD", { dailySnapshotRetentionDays: -1 }],
      ["INVALID_WEEKLY_SNAPSHOT_RETENTION_PERIOD", { weeklySnapshotRetentionWeeks: 53 }],
      ["INVALID_MONTHLY_SNAPSHOT_RETENTION_PERIOD", { monthlySnapshotRetentionMonths: 37 }],
      ["CANNOT_SET_POINT_IN_TIME_WINDOW", { pointInTimeWindowHours: -1 }],
      ["INVALID_CLUSTER_CHECKPOINT_INTERVAL", { clusterCheckpointIntervalMin: 45 }],
      ["INVALID_ENUM_VALUE", { fullIncrementalDayOfWeek: "Sunday" }],
      ["INVALID_REFERENCE_HOUR_OF_DAY", { referenceHourOfDay: 24, referenceMinuteOfHour: 0 }],
      ["INVALID_REFERENCE_MINUTE_OF_HOUR", { referenceHourOfDay: 0, referenceMinuteOfHour: 60 }],
      ["INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS", { referenceHourOfDay: 5 }],
      ["INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS", { referenceMinuteOfHour: 5 }],
      ["INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS", { referenceTimeZoneOffset: "Z" }],
      [
        "INVALID_REFERENCE_TIMEZONE_OFFSET",
        { referenceHourOfDay: 5, referenceMinuteOfHour: 0, referenceTimeZoneOffset: "Europe/Berlin" },
      ],
      ["INVALID_SNAPSHOT_SCHEDULE", {}],
      ["INVALID_ATTRIBUTE", { snapshotIntervalMinutes: 360 }],
      ["INVALID_JSON_ATTRIBUTE", { snapshotIntervalHours: "6" }],
      ["INVALID_JSON_ATTRIBUTE", { snapshotIntervalHours: 6.5 }],
      ["GROUP_MISMATCH", { groupId: "0123456789abcdef01234567" }],
    ] as const)
      it(`refuses ${JSON.stringify(body)} with ${code}, and changes nothing`, async () => {
        const before = emulator.snapshotSchedules().list();
        assert.equal((await patch(body)).outcome, `400 ${code}`);
        assert.deepEqual(emulator.snapshotSchedules().list(), before);
      });

    it("may keep snapshots for longer if a test wants", async () => {
      emulator.settings.wideRetention = true;
      const change = { snapshotRetentionDays: 365, weeklySnapshotRetentionWeeks: 365 };
      assert.equal((await patch(change)).outcome, "200");
      assert.equal(
        (await patch({ snapshotRetentionDays: 366 })).outcome,
        "400 INVALID_SNAPSHOT_RETENTION_PERIOD",
      );
    });

    it("has checkpoints only if the cluster is sharded", async () => {
      const change = { clusterCheckpointIntervalMin: 30 };
      assert.equal((await patch(change)).body.clusterCheckpointIntervalMin, 30);
      const { id } =
        emulator
          .clusters()
          .list()
          .find(({ clusterName }) => clusterName === "sessions") ?? assert.fail();
      emulator.backupConfigs().set(id, { statusName: "STARTED" });
      const refused = "400 CANNOT_SET_CLUSTER_CHECKPOINT_INTERVAL_FOR_REPLICA_SET";
      assert.equal((await patch(change, id)).outcome, refused);
      assert.equal((await patch({ snapshotIntervalHours: 12 }, id)).outcome, "200");
    });

    it("begins with the backup, can be changed while it is stopped, and ends with it", async () => {
      const missing = "404 BACKUP_CONFIG_NOT_FOUND";
      await ask("STOPPED");
      assert.equal((await patch({ snapshotIntervalHours: 12 })).outcome, "200");
      emulator.settings.backupTransitionReads = 1;
      await ask("TERMINATING");
      assert.equal(await outcome(`GET ${schedule()}`), missing);
      assert.deepEqual([await read(), await read()], ["TERMINATING", "INACTIVE"]);
      assert.equal((await patch({ snapshotIntervalHours: 12 })).outcome, missing);
      await ask("STARTED");
      assert.equal((await send(`GET ${schedule()}`)).body.snapshotIntervalHours, 6, "the default");
    });

    it("belongs to a whole cluster", async () => {
      assert.equal(await outcome(`GET ${schedule(shard())}`), "404 BACKUP_CONFIG_NOT_FOUND");
      const refused = await patch({ snapshotIntervalHours: 12 }, shard());
      assert.equal(refused.outcome, "409 CANNOT_MODIFY_SHARD_BACKUP_CONFIG");
      assert.equal(await outcome(`GET ${schedule("x")}`), "404 INVALID_CLUSTER_ID");
      assert.equal(await outcome(`GET ${schedule("0123456789abcdef01234567")}`), "404 CLUSTER_NOT_FOUND");
    });
  });
});
