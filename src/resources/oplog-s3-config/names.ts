/** The names of a store's properties: the class and the provider's side share them. */

/** The fields that a program can write and that are not secret; of `oidc` all but its secret. */
export const OPEN_FIELDS = [
  "acceptedTos",
  "assignmentEnabled",
  "customCertificates",
  "disableProxyS3",
  "encryptedCredentials",
  "labels",
  "oidc",
  "pathStyleAccessEnabled",
  "s3AuthMethod",
  "s3BucketEndpoint",
  "s3BucketName",
  "s3MaxConnections",
  "s3RegionOverride",
  "sseEnabled",
  "ssl",
  "writeConcern",
] as const;

/** What is written to the service, beside the id. */
export const BODY_FIELDS = [...OPEN_FIELDS, "awsAccessKey", "awsSecretKey", "uri"] as const;

export const ARGUMENT_NAMES = ["storeId", ...BODY_FIELDS, "secretsVersion", "adopt"] as const;

/** `adopt` matters at create only; the engine never shows a property whose name begins so. */
export const ADOPT = "__adopt";

/** The outputs that only the service knows, and what we remember of a write. */
export const COMPUTED = ["links", "changedSecrets", "__written"] as const;
