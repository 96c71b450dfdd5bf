import type { OplogS3Config } from "./entities";
import { serviceError } from "./errors";
import { readFields, type FieldRule, type FieldRules } from "./fields";
import { isJsonObject, type JsonObject } from "./json";
import { isRedacted } from "./redaction";

const text: FieldRule = { type: "string" };
const yesNo: FieldRule = { type: "boolean" };
const required = (type: FieldRule["type"]): FieldRule => ({ type, required: true });

/** Request fields with their necessity (specification 2.2); enumerations and `oidc` from the Ops Manager documentation. */
const FIELDS: FieldRules = {
  acceptedTos: required("boolean"),
  assignmentEnabled: yesNo,
  awsAccessKey: text,
  awsSecretKey: text,
  customCertificates: { type: "array" },
  disableProxyS3: yesNo,
  encryptedCredentials: yesNo,
  id: required("string"),
  labels: { type: "strings" },
  oidc: { type: "object" },
  pathStyleAccessEnabled: required("boolean"),
  s3AuthMethod: { type: "string", values: ["KEYS", "IAM_ROLE"] },
  s3BucketEndpoint: required("string"),
  s3BucketName: required("string"),
  s3MaxConnections: required("integer"),
  s3RegionOverride: text,
  sseEnabled: required("boolean"),
  ssl: yesNo,
  uri: required("string"),
  writeConcern: { type: "string", values: ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] },
};

const READ_ONLY = [
  "links",
  "loadFactor",
  "maxCapacityGB",
  "provisioned",
  "syncSource",
  "usedSize",
  "username",
];

const OIDC_FIELDS: FieldRules = {
  clientId: text,
  clientSecret: text,
  enabled: required("boolean"),
  method: { type: "string", values: ["callback", "azure", "gcp", "k8s"] },
  scope: text,
  tokenResource: text,
  tokenUri: text,
};

/**
 * Checks the body of a POST, or of the PUT that replaces `current`: there the `id` is in the path, and in the body it
 * may only repeat it. What is left out goes back to its default.
 */
export function readOplogConfig(body: unknown, current?: OplogS3Config): OplogS3Config {
  if (current !== undefined && isJsonObject(body) && body["id"] != null && body["id"] !== current.id)
    throw serviceError("ATTRIBUTE_READ_ONLY", "id");
  const complete = current !== undefined && isJsonObject(body) ? { ...body, id: current.id } : body;
  const given = readFields(complete, FIELDS, { readOnly: READ_ONLY });
  for (const name of ["id", "s3BucketEndpoint", "s3BucketName", "uri"]) {
    if (given[name] === "") throw serviceError("INVALID_ATTRIBUTE", name);
  }
  if ((given["s3MaxConnections"] as number) <= 0)
    throw serviceError("ATTRIBUTE_NEGATIVE_OR_ZERO", "s3MaxConnections");
  checkKeys(given);
  if (given["acceptedTos"] !== true) throw serviceError("BACKUP_S3_TOS_NOT_ACCEPTED");
  return {
    // Fields with a sensible default are answered even if they were not given; which those are is a guess.
    assignmentEnabled: true,
    disableProxyS3: false,
    encryptedCredentials: false,
    labels: [],
    s3AuthMethod: "KEYS",
    ssl: false,
    ...given,
    customCertificates: readCertificates(given["customCertificates"]),
    ...readOidc(given["oidc"], current),
    ...(current?.boundJobs === undefined ? {} : { boundJobs: current.boundJobs }),
  } as unknown as OplogS3Config;
}

function checkKeys(given: JsonObject): void {
  const needed = given["s3AuthMethod"] !== "IAM_ROLE";
  for (const name of ["awsAccessKey", "awsSecretKey"]) {
    // The documentation says that keys beside IAM_ROLE are ignored.
    if (!needed) delete given[name];
    else if (given[name] === undefined || given[name] === "") throw serviceError("MISSING_ATTRIBUTE", name);
  }
  for (const name of ["awsAccessKey", "awsSecretKey", "uri"]) {
    if (isRedacted(String(given[name] ?? ""))) throw serviceError("INVALID_ATTRIBUTE", name);
  }
}

function readCertificates(value: unknown): { filename: string; certString: string }[] {
  return ((value ?? []) as unknown[]).map((element, index) => {
    const rules = { certString: required("string"), filename: required("string") };
    const path = `customCertificates[${index}]`;
    return readFields(element, rules, { path }) as { filename: string; certString: string };
  });
}

// The secret alone survives a PUT that leaves it out or sends its mask; all of `oidc` goes if it is left out.
function readOidc(value: unknown, current: OplogS3Config | undefined): { oidc?: JsonObject } {
  if (value === undefined) return {};
  const oidc = readFields(value, OIDC_FIELDS, { path: "oidc" });
  const { clientSecret } = oidc;
  if (clientSecret !== undefined && !isRedacted(clientSecret as string)) return { oidc };
  const kept = current?.oidc?.["clientSecret"];
  if (kept !== undefined) return { oidc: { ...oidc, clientSecret: kept } };
  if (clientSecret !== undefined) throw serviceError("INVALID_ATTRIBUTE", "oidc.clientSecret");
  return { oidc };
}
