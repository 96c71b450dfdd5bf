import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { S3SnapshotStore } from "../../../../src/fields/store";
import { fieldsOf, S3_SNAPSHOT_STORE } from "../../../../src/fields/store";
import type { PlainObject } from "../../../../src/json";
import { omit } from "../../../../src/json";
import { baselineOf, refresh, sameStore } from "../../../../src/resources/store/drift";
import type { StoreArgs, StoreState } from "../../../../src/resources/store/encoding";
import { decode, encode } from "../../../../src/resources/store/encoding";
import { REDACTIONS } from "../alert-config/alerts";
import { PEM, responseOf, STORE } from "./stores";
import { property } from "../../../support/runs";
import { throughJson } from "../../../support/through-json";

const FIELDS = fieldsOf(S3_SNAPSHOT_STORE);

function outputsOf(state: StoreState): PlainObject {
  return throughJson(encode(FIELDS, state));
}

/** Absent and `undefined` are the same, and so are absent and no changed secrets. */
function assertSameState(actual: StoreState, expected: StoreState): void {
  const textOf = ({ args, ...state }: StoreState): unknown =>
    throughJson({ ...state, args: { ...args, changedSecrets: args.changedSecrets ?? [] } });
  assert.deepEqual(textOf(actual), textOf(expected));
}

const clientSecret = fc.constantFrom("oidc-hush", "hush-2");
const oidc = fc.record(
  { enabled: fc.boolean(), clientId: fc.constantFrom("a", "b"), clientSecret },
  { requiredKeys: [] },
);
const certString = fc.constantFrom(PEM, `${PEM}BBBB`);
const certificate = fc.record({ filename: fc.constantFrom("a.pem", "b.pem"), certString });

const optionalFields = {
  assignmentEnabled: fc.boolean(),
  awsAccessKey: fc.constantFrom("AKIAIOSFODNN7EXAMPLE", "AKIAIOSFODNN7EXAMPLX"),
  awsSecretKey: fc.constantFrom("wJalrXUtnFEMIK7MDENG", "wJalrXUtnFEMIK7MDENX"),
  customCertificates: fc.array(certificate, { maxLength: 2 }),
  disableProxyS3: fc.boolean(),
  loadFactor: fc.constantFrom(1, 2),
  objectLockEnabled: fc.boolean(),
  labels: fc.shuffledSubarray(["east", "west"]),
  oidc,
  s3AuthMethod: fc.constantFrom("KEYS", "IAM_ROLE"),
  s3MaxConnections: fc.constantFrom(50, 60),
  s3RegionOverride: fc.constantFrom("", "eu-1"),
  uri: fc.constantFrom("mongodb://u:p4ss@h1/", "mongodb://u:p4ss@h2/"),
  writeConcern: fc.constantFrom("W2", "MAJORITY"),
};

const optional = ["storeId", "disableProxyS3", "awsAccessKey", "awsSecretKey", "customCertificates"] as const;
const REQUIRED = omit(STORE, [...optional, "assignmentEnabled", "labels", "oidc", "writeConcern"]);

const declaredStore: fc.Arbitrary<StoreArgs> = fc
  .record({ ...optionalFields, secretsVersion: fc.constantFrom(1, "v2") }, { requiredKeys: [] })
  .map((fields) => structuredClone({ storeId: "s1", ...REQUIRED, ...fields }));

/** A response to a write, from which fields may be missing, and one after changes by hand. */
const written = declaredStore.chain((args) =>
  fc
    .record({
      args: fc.constant(args),
      redact: fc.constantFrom(...REDACTIONS),
      missing: fc.subarray(["assignmentEnabled", "labels", "oidc", "writeConcern", "awsAccessKey"] as const),
      changes: fc.array(
        fc.record(optionalFields, { requiredKeys: [] }).map((fields) => structuredClone(fields)),
        { maxLength: 2 },
      ),
    })
    .map(({ redact, missing, changes }) => {
      const live: S3SnapshotStore = { ...omit(responseOf(args, redact), missing), id: "s1" };
      return { args, live, changed: changes.map((change): S3SnapshotStore => ({ ...live, ...change })) };
    }),
);

function writtenState(args: StoreArgs, live: S3SnapshotStore): StoreState {
  return { args, links: live.links ?? [], baseline: baselineOf(FIELDS, args, live) };
}

describe("encode", () => {
  for (const redact of REDACTIONS) {
    it(`stores a baseline without secrets and certificates (${redact})`, () => {
      const { __written } = outputsOf(writtenState(STORE, responseOf(STORE, redact)));
      const text = JSON.stringify(__written);
      for (const part of ["AKIA", "wJal", "p4ss", "mongodb:", "hush", "BBBB"])
        assert.ok(!text.includes(part), `${part} in ${text}`);
    });
  }

  it("leaves out what matters at create only", () => {
    const outputs = outputsOf(writtenState({ ...STORE, adopt: true, import: "s1" }, responseOf(STORE)));
    assert.deepEqual([outputs["adopt"], outputs["import"]], [undefined, undefined]);
  });
});

describe("decode returns the state that encode stored", () => {
  property(
    "after a write and after refreshes, with the baseline of the write",
    2000,
    written,
    ({ args, live, changed }) => {
      const state = writtenState(args, live);
      let outputs = outputsOf(state);
      assertSameState(decode(FIELDS, outputs), state);
      for (const found of [...changed, live]) {
        const before = decode(FIELDS, outputs);
        assert.ok(before.baseline !== undefined);
        const after = { ...before, args: refresh(FIELDS, before.args, before.baseline, found) };
        outputs = outputsOf(after);
        const back = decode(FIELDS, outputs);
        assertSameState(back, after);
        assert.deepEqual(throughJson(back.baseline), throughJson(state.baseline));
        assert.deepEqual(outputsOf(back), outputs);
        // The same response again is not a change.
        assert.ok(back.baseline !== undefined);
        assert.ok(sameStore(FIELDS, refresh(FIELDS, back.args, back.baseline, found), back.args));
      }
      // All changes were undone. What the response to the write lacks counts as not taken.
      const lacks = (["assignmentEnabled", "labels", "oidc"] as const).some(
        (name) => args[name] !== undefined && !(name in live),
      );
      if (!lacks) assert.ok(sameStore(FIELDS, decode(FIELDS, outputs).args, args));
    },
  );

  it("of a store that is only looked up", () => {
    const state = { args: STORE, links: [{ href: "https://om.example.com", rel: "self" }] };
    assertSameState(decode(FIELDS, outputsOf(state)), state);
    assert.equal(decode(FIELDS, outputsOf(state)).baseline, undefined);
  });
});
