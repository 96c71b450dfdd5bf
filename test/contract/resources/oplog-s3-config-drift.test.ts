import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import type { PlainObject } from "../../../src/json";
import { jsonEqual } from "../../../src/json";
import { sample } from "../../support/runs";
import { managed } from "./managed";

const CERTIFICATE = selfSignedCertificate(Date.now()).cert;
const OIDC: PlainObject = {
  enabled: true,
  method: "azure",
  tokenUri: "https://id.example.com/token",
  clientId: "opsmanager",
  clientSecret: "drift-client-secret",
  scope: "s3",
  tokenResource: "urn:s3",
};
const STORE: PlainObject = {
  storeId: "store",
  acceptedTos: true,
  assignmentEnabled: true,
  awsAccessKey: "AKIADRIFTDRIFTDRIFT0",
  awsSecretKey: "drift-secret-key-0123456789",
  customCertificates: [{ filename: "ca.pem", certString: CERTIFICATE }],
  disableProxyS3: false,
  encryptedCredentials: false,
  labels: ["a", "b"],
  oidc: OIDC,
  pathStyleAccessEnabled: true,
  s3AuthMethod: "KEYS",
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  s3RegionOverride: "eu",
  sseEnabled: true,
  ssl: true,
  uri: "mongodb://backup:drift-password@metadata.example.com/",
  writeConcern: "MAJORITY",
};

interface ManualChange {
  readonly field: string;
  readonly patch: PlainObject;
  /** The inputs in which a refresh reports the change. @default the field */
  readonly reportedIn?: string | readonly string[];
  /** Whether every version of the service returns the field. @default true */
  readonly isReturned?: boolean;
}

const MANUAL_CHANGES: readonly ManualChange[] = [
  { field: "acceptedTos", patch: { acceptedTos: false } },
  { field: "assignmentEnabled", patch: { assignmentEnabled: false } },
  { field: "awsAccessKey", patch: { awsAccessKey: "AKIAOTHEROTHEROTHER1" }, reportedIn: "changedSecrets" },
  {
    field: "customCertificates removed",
    patch: { customCertificates: [] },
    reportedIn: "customCertificates",
  },
  {
    field: "customCertificates renamed",
    patch: { customCertificates: [{ filename: "other.pem", certString: CERTIFICATE }] },
    reportedIn: "customCertificates",
  },
  {
    field: "customCertificates replaced",
    patch: {
      customCertificates: [{ filename: "ca.pem", certString: selfSignedCertificate(Date.now()).cert }],
    },
    reportedIn: "customCertificates",
  },
  { field: "disableProxyS3", patch: { disableProxyS3: true } },
  { field: "encryptedCredentials", patch: { encryptedCredentials: true } },
  { field: "labels", patch: { labels: ["a", "c"] } },
  ...(["method", "tokenUri", "clientId", "scope", "tokenResource"] as const).map((name) => ({
    field: `oidc.${name}`,
    patch: { oidc: { ...OIDC, [name]: "by-hand" } },
    reportedIn: "oidc",
  })),
  { field: "oidc.enabled", patch: { oidc: { ...OIDC, enabled: false } }, reportedIn: "oidc" },
  { field: "oidc removed", patch: { oidc: null }, reportedIn: "oidc" },
  { field: "pathStyleAccessEnabled", patch: { pathStyleAccessEnabled: false } },
  { field: "s3AuthMethod", patch: { s3AuthMethod: "IAM_ROLE" }, isReturned: false },
  { field: "s3BucketEndpoint", patch: { s3BucketEndpoint: "https://other.example.com" } },
  { field: "s3BucketName", patch: { s3BucketName: "other" } },
  { field: "s3MaxConnections", patch: { s3MaxConnections: 3 }, isReturned: false },
  { field: "s3RegionOverride", patch: { s3RegionOverride: "us" } },
  { field: "s3RegionOverride removed", patch: { s3RegionOverride: null }, reportedIn: "s3RegionOverride" },
  { field: "sseEnabled", patch: { sseEnabled: false } },
  { field: "ssl", patch: { ssl: false } },
  {
    field: "uri",
    patch: { uri: "mongodb://backup:drift-password@other.example.com/" },
    reportedIn: "changedSecrets",
  },
  { field: "writeConcern", patch: { writeConcern: "W2" } },
  { field: "writeConcern removed", patch: { writeConcern: null }, reportedIn: "writeConcern" },
];

/** Changes that only a service without masking shows. */
const CHANGES_SEEN_IN_CLEAR: readonly ManualChange[] = [
  {
    field: "awsSecretKey",
    patch: { awsSecretKey: "other-secret-key-0123456789" },
    reportedIn: "changedSecrets",
  },
  {
    field: "the user of uri",
    patch: { uri: "mongodb://other:drift-password@metadata.example.com/" },
    reportedIn: "changedSecrets",
  },
  {
    field: "oidc.clientSecret",
    patch: { oidc: { ...OIDC, clientSecret: "other-client-secret" } },
    reportedIn: "changedSecrets",
  },
];

describe("a manually changed field of an oplog store", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());

  /** Expects that a refresh reports the change, if the service returns the field, and that an up corrects it. */
  async function detectAndCorrect(
    { field, patch, reportedIn = field }: ManualChange,
    isReturned: boolean,
  ): Promise<void> {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(STORE);
    const before = emulator.oplogS3Configs.get("store");
    const declared = resource.state?.inputs;
    emulator.oplogS3Configs.update("store", patch);
    assert.notDeepEqual(emulator.oplogS3Configs.get("store"), before, "the change has no effect");
    assert.equal(await resource.refresh(), isReturned ? "changed" : "same");
    if (!isReturned) return;
    const inputs = resource.state?.inputs ?? assert.fail();
    const differing = new Set(
      [...Object.keys(inputs), ...Object.keys(declared ?? {})].filter(
        (name) => !jsonEqual(inputs[name], declared?.[name]),
      ),
    );
    assert.deepEqual([...differing].sort(), [reportedIn].flat(), "other inputs changed as well");
    assert.equal(await resource.up(STORE), "update");
    assert.deepEqual(emulator.oplogS3Configs.get("store"), before);
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.up(STORE), "same");
  }

  for (const [turn, redact] of (["new", "old", "off"] as const).entries()) {
    for (const fullOplogResponse of [true, false]) {
      describe(`(redact ${redact}, ${fullOplogResponse ? "all" : "fewer"} fields returned)`, () => {
        beforeEach(() => Object.assign(emulator.settings, { redact, fullOplogResponse }));

        const changes = [...MANUAL_CHANGES, ...(redact === "off" ? CHANGES_SEEN_IN_CLEAR : [])];
        for (const change of turn === 0 ? changes : sample(changes, turn)) {
          const isReturned = fullOplogResponse || change.isReturned !== false;
          it(`${isReturned ? "is detected and corrected" : "is not detected"}: ${change.field}`, async () =>
            detectAndCorrect(change, isReturned));
        }
      });
    }
  }
});
