import assert from "node:assert/strict";
import { dynamicProvider } from "../../../../src/dynamic/provider";
import type { S3SnapshotStore } from "../../../../src/fields/store";
import { fieldsOf, OPLOG_S3_CONFIG } from "../../../../src/fields/store";
import type { PlainObject } from "../../../../src/json";
import { storeDefinition } from "../../../../src/resources/store/definition";
import { OPLOG_STORE, SNAPSHOT_STORE } from "../../../../src/resources/store/kinds";
import { compareDeclared, sameStore } from "../../../../src/resources/store/drift";
import type { StoreArgs } from "../../../../src/resources/store/encoding";
import { throughJson } from "../../../support/through-json";
import { surroundings } from "../../dynamic/surroundings";
import { REDACTIONS, reverse } from "../alert-config/alerts";
import { connectionTo, refusal } from "../connection";
import { driftOf, refreshed } from "../refreshing";
import { PEM, responseOf, STORE } from "./stores";

const FIELDS = fieldsOf(OPLOG_S3_CONFIG);

/** The inputs that differ from the declared ones, by name, and the secrets that changed. */
type Outcome = Readonly<Record<"drift" | "changedSecrets", unknown>>;

type Live = S3SnapshotStore & PlainObject;

/** Creates a store, changes it in the service, and refreshes after each change. */
async function refreshAfter(
  changes: ((live: Live) => void)[],
  redact: (typeof REDACTIONS)[number] = "new",
  args: StoreArgs = STORE,
  definition = storeDefinition(OPLOG_STORE),
): Promise<Outcome> {
  const inputs: PlainObject = { ...args };
  const created = responseOf(args, redact);
  let live: S3SnapshotStore | undefined;
  // A refresh runs in another process.
  const provider = (): ReturnType<typeof dynamicProvider> => {
    const connection = connectionTo(({ method }) => {
      if (method === "POST") live = created;
      if (live === undefined) throw refusal(404, "S3_OPLOG_CONFIG_NOT_FOUND");
      return live;
    });
    return dynamicProvider(definition, () => connection, surroundings());
  };
  const { outs } = await provider().create(inputs);
  let state = throughJson(outs);
  let found = inputs;
  for (const change of changes) {
    live = structuredClone(created);
    change(live as Live);
    const { props, inputs: fresh } = await refreshed(provider, "s1", state);
    if (fresh !== undefined) found = fresh;
    for (const name of ["storeId", "awsAccessKey", "awsSecretKey", "uri"]) {
      assert.equal(found[name], inputs[name]);
      assert.equal(props[name], inputs[name]);
    }
    state = throughJson(props);
    const { changes: hasChanges } = await provider().diff("s1", state, inputs);
    assert.equal(hasChanges === false, definition.sameMeaning(found as unknown as StoreArgs, args));
  }
  return { drift: driftOf(found, inputs), changedSecrets: state["changedSecrets"] };
}

const change = (fields: object) => (live: Live) => void Object.assign(live, fields);

/** One change shows this drift, and these secrets. */
async function shows(made: (live: Live) => void, drift: PlainObject, changedSecrets: string[] = []) {
  assert.deepEqual(await refreshAfter([made]), { drift, changedSecrets });
}

describe("a refresh", () => {
  const certString = PEM.replaceAll("\n", "\r\n");
  const harmless: [what: string, change: (live: Live) => void][] = [
    ["nothing", () => undefined],
    ["links", change({ links: [{ rel: "self", href: "x" }] })],
    ["the order of labels", (live) => reverse(live.labels)],
    ["line breaks of a certificate", change({ customCertificates: [{ filename: "a.pem", certString }] })],
    ["unknown fields", change({ newField: 1 })],
  ];
  for (const redact of REDACTIONS) {
    for (const [what, made] of harmless) {
      it(`reports no drift for ${what} (secrets ${redact})`, async () =>
        assert.deepEqual(await refreshAfter([made], redact), { drift: {}, changedSecrets: [] }));
    }
  }

  const changes = {
    assignmentEnabled: false,
    customCertificates: [{ filename: "b.pem", certString: PEM }],
    disableProxyS3: true,
    encryptedCredentials: true,
    labels: ["west"],
    pathStyleAccessEnabled: false,
    s3BucketEndpoint: "https://other.example.com",
    s3BucketName: "c",
    s3RegionOverride: "eu-1",
    sseEnabled: false,
    ssl: false,
    writeConcern: "MAJORITY",
    s3MaxConnections: 99,
  };
  for (const [field, value] of Object.entries(changes)) {
    it(`shows a change of ${field}`, async () => shows(change({ [field]: value }), { [field]: value }));
  }

  it("shows the changes of a snapshot store, and of an oplog store not those of fields that it does not have", async () => {
    const more = { loadFactor: 3, objectLockEnabled: true };
    const made = [change({ ...changes, ...more })];
    const { drift } = await refreshAfter(made, "new", STORE, storeDefinition(SNAPSHOT_STORE));
    assert.deepEqual(drift, { ...changes, ...more });
    assert.deepEqual((await refreshAfter(made)).drift, changes);
  });

  it("shows a change inside oidc, and keeps its secret", async () => {
    const oidc = { enabled: true, clientId: "other", clientSecret: "oidc-hush" };
    await shows((live) => Object.assign(live.oidc ?? {}, { clientId: "other" }), { oidc });
  });

  it("shows an oidc that was added, without its secret, and keeps it in later refreshes", async () => {
    const { oidc: _, ...args } = STORE;
    const added = { enabled: true, clientId: "id", clientSecret: "in-clear" };
    for (const redact of REDACTIONS) {
      assert.deepEqual(await refreshAfter([change({ oidc: added }), change({ oidc: added })], redact, args), {
        drift: { oidc: { enabled: true, clientId: "id" } },
        changedSecrets: [],
      });
    }
  });

  const secrets: [what: string, fields: PlainObject, named: string[]][] = [
    ["an access key", { awsAccessKey: "AKIA********OTHR" }, ["awsAccessKey"]],
    ["a secret key in clear text", { awsSecretKey: "other" }, ["awsSecretKey"]],
    ["the host of a connection string", { uri: "mongodb://REDACTED:REDACTED@h2:27017/?w=1" }, ["uri"]],
    ["the options of a connection string", { uri: "mongodb://REDACTED:REDACTED@h1:27017/?w=2" }, ["uri"]],
    ["a connection string in clear text", { uri: "mongodb://u:other@h1:27017/?w=1" }, ["uri"]],
    ["removed keys", { awsAccessKey: null, awsSecretKey: "" }, ["awsAccessKey", "awsSecretKey"]],
  ];
  for (const [what, fields, named] of secrets) {
    it(`lists ${what} by path, never by value`, async () => shows(change(fields), {}, named));
  }

  it("lists a key that was added where the program has none", async () => {
    const { awsAccessKey, ...role } = STORE;
    const { changedSecrets } = await refreshAfter([change({ awsAccessKey })], "new", role);
    assert.deepEqual(changedSecrets, ["awsAccessKey"]);
  });
});

describe("sameStore", () => {
  const equal: Partial<StoreArgs>[] = [
    { disableProxyS3: undefined },
    { adopt: true },
    { changedSecrets: [] },
    { customCertificates: [{ filename: "a.pem", certString: `${PEM}\n` }] },
  ];
  for (const rest of equal) {
    it(`accepts ${JSON.stringify(rest)}`, () => assert.ok(sameStore(FIELDS, STORE, { ...STORE, ...rest })));
  }
  const different: Partial<StoreArgs>[] = [
    { storeId: "s2" },
    { awsSecretKey: "x" },
    { uri: "mongodb://u:x@h1:27017/?w=1" },
    { oidc: { enabled: true, clientId: "id", clientSecret: "x" } },
    { changedSecrets: ["uri"] },
  ];
  for (const rest of different) {
    it(`rejects another ${Object.keys(rest).join()}`, () =>
      assert.ok(!sameStore(FIELDS, STORE, { ...STORE, ...rest })));
  }
});

describe("compareDeclared", () => {
  it("names what the service does not show", () => {
    const shown = { ...responseOf(STORE), s3MaxConnections: STORE.s3MaxConnections };
    const hidden = ["awsSecretKey", "oidc.clientSecret", "uri"];
    assert.deepEqual(compareDeclared(FIELDS, STORE, shown).unverifiedSecrets, hidden);
    const without = compareDeclared(FIELDS, STORE, responseOf(STORE)).unverifiedSecrets;
    assert.deepEqual(without.toSorted(), [...hidden, "s3MaxConnections"].sort());
  });

  it("lists what a write changes and what is not shown, and not what it carries over", () => {
    const { changes } = compareDeclared(FIELDS, STORE, responseOf({ ...STORE, s3BucketName: "c" }));
    const names = changes.map((text) => text.split(":")[0]);
    assert.deepEqual(new Set(names), new Set(["s3BucketName", "s3MaxConnections"]));
  });
});
