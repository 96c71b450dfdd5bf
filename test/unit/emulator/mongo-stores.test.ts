import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../../src/emulator";
import { emulators, MONGO_STORE, sharedEmulator, signed } from "./client";

const FILES = { id: "store", storePath: "/data/backup" };

/** The path of each kind, the smallest body, what the filters of projects call it, and its codes. */
const KINDS = [
  {
    path: "/admin/backup/oplog/mongoConfigs",
    body: MONGO_STORE,
    filter: "oplogStoreFilter",
    name: "mongoOplogStores",
    type: "oplogStore",
    missing: "MONGO_OPLOG_CONFIG_NOT_FOUND",
    inUse: "BACKUP_CANNOT_REMOVE_OPLOG_STORE_CONFIG",
  },
  {
    path: "/admin/backup/snapshot/mongoConfigs",
    body: MONGO_STORE,
    filter: "snapshotStoreFilter",
    name: "mongoSnapshotStores",
    type: "blockstore",
    missing: "MONGO_SNAPSHOT_CONFIG_NOT_FOUND",
    inUse: "BACKUP_CANNOT_REMOVE_DB_STORE_CONFIG",
  },
  {
    path: "/admin/backup/sync/mongoConfigs",
    body: MONGO_STORE,
    filter: "syncStoreFilter",
    name: "mongoSyncStores",
    type: undefined,
    missing: "MONGO_SYNC_CONFIG_NOT_FOUND",
    inUse: "BACKUP_CANNOT_REMOVE_SYNC_STORE_CONFIG",
  },
  {
    path: "/admin/backup/snapshot/fileSystemConfigs",
    body: FILES,
    filter: "snapshotStoreFilter",
    name: "fileSystemSnapshotStores",
    type: "fileSystemStore",
    missing: "FILESYSTEM_SNAPSHOT_CONFIG_NOT_FOUND",
    inUse: "BACKUP_CANNOT_REMOVE_FS_STORE_CONFIG",
  },
] as const;

const REDACTED = "mongodb://REDACTED:REDACTED@db0.example.com,db1.example.com/?w=1";
const MONGO_DEFAULTS = { encryptedCredentials: false, ssl: false };

describe("stores in MongoDB deployments and file systems", () => {
  const emulator = sharedEmulator();
  const start = emulators();
  const send = (line: string, body?: unknown) => signed(emulator, line, { body });
  const outcome = async (...request: Parameters<typeof send>) => (await send(...request)).outcome;

  for (const { path, body, filter, name, type, missing, inUse } of KINDS) {
    const item = `${path}/store`;
    const isMongo = "uri" in body;

    describe(path, () => {
      it("has a store with defaults, and omits optional fields without a value", async () => {
        const { status, body: made } = await send(`POST ${path}`, { ...body, labels: [] });
        const { links, ...fields } = made;
        const all = { ...body, assignmentEnabled: false, loadFactor: 1 };
        assert.equal(status, 200);
        assert.deepEqual(fields, isMongo ? { ...all, ...MONGO_DEFAULTS, uri: REDACTED } : all);
        assert.ok(links[0].href.endsWith(path), "the collection");
        const read = await send(`GET ${item}`);
        assert.deepEqual({ ...read.body, links }, made);
        assert.ok(read.body.links[0].href.endsWith(item));
      });

      it("lists assignable stores, or all", async () => {
        const ids = async (query: string): Promise<string[]> =>
          (await send(`GET ${path}${query}`)).body.results.map(({ id }: { id: string }) => id);
        await send(`POST ${path}`, body);
        await send(`POST ${path}`, { ...body, id: "other.one", assignmentEnabled: true });
        assert.deepEqual(await ids(""), ["other.one"]);
        assert.deepEqual(await ids("?assignableOnly=false"), ["store", "other.one"]);
      });

      it("replaces a store, with or without its id in the body", async () => {
        await send(`POST ${path}`, { ...body, labels: ["a"], loadFactor: 3, assignmentEnabled: true });
        assert.equal((await send(`PUT ${item}`, body)).body.labels, undefined);
        const { body: changed } = await send(`PUT ${item}`, { ...body, id: undefined, loadFactor: 2 });
        assert.deepEqual([changed.loadFactor, changed.assignmentEnabled], [2, false]);
        assert.equal(await outcome(`PUT ${item}`, { ...body, id: "x" }), "400 ATTRIBUTE_READ_ONLY");
      });

      it("refuses an id that exists, and has none that does not", async () => {
        assert.equal(await outcome(`POST ${path}`, body), "200");
        assert.match(await outcome(`POST ${path}`, body), /^409 \w+_ALREADY_EXISTS$/);
        for (const method of ["GET", "PUT", "DELETE"])
          assert.equal(
            await outcome(`${method} ${path}/none`, method === "PUT" ? body : undefined),
            `404 ${missing}`,
          );
      });

      it("deletes a store that is neither assignable nor in use, and that no project names", async () => {
        const refused = `409 ${inUse}`;
        const own = emulator[name];
        await send(`POST ${path}`, { ...body, assignmentEnabled: true });
        assert.equal(await outcome(`DELETE ${item}`), refused);
        for (const use of [{ boundJobs: 1 }, { boundJobs: 0, snapshots: 1 }]) {
          own.update("store", { assignmentEnabled: false, ...use });
          assert.equal(await outcome(`DELETE ${item}`), refused);
        }
        await send(`PUT ${item}`, { ...body, id: undefined });
        assert.equal(own.get("store")?.snapshots, 1, "a PUT keeps it");
        own.update("store", { snapshots: 0 });
        const reference = type === undefined ? "store" : { id: "store", type };
        emulator.projectBackups.set(emulator.projectId, { [filter]: [reference] });
        assert.equal(await outcome(`DELETE ${item}`), refused);
        emulator.projectBackups.set(emulator.projectId, {});
        assert.equal(await outcome(`DELETE ${item}`), "204");
      });

      const REFUSED: [expected: string, change: object][] = [
        ["400 MISSING_ATTRIBUTE", { [isMongo ? "uri" : "storePath"]: null }],
        ["400 INVALID_ATTRIBUTE", { id: "a/b" }],
        ["400 INVALID_ATTRIBUTE", { id: "" }],
        ["400 INVALID_ATTRIBUTE", { colour: "blue" }],
        ["400 ATTRIBUTE_READ_ONLY", { usedSize: 1 }],
        ["400 ATTRIBUTE_NEGATIVE_OR_ZERO", { loadFactor: 0 }],
        ["400 INVALID_JSON_ATTRIBUTE", { loadFactor: 1.5 }],
        ["400 INVALID_JSON_ATTRIBUTE", { assignmentEnabled: "true" }],
        ...(isMongo
          ? ([
              ["400 INVALID_ATTRIBUTE", { uri: "" }],
              ["400 INVALID_ATTRIBUTE", { uri: REDACTED }],
              ["400 INVALID_ENUM_VALUE", { writeConcern: "W9" }],
              ["400 MISSING_ATTRIBUTE", { oidc: {} }],
            ] satisfies [string, object][])
          : ([
              ["400 BACKUP_INVALID_FS_PATH", { storePath: "data/backup" }],
              ["400 BACKUP_INVALID_FS_PATH", { storePath: "" }],
              ["400 INVALID_ENUM_VALUE", { wtCompressionSetting: "ZSTD" }],
            ] satisfies [string, object][])),
      ];
      for (const [expected, change] of REFUSED)
        it(`refuses ${JSON.stringify(change)} with ${expected}`, async () =>
          assert.equal(await outcome(`POST ${path}`, { ...body, ...change }), expected));

      if (isMongo)
        it("refuses a store whose deployment cannot be reached, as often as a test wants", async () => {
          emulator.settings.mongoConnectionFailures = 2;
          const failed = "409 BACKUP_MONGO_CONNECTION_FAILED";
          const outcomes = [await outcome(`POST ${path}`, body), await outcome(`POST ${path}`, body)];
          assert.deepEqual([...outcomes, await outcome(`POST ${path}`, body)], [failed, failed, "200"]);
          emulator.settings.mongoConnectionFailures = 1;
          assert.equal(await outcome(`PUT ${item}`, { ...body, ssl: true }), failed);
          assert.equal(emulator[name].get("store")?.id, "store");
          assert.equal((await send(`GET ${item}`)).body.ssl, false, "unchanged");
        });
    });
  }

  it("have a capacity only for snapshots, and compression only in file systems", async () => {
    const [oplog, snapshot, , files] = KINDS;
    const capacity = { ...MONGO_STORE, maxCapacityGB: 100 };
    assert.equal(await outcome(`POST ${oplog.path}`, capacity), "400 INVALID_ATTRIBUTE");
    assert.equal((await send(`POST ${snapshot.path}`, capacity)).body.maxCapacityGB, 100);
    const zero = { ...capacity, maxCapacityGB: 0 };
    assert.equal(await outcome(`PUT ${snapshot.path}/store`, zero), "400 ATTRIBUTE_NEGATIVE_OR_ZERO");
    const settings = { wtCompressionSetting: "GZIP", mmapv1CompressionSetting: "NONE" };
    const { body } = await send(`POST ${files.path}`, { ...FILES, ...settings });
    assert.deepEqual([body.wtCompressionSetting, body.mmapv1CompressionSetting], ["GZIP", "NONE"]);
  });

  it("show their connection string before version 8.0.26, which has no OIDC", async () => {
    const [{ path }] = KINDS;
    const oidc = { enabled: true, clientSecret: "s3cret" };
    const uriOf = async (options: EmulatorOptions) => {
      const other = await start(options);
      await signed(other, `POST ${path}`, { body: MONGO_STORE });
      const { outcome: withOidc } = await signed(other, `PUT ${path}/store`, {
        body: { ...MONGO_STORE, oidc },
      });
      return [(await signed(other, `GET ${path}/store`)).body.uri, withOidc];
    };
    const version = (text: string) => ({ serviceVersion: `gitHash=a; versionString=${text}.500` });
    assert.deepEqual(await uriOf(version("8.0.25")), [MONGO_STORE.uri, "400 INVALID_ATTRIBUTE"]);
    assert.deepEqual(await uriOf(version("8.0.26")), [REDACTED, "200"]);
    assert.deepEqual(await uriOf({ redact: "old" }), [MONGO_STORE.uri, "200"]);
  });

  it("keep fields of a newer version", async () => {
    emulator.settings.newerFields = ["region"];
    for (const { path, body } of KINDS)
      assert.equal((await send(`POST ${path}`, { ...body, region: { a: 1 } })).body.region.a, 1, path);
  });
});
