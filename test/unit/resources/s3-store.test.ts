import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { OplogS3Config, S3SnapshotStore } from "../../../src/resources/s3-store";
import { arrived, mockEngine, secret, valueOf } from "./registered";

const ARGS = {
  acceptedTos: true,
  awsAccessKey: "key",
  awsSecretKey: "secret key",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "bucket",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://h/",
};

describe("OplogS3Config", () => {
  before(mockEngine);

  it("takes its id from the name of the resource, and marks its secrets", async () =>
    assert.deepEqual(await arrived(new OplogS3Config("store", ARGS)), {
      ...ARGS,
      storeId: "store",
      awsAccessKey: secret("key"),
      awsSecretKey: secret("secret key"),
      uri: secret("mongodb://h/"),
    }));

  it("marks the client secret of oidc and none of its other fields", async () => {
    const oidc = pulumi.output({ clientId: "us", clientSecret: "hush" });
    const store = new OplogS3Config("signing in", { ...ARGS, oidc });
    assert.deepEqual((await arrived(store))["oidc"], secret({ clientId: "us", clientSecret: "hush" }));
  });

  it("passes an oidc that is not an object, for the check to report", async () => {
    for (const oidc of [null, "text", pulumi.output(null)]) {
      const store = new OplogS3Config(`signing in with ${typeof oidc}`, { ...ARGS, oidc } as never);
      const passed = (await arrived(store))["oidc"];
      assert.equal(passed, typeof oidc === "string" ? oidc : null);
    }
  });

  it("passes adopt under a name that the engine does not show, and has it as an output", async () => {
    const store = new OplogS3Config("adopting", { ...ARGS, storeId: "s1", adopt: true });
    const { storeId, adopt, __adopt } = await arrived(store);
    assert.deepEqual([storeId, adopt, __adopt], ["s1", undefined, true]);
    assert.equal(await valueOf(store.adopt), true);
  });

  it("refuses both of two resources with the same id, before either is registered", async () => {
    const both = [new OplogS3Config("other", { ...ARGS, storeId: "same" }), new OplogS3Config("same", ARGS)];
    const text = /^The resources "other" and "same" both manage the oplog store same: keep one of them/;
    for (const store of both) assert.match(String((await arrived(store))["conflict"]), text);
  });

  it("takes a snapshot store and an oplog store with the same id for two objects", async () => {
    const further = { storeId: "one id", loadFactor: 2, objectLockEnabled: true };
    const both = [
      new S3SnapshotStore("snapshots", { ...ARGS, ...further }),
      new OplogS3Config("one id", ARGS),
    ];
    const [snapshots, oplog] = await Promise.all(both.map(arrived));
    assert.deepEqual([snapshots?.["conflict"], oplog?.["conflict"]], [undefined, undefined]);
    assert.deepEqual([snapshots?.["loadFactor"], snapshots?.["objectLockEnabled"]], [2, true]);
    assert.deepEqual(snapshots?.["awsSecretKey"], secret("secret key"));
  });

  it("passes only an id and a connection for a look-up", async () => {
    const found = OplogS3Config.get("found", "s1", { connection: "eu" });
    assert.deepEqual(await arrived(found), { id: "s1", connection: "eu" });
  });
});
