import assert from "node:assert/strict";
import type { Notification, OplogS3Config } from "../../../src/emulator";
import { contains } from "../../../src/emulator/addresses";
import { mergePatch, shuffle } from "../../../src/emulator/json";
import { buildListBody } from "../../../src/emulator/paging";
import { splitTarget } from "../../../src/emulator/query";
import * as redaction from "../../../src/emulator/redaction";
import { empty, one, serializeReply, text } from "../../../src/emulator/reply";
import { STORE } from "./client";

describe("paging", () => {
  const rows = [1, 2, 3, 4, 5];
  // oxlint-disable-next-line typescript/no-explicit-any -- the body of a list is only known to be an object
  const page = (query: string): any =>
    buildListBody(rows, (n) => ({ n }), "http://h/x", splitTarget(`/x?${query}`).query);

  it("returns nothing behind the last page, and no count that is not wanted", () => {
    assert.deepEqual(page("pageNum=9&itemsPerPage=2").results, []);
    assert.equal(page("includeCount=false").totalCount, undefined);
  });

  it("keeps other parameters in its links", () => {
    const { href } = page("pretty=true&itemsPerPage=2").links[1];
    assert.equal(href, "http://h/x?pretty=true&itemsPerPage=2&pageNum=2");
  });
});

describe("the envelope", () => {
  const print = (reply: Parameters<typeof serializeReply>[0], envelope: boolean): unknown => {
    const { status, body } = serializeReply(reply, { envelope, pretty: false });
    return body === undefined ? status : [status, JSON.parse(body)];
  };

  it("wraps a document and an empty response", () => {
    assert.deepEqual(print(text('{"b":2}'), true), [200, { status: 200, content: { b: 2 } }]);
    assert.deepEqual(print(empty(204), true), [200, { status: 204, content: {} }]);
    assert.equal(print(empty(204), false), 204);
  });

  it("sorts the keys at every depth, indents on request, and leaves a document unchanged", () => {
    const bodyOf = (reply: Parameters<typeof serializeReply>[0], pretty: boolean): string | undefined =>
      serializeReply(reply, { envelope: false, pretty }).body;
    const reply = one({ b: [{ d: 1, c: 2 }], a: null });
    assert.equal(bodyOf(reply, false), '{"a":null,"b":[{"c":2,"d":1}]}');
    assert.match(bodyOf(reply, true) ?? "", /^\{\n {2}"a": null,/);
    assert.equal(bodyOf(text('{ "z":1,\n"a":2}'), false), '{ "z":1,\n"a":2}');
  });
});

describe("shuffling", () => {
  it("changes the order of keys and of unordered lists, and nothing else", () => {
    const value = { a: 1, b: 2, labels: ["x", "y", "z"], customCertificates: [1, 2, 3] };
    const results = Array.from({ length: 12 }, () => JSON.stringify(shuffle(value)));
    assert.ok(new Set(results).size > 2);
    for (const result of results) {
      const { labels, ...rest } = JSON.parse(result);
      assert.deepEqual({ ...rest, labels: labels.toSorted() }, value);
    }
  });
});

describe("addresses", () => {
  it("are contained only in blocks of their family", () => {
    assert.equal(contains("10.0.0.0/8", "10.1.2.3"), true);
    assert.equal(contains("10.0.0.0/8", "::1"), false);
    assert.equal(contains("2001:db8::/32", "2001:db8:1::5"), true);
  });
});

describe("a merge patch", () => {
  it("merges objects, replaces lists and removes nulls", () => {
    const merged = mergePatch(
      { a: { b: 1, c: 2 }, list: [1, 2], gone: true },
      { a: { c: 3 }, list: [9], gone: null },
    );
    assert.deepEqual(merged, { a: { b: 1, c: 3 }, list: [9] });
  });
});

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
