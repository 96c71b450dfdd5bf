import assert from "node:assert/strict";
import * as fc from "fast-check";
import { filterTexts, secretFilter as filterFor, WITHHELD } from "../../../src/secrets/filter";
import {
  pathsThatSoundSecret,
  publicPartOf,
  redactFields,
  secretValuesIn,
} from "../../../src/secrets/values";
import { ENCODINGS, escapeUnits } from "../encodings";
import { runs } from "../../support/runs";

const secretFilter = (values: readonly string[]) => filterFor(() => values);

describe("secretValuesIn", () => {
  const ENCODED = "mongodb://me:p%40ss@db:27017/?x=1";
  const [INVALID, RAW] = ["mongodb://me:50%@db", "mongodb://me:p?w@d/1@db/"];
  const SESSION = "AWS_SESSION_TOKEN:session-token";
  const OPTIONS = `mongodb://db/?authMechanismProperties=${SESSION}&w=1`;
  const WEBHOOK = "https://hooks.example.com/x?token=a%2Fhook%2Btoken";
  const TOKENS = [OPTIONS, SESSION, "session-token", WEBHOOK, "a%2Fhook%2Btoken", "a/hook+token"];
  const slack = { typeName: "SLACK", apiToken: "t", channelName: "c" };
  const email = { typeName: "EMAIL", emailAddress: "a@b" };
  const cases: [what: string, body: unknown, values: string[]][] = [
    ["fields of a notification", { notifications: [slack] }, ["t"]],
    ["fields of a store", { awsAccessKey: "a", awsSecretKey: "s", s3BucketName: "b" }, ["a", "s"]],
    ["a field inside another", { oidc: { clientId: "i", clientSecret: "s" } }, ["s"]],
    ["the password of a connection string", { uri: ENCODED }, [ENCODED, "p%40ss", "p@ss"]],
    ["a connection string without user", { uri: "mongodb://db:27017" }, ["mongodb://db:27017"]],
    ["a password with an invalid percent-encoding", { uri: INVALID }, [INVALID, "50%"]],
    ["a password with raw delimiters", { uri: RAW }, [RAW, "p?w", "p?w@d/1"]],
    ["tokens in options and the query of a webhook", { uri: OPTIONS, webhookUrl: WEBHOOK }, TOKENS],
    ["all values below notificationSecrets", { notificationSecrets: { "SLACK {}": { any: "t" } } }, ["t"]],
    ["lists below a secret field", { webhookSecret: ["a", { b: "c" }] }, ["a", "c"]],
    ["nothing in a body without secrets", { notifications: [email], n: 1, x: null }, []],
    ["nothing without a body", undefined, []],
  ];
  for (const [what, body, values] of cases)
    it(`finds ${what}`, () => assert.deepEqual(secretValuesIn(body), values));
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");

describe("secretFilter", () => {
  const SECRET = 'p/a+s "w\\ö';
  const forms: [form: string, text: string][] = [
    ["raw", SECRET],
    ["URL-encoded", encodeURIComponent(SECRET)],
    ["URL-encoded like a whole URL", encodeURI(SECRET)],
    ["base64", Buffer.from(SECRET).toString("base64")],
    ["base64 without padding", Buffer.from(SECRET).toString("base64").replace(/=+$/, "")],
    ["base64url", Buffer.from(SECRET).toString("base64url")],
    ["inside JSON", JSON.stringify(SECRET).slice(1, -1)],
  ];
  for (const [form, text] of forms)
    it(`replaces a secret ${form}`, () =>
      assert.equal(secretFilter([SECRET])(`at <${text}>, and <${text}>`), "at <[secret]>, and <[secret]>"));

  const HOOKS = ["one", "two"].map((name) => `https://hooks.example.com/services/T0123456789/${name}-secret`);
  const texts: [what: string, secrets: string[], text: string, filtered: string][] = [
    ["replaces the longer of two", ["token", "token-and"], "a token-and b token", "a [secret] b [secret]"],
    ["matches a secret literally, not as a pattern", ["a.*$1[x]"], "a.*$1[x] abc", "[secret] abc"],
    ["accepts what cannot be URL-encoded", ["x \ud800"], 'x \ud800 "x \\ud800"', '[secret] "[secret]"'],
    ["does not change a text without secrets", ["", ""], "anything [secret] $&", "anything [secret] $&"],
    [
      "replaces a secret that begins like another one",
      HOOKS,
      `no hook at ${HOOKS[0]}`,
      "no hook at [secret]",
    ],
    ["withholds a longer secret that is encoded", ["token", "token and more"], "q=token+and+more", WITHHELD],
    ["replaces overlapping secrets as one", ["abcdefgh", "efghijkl"], "<abcdefghijkl>", "<[secret]>"],
  ];
  for (const [what, secrets, text, filtered] of texts)
    it(what, () => assert.equal(secretFilter(secrets)(text), filtered));

  it("replaces a secret of fewer than four characters only where it stands alone", () => {
    assert.equal(secretFilter(["ab"])("ab, table, (ab)"), "[secret], table, ([secret])");
    assert.equal(secretFilter(["able"])("table"), "t[secret]");
  });

  it("accepts large secrets and many secrets", () => {
    const large = `begin-${"0123456789abcdef".repeat(4096)}-end`;
    const many = Array.from({ length: 500 }, (_, index) => `secret-number-${index}-of-many`);
    const filter = secretFilter([large, ...many]);
    assert.equal(filter(`at <${large}>`), "at <[secret]>");
    assert.equal(filter(`at <${many.join("> <")}>`), `at ${many.map(() => "<[secret]>").join(" ")}`);
  });

  it("withholds a text that cannot be searched", () => {
    const failing = filterFor(() => {
      throw new Error("the token is xoxb-1");
    });
    assert.equal(failing("the token is xoxb-1"), WITHHELD);
    assert.equal(secretFilter(["xoxb-1"])("-".repeat(2_000_000)), WITHHELD);
  });

  const ECHO = 'p/a+s "w=\\ö\nline two';
  const encoded: [how: string, text: string][] = [
    ["JSON with all characters escaped", escapeUnits(ECHO, /[^]/g)],
    ["URL encoding of single characters", ECHO.replace("a", "%61").replace("=", "%3d")],
    ["URL encoding in Latin-1", ECHO.replace("ö", "%f6")],
    ["HTML with named entities", ECHO.replaceAll('"', "&quot;").replaceAll("/", "&sol;")],
    ["HTML with decimal entities", ECHO.replace(/\W/g, (each) => `&#${each.codePointAt(0)};`)],
    ["hexadecimal digits", Buffer.from(ECHO).toString("hex").toUpperCase()],
    ["text with folded white space", ECHO.replaceAll(/\s+/g, " ")],
    ["base64 after a path segment", `/login/${base64(`{"apiToken":"${ECHO}"}`)}`],
    ["base64 after a number", `req-1-${base64(`{"apiToken":"${ECHO}"}`)}`],
    ["wrapped base64", (base64(`{"apiToken":"${ECHO}"}`).match(/.{1,30}/g) ?? []).join("\n")],
    ["hexadecimal digits after another one", `f${Buffer.from(ECHO).toString("hex")}`],
    ["hexadecimal bytes", (Buffer.from(ECHO).toString("hex").match(/../g) ?? []).join(" ")],
    ["hexadecimal bytes with colons", (Buffer.from(ECHO).toString("hex").match(/../g) ?? []).join(":")],
  ];
  for (const [how, text] of encoded)
    it(`withholds a text that contains a secret as ${how}`, () =>
      assert.equal(secretFilter([ECHO])(`Refused: <${text}>`), WITHHELD));

  it("does not match the public prefix of a URL or a PEM text, but a longer one", () => {
    const hook = "https://hooks.example.com/services/T000/B000/XXXX";
    const pem = "-----BEGIN PRIVATE KEY-----\nMIIEvgIBADANBgkqhkiG9w0\n-----END PRIVATE KEY-----";
    const filter = secretFilter([hook, "mongodb://metadata.example.com:27017/?tls=true", pem]);
    const hosts = ["https://hooks.example.com/ cannot be reached", "metadata.example.com:27017 is down"];
    for (const text of [...hosts, "no -----BEGIN PRIVATE KEY----- was found"])
      assert.equal(filter(text), text);
    assert.equal(filter("POST https://hooks.example.com/services/T000/B00..."), WITHHELD);
    assert.equal(filter("-----BEGIN PRIVATE KEY----- MIIEvgIBADANBgkqhki..."), WITHHELD);
  });

  it("shows a text with a reference to a character that does not exist", () => {
    const text = "&#1114112; was refused";
    assert.equal(secretFilter(["xoxb-declared"])(text), text);
  });

  it("finds a very short encoded secret only where it stands alone", () => {
    const filter = secretFilter(["ab"]);
    assert.equal(filter("%22ab%22"), WITHHELD);
    assert.equal(filter("%22cab%22"), "%22cab%22");
  });

  describe("with random secrets", () => {
    const secret = fc
      .string({ unit: "grapheme", minLength: 12, maxLength: 40 })
      .filter((text) => text.replace(/\s/g, "").length >= 8 && !text.includes("\uFFFD"));
    const around = fc.constantFrom("", "you sent: ", '{"token": ', " (100 %)", ' "', "<p>", "a=1&b=", ", ");
    const names = Object.keys(ENCODINGS);
    const layer = fc.record({ name: fc.constantFrom(...names), before: around, after: around });
    const echo = fc.array(layer, { minLength: 1, maxLength: 4 });
    type Layer = Record<"name" | "before" | "after", string>;
    const spell = (text: string, layers: readonly Layer[]): string =>
      // A space, since a decoder cannot find the start of base64 directly after a letter.
      layers.reduce(
        (inner, { name, before, after }) => `${before} ${ENCODINGS[name]?.(inner)} ${after}`,
        text,
      );

    it("replaces or withholds every echo in nested encodings", () =>
      fc.assert(
        fc.property(secret, fc.array(echo, { minLength: 1, maxLength: 3 }), (value, echoes) => {
          const text = echoes.map((layers) => spell(value, layers)).join("; ");
          const filtered = secretFilter([value])(text);
          const replaced = filtered.split("[secret]").length - 1;
          assert.ok(filtered === WITHHELD || replaced >= echoes.length, filtered);
          assert.ok(!filtered.includes(value), filtered);
        }),
        { numRuns: runs(1000) },
      ));

    it("withholds every echo that is truncated after 16 or more characters", () => {
      const long = fc.stringMatching(/^[!-~]{24,40}$/).filter((text) => !text.includes("://"));
      fc.assert(
        fc.property(long, fc.integer({ min: 16, max: 20 }), echo, (value, length, layers) => {
          const filtered = secretFilter([value])(spell(value.slice(0, length), layers));
          assert.equal(filtered, WITHHELD);
        }),
      );
    });

    it("does not change a text without a secret", () => {
      const long = fc.stringMatching(/^[Q-Z]{8,20}$/);
      fc.assert(
        fc.property(fc.array(long), fc.string({ unit: "grapheme" }), echo, (secrets, inner, layers) => {
          const text = spell(inner, layers);
          fc.pre(!secrets.some((each) => inner.includes(each)));
          assert.equal(secretFilter(secrets)(text), text);
        }),
        { numRuns: runs(1000) },
      );
    });
  });
});

describe("filterTexts", () => {
  it("filters each text of a value separately, including keys and numbers", () => {
    const value = { detail: "at token-1", list: ["q=tok%65n-1", "apiToken", 12345678, 5], "token-1": null };
    const filtered = { detail: "at [secret]", list: [WITHHELD, "apiToken", "[secret]", 5], "[secret]": null };
    assert.deepEqual(filterTexts(value, secretFilter(["token-1", "12345678"])), filtered);
  });
});

describe("publicPartOf", () => {
  const cases: [uri: string, open: string | undefined][] = [
    ["mongodb://u:pw@h:27017/db", "mongodb://h:27017/db"],
    ["mongodb+srv://u:p@ss/word@h.example.com/", "mongodb+srv://h.example.com/"],
    ["mongodb://h1:1,h2:2,[::1]:3/db?replicaSet=rs", "mongodb://h1:1,h2:2,[::1]:3/db"],
    ["mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:t0ken", "mongodb://h/"],
    ["u:pw@h1:27017,h2:27017", "h1:27017,h2:27017"],
    ["h1:27017,h2:27017", "h1:27017,h2:27017"],
    ["mongodb://u:pass?word@h:27017/", undefined],
    ["mongodb://h/?user=a@secret", undefined],
    ["mongodb://u:password", undefined],
    ["mongodb://u%3Apassword%40h/", undefined],
    ["", undefined],
  ];
  for (const [uri, open] of cases)
    it(`returns ${String(open)} for ${uri}`, () => assert.equal(publicPartOf(uri), open));
});

describe("redactFields", () => {
  it("replaces only secret fields, at any depth", () => {
    const open = { encryptedCredentials: true, count: 1 };
    const withSecrets = (...[uri, clientSecret, apiToken, webhookSecret, flowdockApiToken]: unknown[]) => {
      const texts = { uri, webhookSecret, flowdockApiToken, oidc: { clientSecret, clientId: "i" } };
      return { ...open, ...texts, notifications: [{ apiToken, channelName: "c", serviceKey: null }] };
    };
    const given = withSecrets("mongodb://h", "s", "t", { even: "an object" }, "from another version");
    const hidden = Array.from({ length: 5 }, () => "[secret]");
    assert.deepEqual(redactFields(given), withSecrets(...hidden));
  });
});

describe("pathsThatSoundSecret", () => {
  it("are those of fields whose names sound so, at any depth and in lists", () => {
    const nested = { open: 1, items: [{ name: "n" }, { sessionToken: "t", inside: { keyId: 5 } }] };
    assert.deepEqual(pathsThatSoundSecret({ nested, password: { hint: "h" }, KEY: null }), [
      ["nested", "items", 1, "sessionToken"],
      ["nested", "items", 1, "inside", "keyId"],
      ["password"],
      ["KEY"],
    ]);
  });

  it("are none of values without fields", () => {
    for (const value of [null, undefined, "a key", 5, [], [["secret"]], { name: "secret" }])
      assert.deepEqual(pathsThatSoundSecret(value), []);
  });
});
