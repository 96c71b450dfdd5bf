import assert from "node:assert/strict";
import type { Notification, OplogS3Config } from "../../../src/emulator";
import {
  isRedacted,
  maskAccessKey,
  maskKey,
  maskUrl,
  maskUserInfo,
  redactNotification,
  redactOplogStore,
} from "../../../src/emulator/redaction";

const SLACK: Notification = {
  id: "1",
  typeName: "SLACK",
  delayMin: 0,
  apiToken: "xoxb-12345678901234567890-a23c",
  channelName: "ops",
};
const WEBHOOK: Notification = {
  id: "2",
  typeName: "WEBHOOK",
  delayMin: 0,
  webhookUrl: "https://hooks.example.com/services/T0/B1?x=2",
  webhookSecret: "s3cret",
};
const STORE: OplogS3Config = {
  id: "oplog",
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIAIOSFODNN7EXAXLHG",
  awsSecretKey: "wJalrXUtnFEMI",
  customCertificates: [],
  disableProxyS3: false,
  encryptedCredentials: false,
  labels: [],
  oidc: { enabled: true, clientSecret: "s3cret" },
  pathStyleAccessEnabled: true,
  s3AuthMethod: "KEYS",
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "b",
  s3MaxConnections: 5,
  sseEnabled: false,
  ssl: true,
  uri: "mongodb://user:pass@db0:27017,db1:27017/?replicaSet=rs",
};

describe("redaction", () => {
  it("keeps the last four characters and replaces the others with stars in new versions", () => {
    assert.equal(redactNotification(SLACK, "new")["apiToken"], `${"*".repeat(26)}a23c`);
    assert.equal(redactNotification(SLACK, "new")["channelName"], "ops");
    assert.equal(maskKey("abcd"), "****");
  });

  it("keeps the last four characters after six stars in old versions", () => {
    assert.equal(redactNotification(SLACK, "old")["apiToken"], "******a23c");
  });

  it("masks the secret of a webhook, and its path in new versions", () => {
    const redacted = redactNotification(WEBHOOK, "new");
    assert.deepEqual(
      [redacted["webhookUrl"], redacted["webhookSecret"]],
      ["https://hooks.example.com/****", "***"],
    );
    const old = redactNotification(WEBHOOK, "old");
    assert.deepEqual([old["webhookUrl"], old["webhookSecret"]], [WEBHOOK["webhookUrl"], "***"]);
    assert.equal(maskUrl("nonsense"), "****");
  });

  it("masks the keys and the user of an oplog store in new versions", () => {
    const redacted = redactOplogStore(STORE, "new");
    assert.equal(redacted.awsAccessKey, "AKIA********XLHG");
    assert.match(redacted.awsSecretKey ?? "", /^\*+$/);
    assert.equal(redacted.uri, "mongodb://REDACTED:REDACTED@db0:27017,db1:27017/?replicaSet=rs");
    assert.equal(maskUserInfo("db0:27017,db1:27017"), "db0:27017,db1:27017");
    assert.equal(maskAccessKey("short"), "********");
  });

  it("shows them in old versions, except the OIDC secret", () => {
    const { awsSecretKey, uri, oidc } = redactOplogStore(STORE, "old");
    assert.deepEqual([awsSecretKey, uri], [STORE.awsSecretKey, STORE.uri]);
    assert.equal(oidc?.["clientSecret"], "********");
  });

  it("can be disabled, and does not change the stored entity", () => {
    assert.deepEqual(redactNotification(SLACK, "off"), SLACK);
    assert.deepEqual(redactOplogStore(STORE, "off"), STORE);
    redactNotification(WEBHOOK, "new");
    assert.equal(WEBHOOK["webhookSecret"], "s3cret");
  });

  it("is recognized in a request", () => {
    for (const mask of [
      "******7890",
      "***",
      "https://h.example/****",
      "AKIA********XLHG",
      "mongodb://REDACTED:REDACTED@h",
    ])
      assert.equal(isRedacted(mask), true, mask);
    assert.equal(isRedacted("a**b"), false);
  });
});
