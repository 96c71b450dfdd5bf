import assert from "node:assert/strict";
import type { Notification, OplogS3Config } from "../../../src/emulator";
import * as redaction from "../../../src/emulator/redaction";
import { STORE as BODY } from "./client";

const { isRedacted, redactNotification, redactStore } = redaction;
const TOKEN = "xoxb-12345678901234567890-a23c";
const SLACK: Notification = { id: "1", typeName: "SLACK", delayMin: 0, apiToken: TOKEN, channelName: "ops" };
const HOOK = "https://hooks.example.com/services/T0/B1?x=2";
const SECRETS = { webhookUrl: HOOK, webhookSecret: "s3cret" };
const WEBHOOK: Notification = { id: "2", typeName: "WEBHOOK", delayMin: 0, ...SECRETS };
const STORE = {
  ...BODY,
  oidc: { enabled: true, clientSecret: "s3cret" },
  uri: "mongodb://user:pass@db0:27017,db1:27017/?replicaSet=rs",
} as unknown as OplogS3Config;

describe("redaction", () => {
  const webhook = (form: "new" | "old") => {
    const { webhookUrl, webhookSecret } = redactNotification(WEBHOOK, form);
    return [webhookUrl, webhookSecret];
  };

  it("keeps the last four characters, after stars for the others in new versions, and six in old ones", () => {
    const { apiToken, channelName } = redactNotification(SLACK, "new");
    assert.deepEqual([apiToken, channelName], [`${"*".repeat(26)}a23c`, "ops"]);
    assert.equal(redaction.maskKey("abcd"), "****");
    assert.equal(redactNotification(SLACK, "old")["apiToken"], "******a23c");
  });

  it("masks the secret of a webhook, and its path in new versions", () => {
    assert.deepEqual(webhook("new"), ["https://hooks.example.com/****", "***"]);
    assert.deepEqual(webhook("old"), [HOOK, "***"]);
    assert.equal(redaction.maskUrl("nonsense"), "****");
  });

  it("masks the keys and the user of an oplog store in new versions", () => {
    const { awsAccessKey, awsSecretKey, uri } = redactStore(STORE, "new");
    assert.equal(awsAccessKey, "AKIA********XLHG");
    assert.match(awsSecretKey ?? "", /^\*+$/);
    assert.equal(uri, "mongodb://REDACTED:REDACTED@db0:27017,db1:27017/?replicaSet=rs");
    assert.equal(redaction.maskUserInfo("db0:27017,db1:27017"), "db0:27017,db1:27017");
    assert.equal(redaction.maskAccessKey("short"), "********");
  });

  it("masks the OIDC secret of a store in old versions too", () =>
    assert.equal(redactStore(STORE, "old").oidc?.["clientSecret"], "********"));

  it("is recognized in a request", () => {
    const parts = ["AKIA********XLHG", "mongodb://REDACTED:REDACTED@h", "https://h.example/****"];
    const masks = ["******7890", "***", ...parts];
    assert.deepEqual([...masks, "a**b"].map(isRedacted), [...masks.map(() => true), false]);
  });
});
