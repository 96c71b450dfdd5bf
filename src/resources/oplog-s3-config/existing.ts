/** An existing oplog store as a program would declare it. */

import { withoutDefaults } from "../../core/comparison";
import type { Path } from "../../core/problems";
import { isGiven } from "../../secrets/masks";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import {
  OPEN_STORE_FIELDS,
  OPLOG_S3_CONFIG,
  RARELY_RETURNED,
  SECRET_STORE_FIELDS,
} from "../../fields/oplog-s3-config";
import { pick, withoutUndefined } from "../../json";
import type { StoreArgs } from "./encoding";
import { publicOidc } from "./requests";

/** The value of a store that was created without one. */
const DEFAULT_MAX_CONNECTIONS = 50;

export interface ExistingStore {
  /** Without secrets and defaults. */
  readonly args: StoreArgs;
  /** The arguments that hold a secret which the service does not show. */
  readonly secrets: readonly Path[];
  /** What the arguments assume, because some versions of the service do not return it. */
  readonly assumed: readonly string[];
}

export function existingStore(live: OplogS3Config): ExistingStore {
  const isRole = usesRole(live);
  const s3AuthMethod = isRole ? "IAM_ROLE" : live.s3AuthMethod;
  const { s3MaxConnections = DEFAULT_MAX_CONNECTIONS } = live;
  const { labels = [], customCertificates = [], s3RegionOverride, ...rest } = pick(live, OPEN_STORE_FIELDS);
  const open = withoutDefaults(OPLOG_S3_CONFIG, { ...rest, s3AuthMethod, s3MaxConnections });
  return {
    args: withoutUndefined({
      storeId: live.id,
      ...pick({ ...open, acceptedTos: true } as unknown as StoreArgs, OPEN_STORE_FIELDS),
      labels: labels.length === 0 ? undefined : [...labels].sort(),
      customCertificates:
        customCertificates.length === 0
          ? undefined
          : [...customCertificates].sort((a, b) => (a.filename < b.filename ? -1 : 1)),
      s3RegionOverride: s3RegionOverride === "" ? undefined : s3RegionOverride,
      oidc: publicOidc(live),
    }) as StoreArgs,
    secrets: [
      ...SECRET_STORE_FIELDS.filter((field) => field === "uri" || !isRole).map((field): Path => [field]),
      ...(isGiven(live.oidc?.clientSecret) ? [["oidc", "clientSecret"]] : []),
    ],
    assumed: RARELY_RETURNED.filter((field) => live[field] === undefined && Object.hasOwn(open, field)),
  };
}

/** Some versions do not return the method: of a store with keys they then return masks. */
function usesRole({ s3AuthMethod, uri, awsAccessKey, awsSecretKey }: OplogS3Config): boolean {
  const hasNoKeys = isGiven(uri) && !isGiven(awsAccessKey) && !isGiven(awsSecretKey);
  return s3AuthMethod === "IAM_ROLE" || (s3AuthMethod === undefined && hasNoKeys);
}
