import assert from "node:assert/strict";
import type { OplogS3Config } from "../../../../src/api/oplog-s3-configs";
import { redactOplogStore } from "../../../../src/emulator/redaction";
import type { PlainObject } from "../../../../src/json";
import { canonicalJson, jsonEqual, omit } from "../../../../src/json";
import type { Written } from "../../../../src/resources/oplog-s3-config/meaning";
import {
  compareDeclared,
  recalled,
  refreshed,
  remembered,
  sameStore,
  written,
} from "../../../../src/resources/oplog-s3-config/meaning";

const PEM = "-----BEGIN CERTIFICATE-----\nAAAA\nBBBB\n-----END CERTIFICATE-----\n";
const STORE: PlainObject = {
  storeId: "s1",
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecretKey: "wJalrXUtnFEMIK7MDENG",
  customCertificates: [{ filename: "a.pem", certString: PEM }],
  disableProxyS3: false,
  labels: ["west", "east"],
  oidc: { enabled: true, clientId: "id", clientSecret: "oidc-hush" },
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "b",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://u:p4ss@h1:27017/?w=1",
  writeConcern: "W2",
};
/** The service lists neither of them in an answer (specification 2.2). */
const SILENT = new Set(["storeId", "s3MaxConnections", "s3AuthMethod"]);

/** Turns the order of a list round, in place. */
function turn(list: unknown[] | undefined): void {
  list?.splice(0, list.length, ...list.toReversed());
}

type Live = OplogS3Config & PlainObject;
function answerOf(store: PlainObject, redact: "new" | "old" | "off" = "new"): Live {
  const live = { ssl: true, encryptedCredentials: false, ...omit(store, SILENT), id: "s1", links: [] };
  return structuredClone(redactOplogStore(live as never, redact)) as unknown as Live;
}

function refresh(change: (live: Live) => void, redact: "new" | "old" | "off" = "new", state = STORE) {
  const before = throughState(written(STORE, answerOf(STORE, redact)), state);
  const live = answerOf(STORE, redact);
  change(live);
  const { open, changedSecrets } = refreshed(before, state, live);
  const drift: PlainObject = {};
  for (const name of new Set([...Object.keys(open), ...Object.keys(STORE)])) {
    if (["storeId", "awsAccessKey", "awsSecretKey", "uri"].includes(name)) continue;
    if (canonicalJson(open[name] ?? null) !== canonicalJson(STORE[name] ?? null)) drift[name] = open[name];
  }
  // A later refresh compares with the same baseline, whatever stands beside it by then.
  throughState(before, open);
  return { drift, changedSecrets };
}

/** What comes back of a baseline that was put into the state, which holds plain JSON, beside these inputs. */
function throughState(before: Written, inputs: PlainObject): Written {
  const state = JSON.parse(JSON.stringify(remembered(before, inputs))) as ReturnType<typeof remembered>;
  const after = recalled(state, inputs);
  assert.ok(jsonEqual(after, before), JSON.stringify([before, state, after], null, 1));
  return after;
}

const NONE = { drift: {}, changedSecrets: [] };

describe("refreshed", () => {
  const harmless: [what: string, change: (live: Live) => void][] = [
    ["nothing", () => undefined],
    ["links", (live) => Object.assign(live, { links: [{ rel: "self", href: "x" }] })],
    ["the order of labels", (live) => turn(live.labels)],
    [
      "line breaks of a certificate",
      (live) =>
        Object.assign(live, {
          customCertificates: [{ filename: "a.pem", certString: PEM.replaceAll("\n", "\r\n") }],
        }),
    ],
    ["fields that nobody knows", (live) => Object.assign(live, { newField: 1 })],
  ];
  for (const redact of ["new", "old", "off"] as const) {
    for (const [what, change] of harmless) {
      it(`sees no difference in ${what} (secrets ${redact})`, () =>
        assert.deepEqual(refresh(change, redact), NONE));
    }
  }

  const changes: [field: string, value: unknown][] = [
    ["assignmentEnabled", false],
    ["customCertificates", [{ filename: "b.pem", certString: PEM }]],
    ["disableProxyS3", true],
    ["encryptedCredentials", true],
    ["labels", ["west"]],
    ["pathStyleAccessEnabled", false],
    ["s3BucketEndpoint", "https://other.example.com"],
    ["s3BucketName", "c"],
    ["s3RegionOverride", "eu-1"],
    ["sseEnabled", false],
    ["ssl", false],
    ["writeConcern", "MAJORITY"],
    ["s3MaxConnections", 99],
  ];
  for (const [field, value] of changes) {
    it(`sees a change of ${field}`, () =>
      assert.deepEqual(
        refresh((live) => Object.assign(live, { [field]: value })),
        { drift: { [field]: value }, changedSecrets: [] },
      ));
  }

  it("sees labels that were taken away", () =>
    assert.deepEqual(
      refresh((live) => delete live.labels),
      { drift: { labels: undefined }, changedSecrets: [] },
    ));

  it("sees a change inside oidc, and keeps its secret", () =>
    assert.deepEqual(
      refresh((live) => Object.assign(live, { oidc: { ...live.oidc, clientId: "other" } })),
      {
        drift: { oidc: { enabled: true, clientId: "other", clientSecret: "oidc-hush" } },
        changedSecrets: [],
      },
    ));

  it("sees that a drift is gone again", () => {
    const drifted = { ...STORE, writeConcern: "MAJORITY", labels: ["west"] };
    assert.deepEqual(refresh((live) => turn(live.labels), "new", drifted).drift, {
      labels: ["east", "west"],
    });
  });

  const secrets: [what: string, change: PlainObject, named: string[]][] = [
    ["an access key", { awsAccessKey: "AKIA********OTHR" }, ["awsAccessKey"]],
    ["a secret key in clear", { awsSecretKey: "other" }, ["awsSecretKey"]],
    ["the host of a connection string", { uri: "mongodb://REDACTED:REDACTED@h2:27017/?w=1" }, ["uri"]],
    ["the options of a connection string", { uri: "mongodb://REDACTED:REDACTED@h1:27017/?w=2" }, ["uri"]],
    ["a connection string in clear", { uri: "mongodb://u:other@h1:27017/?w=1" }, ["uri"]],
    ["keys that were taken away", { awsAccessKey: null, awsSecretKey: "" }, ["awsAccessKey", "awsSecretKey"]],
  ];
  for (const [what, change, named] of secrets) {
    it(`tells ${what} by name, never by value`, () =>
      assert.deepEqual(
        refresh((live) => Object.assign(live, change)),
        { drift: {}, changedSecrets: named },
      ));
  }

  it("tells a key that was added where the program has none", () => {
    const { awsAccessKey: _, ...role } = STORE;
    const before = written(role, answerOf(role));
    assert.deepEqual(refreshed(before, role, answerOf(STORE)).changedSecrets, ["awsAccessKey"]);
  });
});

describe("written", () => {
  it("holds no secret, since it stands in the state in clear", () => {
    for (const redact of ["new", "old", "off"] as const) {
      const text = JSON.stringify(written(STORE, answerOf(STORE, redact)));
      for (const part of ["AKIA", "wJal", "p4ss", "mongodb:", "hush", "BBBB"])
        assert.ok(!text.includes(part), part);
    }
  });
});

describe("sameStore", () => {
  const equal: PlainObject[] = [
    {},
    { labels: ["east", "west"] },
    { disableProxyS3: undefined },
    { adopt: true },
    { changedSecrets: [] },
    { customCertificates: [{ filename: "a.pem", certString: `${PEM}\n` }] },
  ];
  for (const rest of equal) {
    it(`takes ${JSON.stringify(rest)} for the same`, () =>
      assert.ok(sameStore(STORE, { ...STORE, ...rest })));
  }
  const different: PlainObject[] = [
    { storeId: "s2" },
    { awsSecretKey: "x" },
    { uri: "mongodb://u:x@h1:27017/?w=1" },
    { labels: ["east"] },
    { oidc: { enabled: true, clientId: "id", clientSecret: "x" } },
    { assignmentEnabled: undefined },
    { customCertificates: [] },
    { changedSecrets: ["uri"] },
    { s3MaxConnections: 51 },
  ];
  for (const rest of different) {
    it(`takes ${Object.keys(rest).join()} for a difference`, () =>
      assert.ok(!sameStore(STORE, { ...STORE, ...rest })));
  }
  it("takes no labels and an empty list of them for the same", () => {
    const { labels: _, ...plain } = STORE;
    assert.ok(sameStore(plain, { ...plain, labels: [] }));
  });
});

describe("compareDeclared", () => {
  it("accepts a live store that is as declared, though the service is silent about some fields", () => {
    for (const redact of ["new", "old", "off"] as const)
      assert.ok(compareDeclared(STORE, answerOf(STORE, redact)).same);
  });
  for (const rest of [
    { s3BucketName: "c" },
    { writeConcern: "MAJORITY" },
    { awsAccessKey: "AKIAIOSFODNN7EXAMPLX" },
    { uri: "mongodb://u:p4ss@h9" },
  ]) {
    it(`reports one with another ${Object.keys(rest).join()}`, () =>
      assert.deepEqual(
        new Set(
          compareDeclared(STORE, answerOf({ ...STORE, ...rest })).changes.map(
            (change) => change.split(":")[0],
          ),
        ),
        // The other is not declared, so a write drops it.
        new Set([...Object.keys(rest), "ssl"]),
      ));
  }
});
