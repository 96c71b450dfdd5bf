import assert from "node:assert/strict";
import type { PlainObject } from "../../../src/json";
import { INPUTS } from "./inputs";
import {
  bodiesOf,
  configOf,
  failOn,
  itInHost,
  type Managed,
  managed,
  useEmulator,
  writesTo,
} from "./managed";

const OLDER = "gitHash=0; versionString=7.0.11.500.20240801T0000Z";

for (const kind of ["MongoOplogStore", "MongoSnapshotStore"] as const)
  describe(`${kind} against the emulator`, () => {
    const emulator = useEmulator();
    const older = useEmulator({ serviceVersion: OLDER });
    const collection = kind === "MongoOplogStore" ? "mongoOplogStores" : "mongoSnapshotStores";
    const inputs = (rest: PlainObject = {}): PlainObject => ({ ...INPUTS[kind](emulator), ...rest });
    const URI = "mongodb://backup:declared-password@store.example.com/";

    for (const [where, service] of [
      ["in clear", older],
      ["redacted", emulator],
    ] as const)
      describe(`whose uri the service shows ${where}`, () => {
        let store: Managed;
        beforeEach(async () => {
          store = managed(kind, service);
          await store.up(inputs());
        });
        const change = (uri: string): void => void service[collection].update("store", { uri });

        it("is quiet, and is repaired after another deployment was set by hand, without a secret in a message", async () => {
          assert.equal(await store.refresh(), "same");
          change("mongodb://backup:other-password@elsewhere.example.com/");
          assert.equal(await store.refresh(), "changed");
          assert.deepEqual(store.state?.outputs["changedSecrets"], ["uri"]);
          const said = (await store.preview(inputs())).join();
          assert.match(said, /The service has other values of these secrets.*\n {2}uri/);
          assert.doesNotMatch(said, /password/);
          assert.equal(await store.up(inputs()), "update");
          assert.equal(service[collection].get("store")?.uri, URI);
        });

        it("has another password by hand, which only a service that shows it tells", async () => {
          change(URI.replace("declared", "other"));
          assert.equal(await store.refresh(), service === older ? "changed" : "same");
          await store.up(inputs({ secretsVersion: 2 }));
          assert.equal(service[collection].get("store")?.uri, URI);
        });

        it("is adopted with what the program leaves out, and a mask is never sent", async () => {
          const other = managed(kind, service);
          service[collection].update("store", { labels: ["theirs"], loadFactor: 3, writeConcern: "W2" });
          service.clearRequests();
          const least = { storeId: "store", uri: URI, assignmentEnabled: false, __adopt: true };
          const said = (await other.preview(least)).join();
          assert.match(said, /exists and is adopted; this changes it:\n {2}assignmentEnabled: true => false/);
          await other.up(least);
          const { labels, loadFactor, writeConcern, uri } = service[collection].get("store") ?? {};
          assert.deepEqual([labels, loadFactor, writeConcern, uri], [["theirs"], 3, "W2", URI]);
          assert.ok(!JSON.stringify(bodiesOf(service, "PUT")).includes("REDACTED"));
        });
      });

    it("is tried again while its deployment is starting, for at most two minutes, and says so", async () => {
      const pauses: number[] = [];
      const store = managed(kind, emulator, { pause: async () => void pauses.push(1) });
      emulator.settings.mongoConnectionFailures = 3;
      assert.equal(await store.up(inputs()), "create");
      assert.equal(pauses.length, 3);
      assert.match(store.said.join(), /could not use the deployment yet; trying again in 10 s/);
      emulator.settings.mongoConnectionFailures = 100;
      await assert.rejects(
        store.up(inputs({ writeConcern: "W2" })),
        /uri: the service cannot use the deployment, after 13 tests\. Check that it is running/,
      );
      assert.equal(pauses.length, 3 + 12);
    });

    itInHost("is not tried longer than the time limit of the settings", async () => {
      const config = { "opsmanager:totalTimeoutSeconds": "20" };
      const store = managed(kind, emulator, { config, pause: async () => undefined });
      emulator.settings.mongoConnectionFailures = 100;
      await assert.rejects(store.up(inputs()), /after 3 tests/);
    });

    it("is unassigned before it is deleted, and is restored if the deletion is refused", async () => {
      const store = managed(kind, emulator, { pause: async () => undefined });
      await store.up(inputs());
      emulator[collection].update("store", { boundJobs: 1 });
      emulator.clearRequests();
      await assert.rejects(store.destroy(), /cannot be deleted while .*Its assignment was restored\./);
      assert.deepEqual(writesTo(emulator), ["PUT", "DELETE", "PUT"]);
      assert.equal(emulator[collection].get("store")?.assignmentEnabled, true);
      emulator[collection].update("store", { boundJobs: 0 });
      await store.destroy();
      assert.equal(emulator[collection].get("store"), undefined);
    });

    it("is not deleted while a project names it", async () => {
      const store = managed(kind, emulator, { pause: async () => undefined });
      await store.up(inputs());
      const filter =
        kind === "MongoOplogStore"
          ? { oplogStoreFilter: [{ id: "store", type: "oplogStore" }] }
          : { snapshotStoreFilter: [{ id: "store", type: "blockstore" }] };
      emulator.projectBackups.set(emulator.projectId, filter);
      await assert.rejects(store.destroy(), /cannot be deleted/);
      emulator.projectBackups.delete(emulator.projectId);
      await store.destroy();
    });

    itInHost("at a changed connection must be the store in the same deployment", async () => {
      const store = managed(kind, emulator, { config: configOf("other", older) });
      await store.up(inputs());
      older[collection].set("store", { uri: "mongodb://u:hidden-password@elsewhere.example.com/" });
      await assert.rejects(
        store.up(inputs({ connection: "other" })),
        /another .*:\n {2}hosts of uri: elsewhere\.example\.com => store\.example\.com/,
      );
    });

    for (const [change, problem] of [
      [{ uri: undefined }, "uri: is missing"],
      [{ uri: "not a uri" }, "uri: must be a connection string"],
      [{ uri: "mongodb://REDACTED:REDACTED@h/" }, "uri: looks like the masked form"],
      [{ loadFactor: 0 }, "loadFactor: must be above 0"],
      [{ s3BucketName: "x" }, `s3BucketName: is not an argument of ${kind}`],
    ] as const)
      it(`is refused before a request: ${problem}`, async () => {
        await assert.rejects(managed(kind, emulator).preview(inputs(change)), ({ message }: Error) =>
          message.startsWith(problem),
        );
        assert.equal(emulator.counters.requests, 0);
      });
  });

describe("FileSystemSnapshotStore against the emulator", () => {
  const emulator = useEmulator();
  const inputs = (rest: PlainObject = {}): PlainObject => ({
    ...INPUTS.FileSystemSnapshotStore(emulator),
    ...rest,
  });

  it("has no secrets, so that one that was imported is deleted before its first update", async () => {
    const store = managed("FileSystemSnapshotStore", emulator);
    await store.up(inputs());
    const other = managed("FileSystemSnapshotStore", emulator);
    await other.up(inputs({ __import: "store" }));
    await other.destroy();
    assert.deepEqual(emulator.fileSystemSnapshotStores.list(), []);
  });

  it("may be stored with another spelling of its path, which is a warning once", async () => {
    const store = managed("FileSystemSnapshotStore", emulator);
    const live = { id: "store", storePath: "/mnt/backup/", assignmentEnabled: true, loadFactor: 1 };
    const fail = failOn(emulator);
    fail("POST", { status: 200, body: live, afterWork: true });
    fail("GET", { status: 200, body: live }, { nth: 2 });
    await store.up(inputs());
    assert.match(store.said.join(), /did not take storePath/);
    emulator.fileSystemSnapshotStores.update("store", { storePath: "/mnt/backup/" });
    assert.equal(await store.refresh(), "same");
    assert.equal(await store.up(inputs()), "same");
    emulator.fileSystemSnapshotStores.update("store", { storePath: "/elsewhere" });
    assert.equal(await store.refresh(), "changed");
  });

  for (const [change, problem] of [
    [{ storePath: "backup" }, 'storePath: must be an absolute path, such as /mnt/backup, not "backup"'],
    [{ wtCompressionSetting: "ZSTD" }, "wtCompressionSetting: must be NONE or GZIP"],
    [{ uri: "mongodb://h/" }, "uri: is not an argument of FileSystemSnapshotStore"],
  ] as const)
    it(`is refused before a request: ${problem}`, async () => {
      await assert.rejects(
        managed("FileSystemSnapshotStore", emulator).preview(inputs(change)),
        ({ message }: Error) => message.startsWith(problem),
      );
      assert.equal(emulator.counters.requests, 0);
    });

  it("names the service's reason if it does not have the folder", async () => {
    failOn(emulator)("POST", { status: 400, body: { error: 400, errorCode: "BACKUP_INVALID_FS_PATH" } });
    await assert.rejects(
      managed("FileSystemSnapshotStore", emulator).up(inputs()),
      /BACKUP_INVALID_FS_PATH.*must exist on every host of a backup daemon/,
    );
  });
});
