/** What an export finds of an S3-compatible store. */

import type { Store, StoreBody } from "../../fields/store";
import { isEmptyList } from "../../json";
import { isGiven } from "../../secrets/masks";

/** The value of a store that was created without one. */
const DEFAULT_MAX_CONNECTIONS = 50;

export function s3Arguments(live: Store): StoreBody {
  const { s3MaxConnections = DEFAULT_MAX_CONNECTIONS, customCertificates, s3RegionOverride } = live;
  return {
    acceptedTos: true,
    s3AuthMethod: usesRole(live) ? "IAM_ROLE" : live.s3AuthMethod,
    s3MaxConnections,
    s3RegionOverride: s3RegionOverride === "" ? undefined : s3RegionOverride,
    customCertificates: isEmptyList(customCertificates)
      ? undefined
      : customCertificates?.toSorted((a, b) => (a.filename < b.filename ? -1 : 1)),
  };
}

/** Some versions do not return the method: of a store with keys they then return masks. */
export function usesRole({ s3AuthMethod, uri, awsAccessKey, awsSecretKey }: Store): boolean {
  const hasNoKeys = isGiven(uri) && !isGiven(awsAccessKey) && !isGiven(awsSecretKey);
  return s3AuthMethod === "IAM_ROLE" || (s3AuthMethod === undefined && hasNoKeys);
}
