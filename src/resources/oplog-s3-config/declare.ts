/** How a program declares the oplog stores that exist. */

import { listOplogS3Configs } from "../../api/oplog-s3-configs";
import { withoutDefaults } from "../../core/comparison";
import type { Declaring } from "../../core/declaring";
import { inStableOrder, slug } from "../../core/declaring";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { withInputNames } from "../../dynamic/inputs";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import {
  OPEN_STORE_FIELDS,
  OPLOG_S3_CONFIG,
  RARELY_RETURNED,
  SECRET_STORE_FIELDS,
} from "../../fields/oplog-s3-config";
import { isEmptyList, pick, textsIn, withoutUndefined } from "../../json";
import { isGiven } from "../../secrets/masks";
import { oplogS3Config, stateOf } from "./definition";
import type { StoreArgs, StoreState } from "./encoding";
import { publicOidc } from "./requests";

export const declaringStores: Declaring<OplogS3Config, StoreState> = {
  listing: {
    what: "oplog stores",
    ofService: async (api) => inStableOrder(await listOplogS3Configs(api)),
    describe: (live) => ({
      what: `oplog store ${live.id}`,
      id: live.id,
      checked: { definition: oplogS3Config, args: openArgs(live), secrets: secretsOf(live) },
    }),
  },
  declare: (_, stores, unique) =>
    stores.map((live) => {
      const args = openArgs(live);
      const name = unique(slug(live.id) || "oplog-store");
      const marked = { ...args, imported: true };
      return {
        name,
        id: live.id,
        args: { ...args },
        assumed: RARELY_RETURNED.filter((field) => live[field] === undefined && Object.hasOwn(args, field)),
        secrets: secretsOf(live).map((path) => ({
          path,
          key: `${name}.${path.join(".")}`,
          shown: textsIn(valueAt(live, path)).join(),
        })),
        inputs: withInputNames(marked),
        state: stateOf(marked, live),
      };
    }),
};

/** The value of a store that was created without one. */
const DEFAULT_MAX_CONNECTIONS = 50;

/** The arguments of an existing store, without secrets and defaults. */
function openArgs(live: OplogS3Config): StoreArgs {
  const s3AuthMethod = usesRole(live) ? "IAM_ROLE" : live.s3AuthMethod;
  const { s3MaxConnections = DEFAULT_MAX_CONNECTIONS, labels, customCertificates } = live;
  const open = withoutDefaults(OPLOG_S3_CONFIG, { ...live, s3AuthMethod, s3MaxConnections });
  const { s3RegionOverride, ...args } = pick({ ...open, acceptedTos: true }, OPEN_STORE_FIELDS);
  return withoutUndefined({
    storeId: live.id,
    ...args,
    labels: isEmptyList(labels) ? undefined : labels?.toSorted(),
    customCertificates: isEmptyList(customCertificates)
      ? undefined
      : customCertificates?.toSorted((a, b) => (a.filename < b.filename ? -1 : 1)),
    s3RegionOverride: s3RegionOverride === "" ? undefined : s3RegionOverride,
    oidc: publicOidc(live),
  }) as StoreArgs;
}

/** The arguments that hold a secret which the service does not show. */
export function secretsOf(live: OplogS3Config): Path[] {
  const fields = usesRole(live) ? ["uri"] : SECRET_STORE_FIELDS;
  const paths = fields.map((field) => [field]);
  return isGiven(live.oidc?.clientSecret) ? [...paths, ["oidc", "clientSecret"]] : paths;
}

/** Some versions do not return the method: of a store with keys they then return masks. */
function usesRole({ s3AuthMethod, uri, awsAccessKey, awsSecretKey }: OplogS3Config): boolean {
  const hasNoKeys = isGiven(uri) && !isGiven(awsAccessKey) && !isGiven(awsSecretKey);
  return s3AuthMethod === "IAM_ROLE" || (s3AuthMethod === undefined && hasNoKeys);
}
