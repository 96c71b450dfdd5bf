import assert from "node:assert/strict";
import * as fc from "fast-check";
import { redactFields, secretFilter, secretValuesIn } from "../../src/secrets";

describe("secretValuesIn", () => {
  const cases: [what: string, body: unknown, values: string[]][] = [
    [
      "fields of a notification",
      { notifications: [{ typeName: "SLACK", apiToken: "t", channelName: "c" }] },
      ["t"],
    ],
    ["fields of a store", { awsAccessKey: "a", awsSecretKey: "s", s3BucketName: "b" }, ["a", "s"]],
    ["a field inside another", { oidc: { clientId: "i", clientSecret: "s" } }, ["s"]],
    [
      "the password of a connection string",
      { uri: "mongodb://me:p%40ss@db:27017/?x=1" },
      ["mongodb://me:p%40ss@db:27017/?x=1", "p%40ss", "p@ss"],
    ],
    ["a connection string without user", { uri: "mongodb://db:27017" }, ["mongodb://db:27017"]],
    [
      "a password that is no percent-encoding",
      { uri: "mongodb://me:50%@db" },
      ["mongodb://me:50%@db", "50%", "50%"],
    ],
    [
      "everything below notificationSecrets",
      { notificationSecrets: { '{"typeName":"SLACK"}': { anything: "t" } } },
      ["t"],
    ],
    ["lists below a secret field", { webhookSecret: ["a", { b: "c" }] }, ["a", "c"]],
    ["nothing secret", { notifications: [{ typeName: "EMAIL", emailAddress: "a@b" }], n: 1, x: null }, []],
    ["no body", undefined, []],
  ];
  for (const [what, body, values] of cases) {
    it(`finds ${what}`, () => assert.deepEqual(secretValuesIn(body), values));
  }
});

describe("secretFilter", () => {
  const SECRET = 'p/a+s "w\\ö';
  const forms: [form: string, text: string][] = [
    ["raw", SECRET],
    ["URL-encoded", encodeURIComponent(SECRET)],
    ["URL-encoded as a whole URL is", encodeURI(SECRET)],
    ["base64", Buffer.from(SECRET).toString("base64")],
    ["base64 without padding", Buffer.from(SECRET).toString("base64").replace(/=+$/, "")],
    ["base64url", Buffer.from(SECRET).toString("base64url")],
    ["inside JSON", JSON.stringify(SECRET).slice(1, -1)],
  ];
  for (const [form, text] of forms) {
    it(`replaces a secret ${form}`, () =>
      assert.equal(secretFilter([SECRET])(`at <${text}>, and <${text}>`), "at <[secret]>, and <[secret]>"));
  }

  it("replaces the longer of two secrets where one contains the other", () =>
    assert.equal(
      secretFilter(["token", "token-and-more"])("a token-and-more b token"),
      "a [secret] b [secret]",
    ));

  it("replaces a very short secret only where it stands alone", () =>
    assert.equal(secretFilter(["ab"])("ab, table, (ab)"), "[secret], table, ([secret])"));

  it("takes a secret for text and never for a pattern", () =>
    assert.equal(secretFilter(["a.*$1[x]"])("a.*$1[x] abc"), "[secret] abc"));

  it("takes a secret that no URL can be made of", () =>
    assert.equal(
      secretFilter(["lone \ud800"])('at lone \ud800, at "lone \\ud800"'),
      'at [secret], at "[secret]"',
    ));

  it("leaves every text alone where there is no secret", () =>
    assert.equal(secretFilter(["", ""])("anything [secret] $&"), "anything [secret] $&"));

  it("leaves no secret of four characters or more in any text", () => {
    const secret = fc.stringMatching(/^[a-f"\\/+]{4,12}$/);
    const around = fc.stringMatching(/^[0-9 .]{0,5}$/);
    fc.assert(
      fc.property(fc.array(secret, { maxLength: 4 }), around, around, (secrets, before, after) => {
        const filtered = secretFilter(secrets)(secrets.map((each) => before + each + after).join("|"));
        for (const each of secrets) assert.ok(!filtered.includes(each), filtered);
      }),
    );
  });
});

describe("redactFields", () => {
  it("replaces secret fields at any depth, and nothing else", () =>
    assert.deepEqual(
      redactFields({
        uri: "mongodb://h",
        oidc: { clientSecret: "s", clientId: "i" },
        notifications: [{ apiToken: "t", channelName: "c", serviceKey: null }],
        webhookSecret: { even: "an object" },
        count: 1,
      }),
      {
        uri: "[secret]",
        oidc: { clientSecret: "[secret]", clientId: "i" },
        notifications: [{ apiToken: "[secret]", channelName: "c", serviceKey: null }],
        webhookSecret: "[secret]",
        count: 1,
      },
    ));
});
