/** Oplog stores as a program declares them and as the service returns them. */

import { redactStore } from "../../../../src/emulator/redaction";
import type { OplogS3Config } from "../../../../src/fields/store";
import { omit, withoutUndefined } from "../../../../src/json";
import type { StoreArgs } from "../../../../src/resources/store/encoding";
import type { REDACTIONS } from "../alert-config/alerts";

export const PEM = "-----BEGIN CERTIFICATE-----\nAAAA\nBBBB\n-----END CERTIFICATE-----\n";

export const STORE: StoreArgs = {
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

const NOT_SENT = ["secretsVersion", "changedSecrets"] as const;

/** The response of the service, which lacks some fields and adds others. */
export function responseOf(args: StoreArgs, redact: (typeof REDACTIONS)[number] = "new"): OplogS3Config {
  const stored = {
    ssl: true,
    encryptedCredentials: false,
    ...omit(args, ["storeId", "s3MaxConnections", "s3AuthMethod", "adopt", ...NOT_SENT]),
    id: args.storeId,
    links: [],
  };
  const live = redactStore(withoutUndefined(stored) as never, redact);
  return structuredClone<OplogS3Config>(live);
}
