/** An existing oplog store as a program would declare it. */

import type { Path } from "../../core/problems";
import { isGiven } from "../../core/masks";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import { OPEN_STORE_FIELDS, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import { jsonEqual, pick, withoutUndefined } from "../../json";
import { DEFAULTS } from "./drift";
import type { StoreArgs } from "./encoding";
import { publicOidc } from "./requests";

/** The value of the service, which some versions do not return. */
const DEFAULT_MAX_CONNECTIONS = 50;

export interface ExistingStore {
  /** Without secrets and defaults. */
  readonly args: StoreArgs;
  /** The arguments that hold a secret which the service does not show. */
  readonly secrets: readonly Path[];
}

export function existingStore(live: OplogS3Config): ExistingStore {
  const { labels = [], customCertificates = [], s3RegionOverride, ...rest } = pick(live, OPEN_STORE_FIELDS);
  const open = Object.fromEntries(
    Object.entries({ s3MaxConnections: DEFAULT_MAX_CONNECTIONS, ...rest }).filter(
      ([name, value]) => !jsonEqual((DEFAULTS as Readonly<Record<string, unknown>>)[name], value),
    ),
  );
  const isRole = live.s3AuthMethod === "IAM_ROLE";
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
  };
}
