import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { selfSignedCertificate } from "../../../src/emulator/tls-certificate";
import type { PlainObject } from "../../../src/json";
import { jsonEqual } from "../../../src/json";
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

interface ByHand {
  readonly field: string;
  readonly patch: PlainObject;
  /** The inputs that a refresh finds it in. @default the field */
  readonly toldIn?: string | readonly string[];
  /** Whether every version of the service shows it. @default true */
  readonly isShown?: boolean;
}

const BY_HAND: readonly ByHand[] = [
  { field: "acceptedTos", patch: { acceptedTos: false } },
  { field: "assignmentEnabled", patch: { assignmentEnabled: false } },
  { field: "awsAccessKey", patch: { awsAccessKey: "AKIAOTHEROTHEROTHER1" }, toldIn: "changedSecrets" },
  { field: "customCertificates gone", patch: { customCertificates: [] }, toldIn: "customCertificates" },
  {
    field: "customCertificates renamed",
    patch: { customCertificates: [{ filename: "other.pem", certString: CERTIFICATE }] },
    toldIn: "customCertificates",
  },
  {
    field: "customCertificates replaced",
    patch: {
      customCertificates: [{ filename: "ca.pem", certString: selfSignedCertificate(Date.now()).cert }],
    },
    toldIn: "customCertificates",
  },
  { field: "disableProxyS3", patch: { disableProxyS3: true } },
  { field: "encryptedCredentials", patch: { encryptedCredentials: true } },
  { field: "labels", patch: { labels: ["a", "c"] } },
  ...(["method", "tokenUri", "clientId", "scope", "tokenResource"] as const).map((name) => ({
    field: `oidc.${name}`,
    patch: { oidc: { ...OIDC, [name]: "by-hand" } },
    toldIn: "oidc",
  })),
  { field: "oidc.enabled", patch: { oidc: { ...OIDC, enabled: false } }, toldIn: "oidc" },
  { field: "oidc gone", patch: { oidc: null }, toldIn: ["changedSecrets", "oidc"] },
  { field: "pathStyleAccessEnabled", patch: { pathStyleAccessEnabled: false } },
  { field: "s3AuthMethod", patch: { s3AuthMethod: "IAM_ROLE" }, isShown: false },
  { field: "s3BucketEndpoint", patch: { s3BucketEndpoint: "https://other.example.com" } },
  { field: "s3BucketName", patch: { s3BucketName: "other" } },
  { field: "s3MaxConnections", patch: { s3MaxConnections: 3 }, isShown: false },
  { field: "s3RegionOverride", patch: { s3RegionOverride: "us" } },
  { field: "s3RegionOverride gone", patch: { s3RegionOverride: null }, toldIn: "s3RegionOverride" },
  { field: "sseEnabled", patch: { sseEnabled: false } },
  { field: "ssl", patch: { ssl: false } },
  {
    field: "uri",
    patch: { uri: "mongodb://backup:drift-password@other.example.com/" },
    toldIn: "changedSecrets",
  },
  { field: "writeConcern", patch: { writeConcern: "W2" } },
  { field: "writeConcern gone", patch: { writeConcern: null }, toldIn: "writeConcern" },
];

/** What only a service shows that does not mask. */
const IN_CLEAR: readonly ByHand[] = [
  { field: "awsSecretKey", patch: { awsSecretKey: "other-secret-key-0123456789" }, toldIn: "changedSecrets" },
  {
    field: "the user of uri",
    patch: { uri: "mongodb://other:drift-password@metadata.example.com/" },
    toldIn: "changedSecrets",
  },
  {
    field: "oidc.clientSecret",
    patch: { oidc: { ...OIDC, clientSecret: "other-client-secret" } },
    toldIn: "changedSecrets",
  },
];

describe("a field of an oplog store that somebody changed by hand", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator();
  });
  afterEach(async () => emulator.close());

  /** Finds one change and puts it right; `isShown` tells whether this service shows it at all. */
  async function findAndPutRight({ field, patch, toldIn = field }: ByHand, isShown: boolean): Promise<void> {
    const resource = managed("OplogS3Config", emulator);
    await resource.up(STORE);
    const before = emulator.oplogS3Configs.get("store");
    const declared = resource.state?.inputs;
    emulator.oplogS3Configs.update("store", patch);
    assert.notDeepEqual(emulator.oplogS3Configs.get("store"), before, "nothing was changed");
    assert.equal(await resource.refresh(), isShown ? "changed" : "same");
    if (!isShown) return;
    const inputs = resource.state?.inputs ?? assert.fail();
    const differing = new Set(
      [...Object.keys(inputs), ...Object.keys(declared ?? {})].filter(
        (name) => !jsonEqual(inputs[name], declared?.[name]),
      ),
    );
    assert.deepEqual([...differing].sort(), [toldIn].flat(), "something else is told as well");
    assert.equal(await resource.up(STORE), "update");
    assert.deepEqual(emulator.oplogS3Configs.get("store"), before);
    assert.equal(await resource.refresh(), "same");
    assert.equal(await resource.up(STORE), "same");
  }

  for (const redact of ["new", "old", "off"] as const) {
    for (const fullOplogResponse of [true, false]) {
      describe(`(secrets ${redact}, ${fullOplogResponse ? "all" : "fewer"} fields answered)`, () => {
        beforeEach(() => Object.assign(emulator.settings, { redact, fullOplogResponse }));

        for (const change of [...BY_HAND, ...(redact === "off" ? IN_CLEAR : [])]) {
          const isShown = fullOplogResponse || change.isShown !== false;
          it(`${isShown ? "is found and put right" : "cannot be seen"}: ${change.field}`, async () =>
            findAndPutRight(change, isShown));
        }
      });
    }
  }
});
