/** OplogS3Config: an S3-compatible store for backup oplog data (specification 2.2, 4.2). */

import * as pulumi from "@pulumi/pulumi";
import type { Link } from "../api/common";
import type { CustomCertificate, Oidc } from "../api/oplog-s3-configs";
import type { InputsOf } from "../core/arguments";
import { computed, lazyOutput, markedSecrets, secretIfGiven } from "../core/arguments";
import type { LookUpOptions } from "../core/look-up";
import { lookUp } from "../core/look-up";
import { warnAbout } from "../core/program";
import { runInput } from "../core/run-input";
import { resourceOptions, warnAboutOptions, withoutImport } from "../core/resource-options";
import { thinProvider } from "../core/thin-provider";
import type { PlainObject } from "../json";
import { ADOPT, ARGUMENT_NAMES, COMPUTED } from "./oplog-s3-config/names";
import { storeProblems } from "./oplog-s3-config/rules";

/** Arguments of {@link OplogS3Config}. */
export interface OplogS3ConfigArgs {
  /** The name that identifies the store. A change replaces the store. @default the name of the resource */
  storeId?: pulumi.Input<string | undefined>;
  /** Whether the terms of service for S3-compatible stores are accepted: the service takes `true` only. */
  acceptedTos: pulumi.Input<boolean>;
  /** Whether backup jobs can be assigned to the store. */
  assignmentEnabled?: pulumi.Input<boolean | undefined>;
  /** Secret. The access key id; required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsAccessKey?: pulumi.Input<string | undefined>;
  /** Secret. The secret access key; required unless `s3AuthMethod` is `IAM_ROLE`. */
  awsSecretKey?: pulumi.Input<string | undefined>;
  /** CA certificates that apply to the bucket. */
  customCertificates?: InputsOf<CustomCertificate[]> | undefined;
  /** Whether the HTTP proxy of the service is bypassed on the way to the bucket. @default false */
  disableProxyS3?: pulumi.Input<boolean | undefined>;
  /** Whether user name and password of the store were encrypted with the credentials tool. */
  encryptedCredentials?: pulumi.Input<boolean | undefined>;
  /** Tags that limit which backup jobs use the store; the order does not matter. */
  labels?: InputsOf<string[]> | undefined;
  /** Sign-in by OpenID Connect, in newer versions of the service; its `clientSecret` is secret. */
  oidc?: InputsOf<Oidc> | undefined;
  /** Whether the bucket stands in the path of the URL (`true`) or in the host name. */
  pathStyleAccessEnabled: pulumi.Input<boolean>;
  /** `KEYS` or `IAM_ROLE`. */
  s3AuthMethod?: pulumi.Input<string | undefined>;
  /** The URL by which the bucket is reached. */
  s3BucketEndpoint: pulumi.Input<string>;
  s3BucketName: pulumi.Input<string>;
  /** How many connections to the store there are at most: a positive whole number. */
  s3MaxConnections: pulumi.Input<number>;
  /** The region of the bucket, for endpoints without regions; not for endpoints of AWS. An empty text means none. */
  s3RegionOverride?: pulumi.Input<string | undefined>;
  /** Whether server-side encryption is on. */
  sseEnabled: pulumi.Input<boolean>;
  /** Whether the store takes TLS connections only. */
  ssl?: pulumi.Input<boolean | undefined>;
  /** Secret. The connection string of the metadata database. */
  uri: pulumi.Input<string>;
  /** `ACKNOWLEDGED`, `W2`, `JOURNALED` or `MAJORITY`. */
  writeConcern?: pulumi.Input<string | undefined>;
  /** A version of your own: a change of it writes all declared secrets again. */
  secretsVersion?: pulumi.Input<string | number | undefined>;
  /** Whether the first create takes over a store that exists already under this id. Later changes of it are no change. */
  adopt?: boolean | undefined;
  /** The name of a connection other than the default one. After a change it must lead to the same store. */
  connection?: string | undefined;
}

/** An S3-compatible oplog store. Destroying it takes its assignment away, then deletes it. */
export class OplogS3Config extends pulumi.dynamic.Resource {
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
  declare readonly connection: pulumi.Output<string | undefined>;
  declare readonly links: pulumi.Output<Link[]>;
  /** Secrets that somebody changed or added outside, by name. */
  declare readonly changedSecrets: pulumi.Output<string[]>;

  /**
   * @param args required are `acceptedTos`, `pathStyleAccessEnabled`, `s3BucketEndpoint`, `s3BucketName`,
   * `s3MaxConnections`, `sseEnabled` and `uri`.
   */
  constructor(name: string, args: OplogS3ConfigArgs, options?: pulumi.CustomResourceOptions) {
    const { oidc, ...rest } = (args as OplogS3ConfigArgs | undefined) ?? ({} as OplogS3ConfigArgs);
    const isLookUp = options?.id !== undefined;
    const { options: otherOptions, imported } = withoutImport(options);
    const claimed = { what: "oplog store", parts: [rest.storeId ?? name], connection: rest.connection };
    super(
      thinProvider("OplogS3Config"),
      name,
      {
        ...computed(COMPUTED),
        ...markedSecrets(args),
        ...computed(ARGUMENT_NAMES),
        ...runInput("OplogS3Config", name, options, claimed),
        ...imported,
        ...rest,
        adopt: undefined,
        [ADOPT]: rest.adopt,
        storeId: rest.storeId ?? (isLookUp ? undefined : name),
        awsAccessKey: secretIfGiven(rest.awsAccessKey),
        awsSecretKey: secretIfGiven(rest.awsSecretKey),
        uri: secretIfGiven(rest.uri),
        oidc: oidc === undefined ? undefined : withSecretClientSecret(oidc),
      },
      resourceOptions("OplogS3Config", name, otherOptions, [
        "awsAccessKey",
        "awsSecretKey",
        "uri",
        "__written",
      ]),
      "opsmanager",
      "OplogS3Config",
    );
    warnAboutOptions(this, options, rest.connection);
    lazyOutput(this, "connection", () => pulumi.output(rest.connection));
    lazyOutput(this, "adopt", () => pulumi.output(rest.adopt));
    if (!isLookUp) warnAbout(this, args, storeProblems);
  }

  /** Looks up an existing store, which stays unmanaged. @param id the id of the store */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): OplogS3Config {
    return lookUp(OplogS3Config, name, id, options);
  }
}

function withSecretClientSecret(oidc: InputsOf<Oidc>): pulumi.Input<PlainObject> {
  return pulumi
    .output(oidc)
    .apply((value) => ({ ...value, clientSecret: secretIfGiven(value.clientSecret) }));
}
