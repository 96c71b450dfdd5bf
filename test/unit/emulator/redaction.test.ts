import assert from "node:assert/strict";
import type { Notification, OplogS3Config } from "../../../src/emulator";
import * as redaction from "../../../src/emulator/redaction";
import { STORE } from "./client";

describe("redaction", () => {
  const HOOK = "https://hooks.example.com/services/T0/B1?x=2";
  const webhook = (form: "new" | "old") => {
    const secrets = { webhookUrl: HOOK, webhookSecret: "s3cret" };
    const sent: Notification = { id: "2", typeName: "WEBHOOK", delayMin: 0, ...secrets };
    const { webhookUrl, webhookSecret } = redaction.redactNotification(sent, form);
    return [webhookUrl, webhookSecret];
  };
  const uri = "mongodb://user:pass@db0:27017,db1:27017/?replicaSet=rs";
  const store = { ...STORE, oidc: { clientSecret: "s3cret" }, uri } as unknown as OplogS3Config;

  // The masks of keys are shown by the option redact.
  const masks: [what: string, shown: unknown, expected: unknown][] = [
    ["a short key", redaction.maskKey("abcd"), "****"],
    ["a short access key", redaction.maskAccessKey("short"), "********"],
    ["a text that is not a URL", redaction.maskUrl("nonsense"), "****"],
    ["the path and the secret of a webhook", webhook("new"), ["https://hooks.example.com/****", "***"]],
    ["the secret of a webhook in old versions", webhook("old"), [HOOK, "***"]],
    ["the user of a URI", redaction.maskUserInfo(uri), uri.replace("user:pass", "REDACTED:REDACTED")],
    ["nothing of a URI without user", redaction.maskUserInfo("db0:27017,db1:27017"), "db0:27017,db1:27017"],
    [
      "the OIDC secret in old versions",
      redaction.redactStore(store, "old").oidc?.["clientSecret"],
      "********",
    ],
  ];
  for (const [what, shown, expected] of masks) it(`masks ${what}`, () => assert.deepEqual(shown, expected));

  it("is recognized in a request", () => {
    const parts = ["AKIA********XLHG", "mongodb://REDACTED:REDACTED@h", "https://h.example/****"];
    const given = ["******7890", "***", ...parts];
    assert.deepEqual([...given, "a**b"].map(redaction.isRedacted), [...given.map(() => true), false]);
  });
});
