/** OplogS3Config: an S3-compatible store for backup oplog data. */

import * as pulumi from "@pulumi/pulumi";
import type { Open } from "../fields/alert-catalogue";
import type { CustomCertificate, KnownAuthMethod, KnownWriteConcern, Oidc } from "../fields/oplog-s3-config";
import type { Link } from "../fields/table";
import { isPlainObject } from "../json";
import type { InputsOf } from "../program/arguments";
import { lazyOutput, secretIfGiven } from "../program/arguments";
import type { LookUpOptions } from "../program/resource";
import { isLookUp, lookUp, OpsManagerResource } from "../program/resource";
import { INPUT_NAMES, OUTPUT_NAMES } from "./oplog-s3-config/encoding";

/** Arguments of {@link OplogS3Config}. */
export interface OplogS3ConfigArgs {
  /** The id of the store. A change replaces the store. @default the name of the resource */
  storeId?: pulumi.Input<string | undefined>;
  /** Whether the terms of service for S3-compatible stores are accepted: the service accepts only `true`. */
  acceptedTos: pulumi.Input<boolean>;
  /** Whether backup jobs can be assigned to the store. */
  assignmentEnabled?: pulumi.Input<boolean | undefined>;
  /** Secret. The access key id; required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsAccessKey?: pulumi.Input<string | undefined>;
  /** Secret. The secret access key; required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsSecretKey?: pulumi.Input<string | undefined>;
  /** CA certificates that apply to the bucket. */
  customCertificates?: InputsOf<CustomCertificate[]> | undefined;
  /** Whether connections to the bucket bypass the HTTP proxy of the service. @default false */
  disableProxyS3?: pulumi.Input<boolean | undefined>;
  /** Whether user name and password of the store were encrypted with the credentials tool. */
  encryptedCredentials?: pulumi.Input<boolean | undefined>;
  /** Labels that limit which backup jobs use the store; the order does not matter. */
  labels?: InputsOf<string[]> | undefined;
  /** Sign-in by OpenID Connect, in newer versions of the service; its `clientSecret` is secret. */
  oidc?: InputsOf<Oidc> | undefined;
  /** Whether the bucket is in the path of the URL (`true`) or in the host name. */
  pathStyleAccessEnabled: pulumi.Input<boolean>;
  /** `KEYS` or `IAM_ROLE`. */
  s3AuthMethod?: pulumi.Input<Open<KnownAuthMethod> | undefined>;
  /** The URL of the S3 endpoint. */
  s3BucketEndpoint: pulumi.Input<string>;
  s3BucketName: pulumi.Input<string>;
  /** The largest number of connections to the store: a positive whole number. */
  s3MaxConnections: pulumi.Input<number>;
  /** The region of the bucket, for endpoints without regions; not for endpoints of AWS. An empty string means none. */
  s3RegionOverride?: pulumi.Input<string | undefined>;
  /** Whether server-side encryption is on. */
  sseEnabled: pulumi.Input<boolean>;
  /** Whether the store accepts only TLS connections. */
  ssl?: pulumi.Input<boolean | undefined>;
  /** Secret. The connection string of the metadata database. */
  uri: pulumi.Input<string>;
  /** `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`. */
  writeConcern?: pulumi.Input<Open<KnownWriteConcern> | undefined>;
  /** Your own version of the secrets: changing it writes all declared secrets again. */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** Whether the first create takes over a store that exists already under this id. Changing it later has no effect. */
  adopt?: boolean | undefined;
  /** The name of a connection other than the default one. A changed connection must lead to the same store. */
  connection?: string | undefined;
}

/** An S3-compatible oplog store. Destroying it disables its assignment, then deletes it. */
export class OplogS3Config extends OpsManagerResource {
  declare readonly storeId: pulumi.Output<string>;
  declare readonly acceptedTos: pulumi.Output<boolean>;
  declare readonly assignmentEnabled: pulumi.Output<boolean | undefined>;
  /** Secret. */
  declare readonly awsAccessKey: pulumi.Output<string | undefined>;
  /** Secret. */
  declare readonly awsSecretKey: pulumi.Output<string | undefined>;
  declare readonly customCertificates: pulumi.Output<CustomCertificate[] | undefined>;
  declare readonly disableProxyS3: pulumi.Output<boolean | undefined>;
  declare readonly encryptedCredentials: pulumi.Output<boolean | undefined>;
  declare readonly labels: pulumi.Output<string[] | undefined>;
  declare readonly oidc: pulumi.Output<Oidc | undefined>;
  declare readonly pathStyleAccessEnabled: pulumi.Output<boolean>;
  declare readonly s3AuthMethod: pulumi.Output<string | undefined>;
  declare readonly s3BucketEndpoint: pulumi.Output<string>;
  declare readonly s3BucketName: pulumi.Output<string>;
  declare readonly s3MaxConnections: pulumi.Output<number>;
  declare readonly s3RegionOverride: pulumi.Output<string | undefined>;
  declare readonly sseEnabled: pulumi.Output<boolean>;
  declare readonly ssl: pulumi.Output<boolean | undefined>;
  /** Secret. */
  declare readonly uri: pulumi.Output<string>;
  declare readonly writeConcern: pulumi.Output<string | undefined>;
  declare readonly secretsVersion: pulumi.Output<string | number | undefined>;
  declare readonly adopt: pulumi.Output<boolean | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** The paths of secrets that were changed or added outside of Pulumi. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param args required are `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`,
   * `s3MaxConnections`, `sseEnabled` and `uri`.
   */
  constructor(name: string, args: OplogS3ConfigArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<OplogS3ConfigArgs> = args ?? {};
    const { oidc, awsAccessKey, awsSecretKey, uri } = given;
    const storeId = given.storeId ?? (isLookUp(options) ? undefined : name);
    super(
      "OplogS3Config",
      name,
      given,
      {
        inputs: {
          ...given,
          storeId,
          awsAccessKey: secretIfGiven(awsAccessKey),
          awsSecretKey: secretIfGiven(awsSecretKey),
          uri: secretIfGiven(uri),
          oidc: oidc === undefined ? undefined : withSecretClientSecret(oidc),
        },
        names: [...INPUT_NAMES, ...OUTPUT_NAMES],
        secretNames: ["awsAccessKey", "awsSecretKey", "uri", "__written"],
        claimed: { what: "oplog store", parts: [storeId] },
        canImport: true,
      },
      options,
    );
    lazyOutput(this, "adopt", () => pulumi.output(given.adopt));
  }

  /** Looks up an existing store, which stays unmanaged. @param id the id of the store */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): OplogS3Config {
    return lookUp(OplogS3Config, name, id, options);
  }
}

function withSecretClientSecret(oidc: InputsOf<Oidc>): pulumi.Input<object> {
  return pulumi.output(oidc).apply((value) =>
    // `check` reports a value that is not an object.
    isPlainObject(value) ? { ...value, clientSecret: secretIfGiven(value.clientSecret) } : value,
  );
}
