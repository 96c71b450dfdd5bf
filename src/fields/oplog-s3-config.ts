/** Oplog stores: the fields of the configuration of an S3-compatible store for backup oplog data. */

import type { Open } from "./alert-catalogue";
import type { ArgumentFieldOf, Fields, Link, Returned, SecretFieldOf } from "./table";
import { argumentNames, LINKS, secretNames } from "./table";

/** The documented values; the service may know others. */
export const AUTH_METHODS = ["KEYS", "IAM_ROLE"] as const;
export const WRITE_CONCERNS = ["ACKNOWLEDGED", "W2", "JOURNALED", "MAJORITY"] as const;

export type KnownAuthMethod = (typeof AUTH_METHODS)[number];
export type KnownWriteConcern = (typeof WRITE_CONCERNS)[number];

export interface CustomCertificate {
  /** Name of the CA PEM file. */
  filename: string;
  /** The PEM text. */
  certString: string;
}

/** Sign-in to the bucket by OpenID Connect, in newer versions of Ops Manager. */
export interface Oidc {
  enabled?: boolean | undefined;
  /** `callback`, `azure`, `gcp`, `k8s`. */
  method?: Open<"callback" | "azure" | "gcp" | "k8s"> | undefined;
  tokenUri?: string | undefined;
  clientId?: string | undefined;
  /** Secret. */
  clientSecret?: string | undefined;
  scope?: string | undefined;
  tokenResource?: string | undefined;
}

/** The fields of a store that can be written, without its id: the body of a PUT. */
export interface OplogS3ConfigBody {
  acceptedTos: boolean;
  assignmentEnabled?: boolean | undefined;
  awsAccessKey?: string | undefined;
  awsSecretKey?: string | undefined;
  customCertificates?: CustomCertificate[] | undefined;
  disableProxyS3?: boolean | undefined;
  encryptedCredentials?: boolean | undefined;
  labels?: string[] | undefined;
  oidc?: Oidc | undefined;
  pathStyleAccessEnabled: boolean;
  s3AuthMethod?: Open<KnownAuthMethod> | undefined;
  s3BucketEndpoint: string;
  s3BucketName: string;
  s3MaxConnections: number;
  s3RegionOverride?: string | undefined;
  sseEnabled: boolean;
  ssl?: boolean | undefined;
  uri: string;
  writeConcern?: Open<KnownWriteConcern> | undefined;
}

/** A store as the service returns it; its secrets may be masked. */
export interface OplogS3Config extends Returned<OplogS3ConfigBody> {
  id: string;
  links?: Link[] | undefined;
}

const CUSTOM_CERTIFICATE = {
  filename: { type: "string", required: true, always: true },
  certString: { type: "string", required: true, always: true },
} as const satisfies Fields;

const OIDC = {
  enabled: { type: "boolean" },
  method: { type: "string" },
  tokenUri: { type: "string" },
  clientId: { type: "string" },
  clientSecret: { type: "string", secret: true },
  scope: { type: "string" },
  tokenResource: { type: "string" },
} as const satisfies Fields;

/** To add a field, add a row here and a line in {@link OplogS3ConfigBody} and `OplogS3ConfigArgs`. */
export const OPLOG_S3_CONFIG = {
  id: { type: "string", always: true, readOnly: true },
  acceptedTos: { type: "boolean", required: true },
  assignmentEnabled: { type: "boolean" },
  awsAccessKey: { type: "string", secret: true },
  awsSecretKey: { type: "string", secret: true },
  customCertificates: { type: { list: CUSTOM_CERTIFICATE } },
  disableProxyS3: { type: "boolean" },
  encryptedCredentials: { type: "boolean" },
  labels: { type: "strings" },
  oidc: { type: { object: OIDC } },
  pathStyleAccessEnabled: { type: "boolean", required: true },
  s3AuthMethod: { type: "string" },
  s3BucketEndpoint: { type: "string", required: true },
  s3BucketName: { type: "string", required: true },
  s3MaxConnections: { type: "number", required: true },
  s3RegionOverride: { type: "string" },
  sseEnabled: { type: "boolean", required: true },
  ssl: { type: "boolean" },
  uri: { type: "string", required: true, secret: true },
  writeConcern: { type: "string" },
  links: LINKS,
} as const satisfies Fields;

/** The fields of a PUT. */
export const STORE_FIELDS = argumentNames(OPLOG_S3_CONFIG);

/** The secret fields at the top level; `oidc.clientSecret` is secret as well. */
export const SECRET_STORE_FIELDS = secretNames(OPLOG_S3_CONFIG);

export type StoreField = ArgumentFieldOf<typeof OPLOG_S3_CONFIG>;
export type SecretStoreField = SecretFieldOf<typeof OPLOG_S3_CONFIG>;
export type OpenStoreField = Exclude<StoreField, SecretStoreField>;

export const OPEN_STORE_FIELDS = STORE_FIELDS.filter(
  (name): name is OpenStoreField => !(SECRET_STORE_FIELDS as readonly string[]).includes(name),
);
