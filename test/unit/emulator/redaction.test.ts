import assert from "node:assert/strict";
import type { Notification, OplogS3Config } from "../../../src/emulator";
import * as redaction from "../../../src/emulator/redaction";
import { STORE } from "./client";

describe("redaction", () => {
  const HOOK = "https://hooks.example.com/services/T0/B1?x=2";
  const shown = (form: "new" | "old") => {
    const secrets = { webhookUrl: HOOK, webhookSecret: "s3cret", apiToken: "xoxb-1234" };
    const sent: Notification = { id: "2", typeName: "WEBHOOK", delayMin: 0, ...secrets };
    const { webhookUrl, webhookSecret, apiToken } = redaction.redactNotification(sent, form);
    return [webhookUrl, webhookSecret, apiToken];
  };
  const uri = "mongodb://user:pass@db0:27017,db1:27017/?replicaSet=rs";
  const store = { ...STORE, oidc: { clientSecret: "s3cret" }, uri } as unknown as OplogS3Config;

  const masks: [what: string, actual: unknown, expected: unknown][] = [
    ["all but four characters of a key", redaction.maskKey("xoxb-12345678-a23c"), `${"*".repeat(14)}a23c`],
    ["the key of a store", redaction.redactStore(store, "new").awsSecretKey, "*".repeat(16)],
    ["a short key", redaction.maskKey("abcd"), "****"],
    ["a short access key", redaction.maskAccessKey("short"), "********"],
    ["a text that is not a URL", redaction.maskUrl("nonsense"), "****"],
    ["secrets and the path of a URL", shown("new"), ["https://hooks.example.com/****", "***", "*****1234"]],
    ["secrets in old versions", shown("old"), [HOOK, "***", "******1234"]],
    ["the user of a URI", redaction.maskUserInfo(uri), uri.replace("user:pass", "REDACTED:REDACTED")],
    ["nothing of a URI without user", redaction.maskUserInfo("db0:27017,db1:27017"), "db0:27017,db1:27017"],
    ["an OIDC secret", redaction.redactStore(store, "old").oidc?.["clientSecret"], "********"],
  ];
  for (const [what, actual, expected] of masks) it(`masks ${what}`, () => assert.deepEqual(actual, expected));

  it("is recognized in a request", () => {
    const parts = ["AKIA********XLHG", "mongodb://REDACTED:REDACTED@h", "https://h.example/****"];
    const given = ["******7890", "***", ...parts];
    assert.deepEqual([...given, "a**b"].map(redaction.isRedacted), [...given.map(() => true), false]);
  });
});
