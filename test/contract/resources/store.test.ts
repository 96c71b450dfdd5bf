import assert from "node:assert/strict";
import { rootCertificates } from "node:tls";
import type { PlainObject } from "../../../src/json";
import {
  bodiesOf,
  configOf,
  failOn,
  type Managed,
  itInHost,
  managed,
  refusedWith,
  STORE,
  useEmulator,
  writesTo,
} from "./managed";

const LOCK = { loadFactor: 2, objectLockEnabled: true };
const FLAGS = { assignmentEnabled: true, ssl: true, encryptedCredentials: false, disableProxyS3: true };
const TEXTS = { s3AuthMethod: "KEYS", s3RegionOverride: "eu-central-1", writeConcern: "MAJORITY" };
const inputs = (rest: PlainObject = {}): PlainObject => {
  return { ...STORE, storeId: "store-1", ...FLAGS, ...TEXTS, labels: ["production", "eu"], ...rest };
};

/** The kinds, with what is different of them. */
const KINDS = [
  ["OplogS3Config", "oplogS3Configs", "oplog store", "S3_OPLOG", "backup jobs use it: move", {}],
  ["S3SnapshotStore", "s3SnapshotStores", "snapshot store", "S3", "it holds snapshots or backup", LOCK],
] as const;

for (const [kind, collection, what, code, use, further] of KINDS)
  describe(`${kind} against the emulator`, () => {
    const emulator = useEmulator({ fullOplogResponse: true });
    const elsewhere = useEmulator({ fullOplogResponse: true, redact: "off" });
    let resource: Managed;
    beforeEach(() => void (resource = managed(kind, emulator)));

    const declaredWith = (rest?: PlainObject): PlainObject => inputs({ ...further, ...rest });
    const up = async (rest?: PlainObject) => resource.up(declaredWith(rest));
    const store = () => emulator[collection].get("store-1");
    const change = (fields: object): void => void emulator[collection].update("store-1", fields);
    const fail = failOn(emulator);
    const firstPut = (): PlainObject => bodiesOf(emulator, "PUT")[0] ?? assert.fail("no PUT");

    it("sends a PUT without id but always with disableProxyS3", async () => {
      await up({ disableProxyS3: undefined });
      await up({ disableProxyS3: undefined, ssl: false });
      assert.equal("id" in firstPut(), false);
      assert.equal(firstPut()["disableProxyS3"], false);
    });

    it("keeps a field that only a newer service knows with its certificate, whatever the order", async () => {
      const [certString, ...others] = rootCertificates.slice(0, 4);
      const [old, ...same] = others.map((text) => ({ filename: "ca.pem", certString: text }));
      const withExpiry = (each?: { certString?: string }) => ({ ...each, expires: each?.certString?.length });
      await up({ customCertificates: [old, ...same] });
      change({
        customCertificates: same
          .toReversed()
          .concat(old ?? [])
          .map(withExpiry),
      });
      const renewed = { ...old, certString };
      await up({ customCertificates: [renewed, ...same] });
      assert.deepEqual(firstPut()["customCertificates"], [renewed, ...same.map(withExpiry)]);
    });

    it("reports no drift of an unchanged store, also when an upgraded service starts to mask", async () => {
      emulator.settings.redact = "off";
      await up();
      assert.equal(await resource.refresh(), "same");
      assert.equal(await up(), "same");
      emulator.settings.redact = "new";
      assert.equal(await resource.refresh(), "same");
    });

    for (const s3AuthMethod of ["KEYS", "IAM_ROLE"])
      it(`reports no drift if the service stops returning s3MaxConnections and s3AuthMethod (${s3AuthMethod})`, async () => {
        await up({ s3AuthMethod });
        for (const fullOplogResponse of [false, true]) {
          emulator.settings.fullOplogResponse = fullOplogResponse;
          assert.equal(await resource.refresh(), "same");
          assert.equal(await up({ s3AuthMethod }), "same");
        }
        change({ s3MaxConnections: 3 });
        assert.equal(await resource.refresh(), "changed");
      });

    it("retries while the bucket test fails, and reports each retry", async () => {
      emulator.settings.bucketValidationFailures = 2;
      await up();
      assert.equal(resource.said.length, 2);
      const said = /could not use the bucket "oplog" at https:\/\/s3\.example\.com yet; trying again in 5 s/;
      assert.match(resource.said[0] ?? "", said);
    });

    const disableWithoutBucket = () => {
      change({ assignmentEnabled: false });
      emulator.settings.bucketValidationFailures = 100;
    };
    const enable = () => change({ assignmentEnabled: true });
    const remove = () => emulator[collection].delete("store-1");
    const failDisabling = () => {
      emulator.settings.bucketValidationFailures = 100;
      fail("DELETE", { status: 200, body: {} });
    };
    const missing = `S3_${kind === "OplogS3Config" ? "OPLOG" : "SNAPSHOT"}_CONFIG_NOT_FOUND`;
    const denyExistence = () => fail("DELETE", refusedWith(404, missing));
    type Deletion = [how: string, before: () => unknown, writes: string, enabled?: boolean, left?: true];
    /** What happens before a deletion that succeeds, and the requests that write during it. */
    const deletions: Deletion[] = [
      ["after its assignment was disabled", () => undefined, "PUT DELETE"],
      ["without a PUT, which tests the bucket, if it is already disabled", disableWithoutBucket, "DELETE"],
      ["although the response is lost", () => fail("DELETE", "resetAfter"), "PUT DELETE PUT"],
      ["although it was enabled manually", enable, "PUT DELETE", false],
      ["without a message if it was deleted before", remove, ""],
      ["even if disabling the assignment fails", failDisabling, "PUT DELETE", true, true],
      ["if the service says that it does not exist", denyExistence, "PUT DELETE", true, true],
    ];
    for (const [how, before, writes, assignmentEnabled = true, isLeft = false] of deletions) {
      it(`is deleted ${how}`, async () => {
        await up({ assignmentEnabled });
        emulator.clearRequests();
        before();
        await resource.destroy();
        assert.deepEqual([resource.state, store() !== undefined, resource.said], [undefined, isLeft, []]);
        if (writes.startsWith("PUT")) assert.equal(firstPut()["assignmentEnabled"], false);
        assert.equal(writesTo(emulator).join(" "), writes);
      });
    }

    describe("a refused deletion leaves the store unchanged:", () => {
      const undeclared = {
        assignmentEnabled: true,
        labels: ["by-hand"],
        ssl: true,
        oidc: { enabled: true, method: "callback", clientId: "by-hand", clientSecret: "oidc-by-hand" },
      };
      const create = async (byHand: object): Promise<void> => {
        await up({ assignmentEnabled: undefined, labels: undefined, ssl: undefined });
        change(byHand);
      };
      for (const [cause, status, errorCode] of [
        ["it is in use", 409, `BACKUP_CANNOT_REMOVE_${code}_STORE_CONFIG`],
        ["it is in use, as snapshot stores report it", 409, "BACKUP_CANNOT_REMOVE_S3_STORE_CONFIG"],
        ["the key lacks the permission", 403, "FEATURE_UNSUPPORTED"],
        ["the request is invalid", 400, "SOMETHING"],
        ["the service fails", 500, "UNEXPECTED_ERROR"],
      ] as const) {
        it(`${cause} (${status})`, async () => {
          await create(undeclared);
          const before = structuredClone(store());
          fail("DELETE", refusedWith(status, errorCode));
          const reason = status === 409 ? `cannot be deleted while ${use}.*` : "was not deleted\\.";
          const text = `^The ${what} store-1 ${reason} Its assignment was restored\\. \\(DELETE .*${errorCode}`;
          await assert.rejects(resource.destroy(), ({ message }: Error) => new RegExp(text).test(message));
          assert.deepEqual(store(), before);
          assert.deepEqual(writesTo(emulator), ["POST", "PUT", "DELETE", "PUT"]);
        });
      }

      it("a manually disabled assignment stays disabled, without a PUT", async () => {
        await create({ assignmentEnabled: false });
        fail("DELETE", refusedWith(403, "X"));
        await assert.rejects(resource.destroy(), new RegExp(`^The ${what} store-1 was not deleted\\. \\(`));
        assert.equal(store()?.assignmentEnabled, false);
        assert.deepEqual(writesTo(emulator), ["POST", "DELETE"]);
      });

      it("says that the assignment cannot be restored", async () => {
        await up();
        fail("DELETE", refusedWith(409, `BACKUP_CANNOT_REMOVE_${code}_STORE_CONFIG`));
        fail("PUT", { status: 500 }, { nth: 2 });
        await assert.rejects(
          resource.destroy(),
          /cannot be deleted while .*Its assignment is disabled and could not be restored: run `pulumi refresh`, then `pulumi up` \(PUT/,
        );
      });

      it("says why the assignment could not be disabled if that prevents the deletion", async () => {
        await up();
        emulator.settings.bucketValidationFailures = 100;
        await assert.rejects(
          resource.destroy(),
          /was not deleted: its assignment could not be disabled first: .*BACKUP_S3_VALIDATION_FAILED/,
        );
        assert.equal(store()?.assignmentEnabled, true);
      });
    });

    describe("adoption", () => {
      const existing = (rest: PlainObject = {}): void => {
        const { storeId, ...fields } = declaredWith(rest);
        emulator[collection].set(String(storeId), { customCertificates: [], ...fields });
      };

      it("lists the changed fields at preview and again in the up", async () => {
        existing({
          s3BucketName: "another",
          labels: ["old"],
          uri: STORE.uri.replace("metadata", "elsewhere"),
        });
        const declared = declaredWith({ __adopt: true });
        const [note] = await resource.preview(declared);
        assert.deepEqual(note?.split("\n"), [
          `The ${what} "resource" (store-1) exists and is adopted; this changes it:`,
          '  labels: ["old"] => ["eu","production"]',
          '  s3BucketName: "another" => "oplog"',
          "  uri: another value",
        ]);
        assert.equal(emulator.counters.writes, 0);
        await resource.up(declared);
        assert.ok(resource.said.includes(note ?? ""));
        assert.equal(store()?.s3BucketName, "oplog");
      });

      it("refuses an import with a list of the differences", async () => {
        existing({ s3BucketName: "another" });
        const differs = new RegExp(
          `import: the ${what} "resource" \\(store-1\\) is not as declared\\..*\\n {2}s3BucketName: "another" => "oplog"`,
        );
        await assert.rejects(resource.preview(declaredWith({ __import: "store-1" })), differs);
        await assert.rejects(up({ __import: "store-1" }), differs);
        await up({ s3BucketName: "another", __import: "store-1" });
        assert.equal(emulator.counters.writes, 0);
      });
    });

    itInHost("refuses a connection that leads to another store", async () => {
      resource = managed(kind, emulator, { config: configOf("eu", elsewhere) });
      await up();
      const theirs = (rest: object) => elsewhere[collection].set("store-1", { ...store(), ...rest });
      const moved = { connection: "eu" };
      theirs({ s3BucketName: "theirs", uri: "mongodb://h9/" });
      await assert.rejects(
        up(moved),
        /has another (?:oplog|snapshot) store store-1:\n {2}s3BucketName: "theirs" => "oplog"\n {2}hosts of uri: h9 => .*\n.*Nothing was written\./s,
      );
      theirs({ uri: "mongodb://theirs:CANARY?word@h9/" });
      await assert.rejects(up(moved), /^(?!.*CANARY).*hosts of uri: another value/s);
      theirs({});
      assert.equal(await up(moved), "update");
      assert.equal(elsewhere.counters.writes, 0);
    });

    it("writes all declared secrets again only when secretsVersion changes", async () => {
      await up({ secretsVersion: "a" });
      const before = store();
      change({ awsAccessKey: "AKIAOTHERXXXXXXXXXXX", awsSecretKey: "rotated", uri: "mongodb://h/" });
      assert.equal(await up({ secretsVersion: "a" }), "same");
      assert.equal(await up({ secretsVersion: "b" }), "update");
      assert.deepEqual(store(), before);
      assert.equal(await resource.refresh(), "same");
      assert.deepEqual(writesTo(emulator), ["POST", "PUT"]);
    });

    it("keeps an undeclared oidc in a PUT", async () => {
      const oidc = { enabled: true, clientId: "id", clientSecret: "s" };
      emulator[collection].set("store-1", { ...inputs(), id: "store-1", oidc });
      await up({ __adopt: true, ssl: false });
      await up({ ssl: true });
      assert.deepEqual(store()?.oidc, oidc);
      assert.equal(await resource.refresh(), "same");
    });

    for (const other of [{ s3BucketName: "another" }, { awsAccessKey: "AKIAANOTHER" }]) {
      it(`does not take a store with another ${Object.keys(other).join()} for the one whose POST was lost`, async () => {
        const { storeId: id, ...fields } = declaredWith(other);
        fail("POST", "resetBefore");
        fail("GET", { status: 200, body: { id, ...fields } }, { nth: 2 });
        await assert.rejects(up(), /the connection broke/);
        assert.equal(resource.state, undefined);
      });
    }

    it("has no links if the service returns none after a lost response", async () => {
      const { storeId: id, ...fields } = declaredWith();
      fail("POST", "resetBefore");
      fail("GET", { status: 200, body: { id, ...fields } }, { nth: 2 });
      assert.equal(await up(), "create");
      assert.deepEqual(resource.state?.outputs["links"], []);
    });

    it("treats an empty region as unset, in the arguments and in responses", async () => {
      assert.equal(await up({ s3RegionOverride: "" }), "create");
      assert.equal(store()?.s3RegionOverride, undefined);
      change({ s3RegionOverride: "" });
      assert.equal(await resource.refresh(), "same");
      assert.equal(await up({ s3RegionOverride: undefined }), "same");
      change({ s3RegionOverride: "eu-1" });
      assert.equal(await resource.refresh(), "changed");
      assert.equal(await up({ s3RegionOverride: "" }), "update");
      assert.equal(store()?.s3RegionOverride, undefined);
    });
  });
