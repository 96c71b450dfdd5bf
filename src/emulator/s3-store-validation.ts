import type { OplogS3Config, S3SnapshotStore } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRules, type FieldsOf } from "./fields";
import { isRedacted } from "./redaction";
import { readOidc, readStoreBody } from "./store-validation";

const text = { type: "string" } as const;
const yesNo = { type: "boolean" } as const;
const neededText = { type: "string", required: true } as const;
const neededYesNo = { type: "boolean", required: true } as const;

/** The fields of a request (Ops Manager documentation, "Create One S3 Blockstore Configuration for Oplogs"). */
const OPLOG_FIELDS = {
  acceptedTos: neededYesNo,
  assignmentEnabled: yesNo,
  awsAccessKey: text,
  awsSecretKey: text,
  customCertificates: { type: "array" },
  disableProxyS3: yesNo,
  encryptedCredentials: yesNo,
  id: neededText,
  labels: { type: "strings" },
  oidc: { type: "object" },
  pathStyleAccessEnabled: neededYesNo,
  s3AuthMethod: { type: "string", values: ["KEYS", "IAM_ROLE"] },
  s3BucketEndpoint: neededText,
  s3BucketName: neededText,
  s3MaxConnections: { type: "integer", required: true },
  s3RegionOverride: text,
  sseEnabled: neededYesNo,
  ssl: yesNo,
  uri: neededText,
  writeConcern: { type: "string", values: ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] },
} as const satisfies FieldRules;

/** The fields of a request (Ops Manager documentation, "Create One S3 Blockstore Configuration"). */
const SNAPSHOT_FIELDS = {
  ...OPLOG_FIELDS,
  loadFactor: { type: "integer" },
  objectLockEnabled: yesNo,
} as const satisfies FieldRules;

const READ_ONLY = ["links", "maxCapacityGB", "provisioned", "syncSource", "usedSize", "username"];

type Given = FieldsOf<typeof OPLOG_FIELDS>;

/** Validates the body of a request for an oplog store. */
export function readOplogConfig(
  body: unknown,
  current?: OplogS3Config,
  newer: readonly string[] = [],
): OplogS3Config {
  const readOnly = [...READ_ONLY, "loadFactor"];
  return readStore(readStoreBody(body, OPLOG_FIELDS, { readOnly, newer }, current), current);
}

/** Validates the body of a request for a snapshot store. */
export function readSnapshotStore(
  body: unknown,
  current?: S3SnapshotStore,
  newer: readonly string[] = [],
): S3SnapshotStore {
  const given = readStoreBody(body, SNAPSHOT_FIELDS, { readOnly: READ_ONLY, newer }, current);
  const { loadFactor = 1, objectLockEnabled = false } = given;
  if (loadFactor <= 0) throw serviceError("ATTRIBUTE_NEGATIVE_OR_ZERO", "loadFactor");
  const kept = current?.snapshots === undefined ? {} : { snapshots: current.snapshots };
  // That omitted fields have these defaults is a guess.
  return { ...readStore(given, current), loadFactor, objectLockEnabled, ...kept };
}

/** The fields that both kinds have. Omitted ones are reset to their defaults. */
function readStore(given: Given, current: OplogS3Config | undefined): OplogS3Config {
  for (const name of ["id", "s3BucketEndpoint", "s3BucketName", "uri"] as const) {
    if (given[name] === "") throw serviceError("INVALID_ATTRIBUTE", name);
  }
  if (given.s3MaxConnections <= 0) throw serviceError("ATTRIBUTE_NEGATIVE_OR_ZERO", "s3MaxConnections");
  checkKeys(given);
  if (!given.acceptedTos) throw serviceError("BACKUP_S3_TOS_NOT_ACCEPTED");
  const { customCertificates, labels, oidc, ...plain } = given;
  return {
    // Which omitted fields have a default in responses is a guess.
    assignmentEnabled: true,
    disableProxyS3: false,
    encryptedCredentials: false,
    s3AuthMethod: "KEYS",
    ssl: false,
    ...plain,
    customCertificates: (customCertificates ?? []).map(readCertificate),
    labels: [...(labels ?? [])],
    ...(oidc === undefined ? {} : { oidc: readOidc(oidc, current) }),
    ...(current?.boundJobs === undefined ? {} : { boundJobs: current.boundJobs }),
  };
}

function checkKeys(given: Given): void {
  for (const name of ["awsAccessKey", "awsSecretKey"] as const) {
    // The documentation says that keys are ignored with IAM_ROLE.
    if (given.s3AuthMethod === "IAM_ROLE") delete given[name];
    else if (given[name] === undefined || given[name] === "") throw serviceError("MISSING_ATTRIBUTE", name);
  }
  for (const name of ["awsAccessKey", "awsSecretKey", "uri"] as const) {
    if (isRedacted(given[name] ?? "")) throw serviceError("INVALID_ATTRIBUTE", name);
  }
}

function readCertificate(element: unknown, index: number): { filename: string; certString: string } {
  const path = `customCertificates[${index}]`;
  return readFields(element, { certString: neededText, filename: neededText }, { path });
}
