import assert from "node:assert/strict";
import { readOplogConfig, readSnapshotStore } from "../../../src/emulator/s3-store-validation";
import { refusalOf, STORE } from "./client";

const refusal = (change: object, current?: ReturnType<typeof readOplogConfig>): string | undefined =>
  refusalOf(() => readOplogConfig({ ...STORE, ...change }, current));

/** By the error code and its first parameter. */
const REFUSED: Readonly<Record<string, object>> = {
  BACKUP_S3_TOS_NOT_ACCEPTED: { acceptedTos: false },
  "ATTRIBUTE_NEGATIVE_OR_ZERO s3MaxConnections": { s3MaxConnections: 0 },
  "INVALID_JSON_ATTRIBUTE s3MaxConnections": { s3MaxConnections: 1.5 },
  "INVALID_ENUM_VALUE writeConcern": { writeConcern: "W9" },
  "INVALID_ATTRIBUTE bucket": { bucket: "x" },
  "ATTRIBUTE_READ_ONLY links": { links: [] },
  "MISSING_ATTRIBUTE customCertificates[0].certString": { customCertificates: [{ filename: "ca.pem" }] },
  "INVALID_ATTRIBUTE awsAccessKey": { awsAccessKey: "AKIA********MPLE" },
  "INVALID_ATTRIBUTE uri": { uri: "mongodb://REDACTED:REDACTED@db0:1" },
  "INVALID_ATTRIBUTE s3BucketName": { s3BucketName: "" },
  "INVALID_ENUM_VALUE oidc.method": { oidc: { enabled: true, method: "x" } },
};

describe("the validation of oplog stores", () => {
  for (const name of Object.keys(STORE))
    it(`requires ${name}`, () => assert.equal(refusal({ [name]: null }), `MISSING_ATTRIBUTE ${name}`));

  for (const [code, change] of Object.entries(REFUSED))
    it(`refuses ${JSON.stringify(change)}: ${code}`, () => assert.equal(refusal(change), code));

  it("requires no keys with an IAM role, and ignores given ones", () => {
    const { awsAccessKey, awsSecretKey } = readOplogConfig({ ...STORE, s3AuthMethod: "IAM_ROLE" });
    assert.deepEqual([awsAccessKey, awsSecretKey], [undefined, undefined]);
  });

  it("resets omitted fields to their defaults in a replacement", () => {
    const more = { labels: ["a"], writeConcern: "W2", assignmentEnabled: false };
    const next = readOplogConfig({ ...STORE, id: undefined }, readOplogConfig({ ...STORE, ...more }));
    const { id, labels, writeConcern, assignmentEnabled } = next;
    assert.deepEqual([id, labels, writeConcern, assignmentEnabled], ["store", [], undefined, true]);
  });

  it("accepts the same id in a replacement and refuses another", () => {
    const current = readOplogConfig(STORE);
    assert.equal(refusal({}, current), undefined);
    assert.equal(refusal({ id: "other" }, current), "ATTRIBUTE_READ_ONLY id");
  });

  it("takes the additional fields of a snapshot store in that only, and keeps what it does not return", () => {
    const of = (change: object) => refusalOf(() => readSnapshotStore({ ...STORE, ...change }));
    assert.equal(refusal({ loadFactor: 2 }), "ATTRIBUTE_READ_ONLY loadFactor");
    assert.equal(refusal({ objectLockEnabled: true }), "INVALID_ATTRIBUTE objectLockEnabled");
    assert.equal(of({ loadFactor: 0 }), "ATTRIBUTE_NEGATIVE_OR_ZERO loadFactor");
    assert.equal(of({ loadFactor: 1.5 }), "INVALID_JSON_ATTRIBUTE loadFactor");
    const current = { ...readSnapshotStore({ ...STORE, objectLockEnabled: true }), snapshots: 2 };
    assert.deepEqual([current.loadFactor, current.objectLockEnabled], [1, true]);
    const { loadFactor, objectLockEnabled, snapshots } = readSnapshotStore(
      { ...STORE, loadFactor: 3 },
      current,
    );
    assert.deepEqual([loadFactor, objectLockEnabled, snapshots], [3, false, 2]);
  });

  it("keeps an OIDC secret that is omitted or masked, and removes omitted OIDC settings", () => {
    const secret = { enabled: true, clientSecret: "s3cret" };
    const current = readOplogConfig({ ...STORE, oidc: { ...secret, clientId: "c" } });
    const masked = { enabled: true, clientSecret: "********" };
    for (const oidc of [{ enabled: true }, masked])
      assert.deepEqual(readOplogConfig({ ...STORE, oidc }, current).oidc, secret);
    assert.equal(readOplogConfig(STORE, current).oidc, undefined);
    assert.equal(refusal({ oidc: masked }), "INVALID_ATTRIBUTE oidc.clientSecret");
  });
});
