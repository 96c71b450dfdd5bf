/** How a program declares the stores that exist. */

import { withoutDefaults } from "../../core/comparison";
import type { Declaring } from "../../core/declaring";
import { declarableFields, IMPORTED, inStableOrder, slug } from "../../core/declaring";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { foldAdditional } from "../../fields/additional";
import type { S3Store, StoreFields } from "../../fields/s3-store";
import { RARELY_RETURNED, STORE_SECRETS } from "../../fields/s3-store";
import { publicArguments } from "../../fields/table";
import { isEmptyList, pick, textsIn, withoutUndefined } from "../../json";
import { isGiven } from "../../secrets/masks";
import { stateOf } from "./definition";
import type { StoreArgs, StoreState } from "./encoding";
import type { StoreKind } from "./kinds";
import { STORE_KINDS } from "./kinds";
import { WITHOUT_EFFECT } from "./requests";

export function declaringStores({ what, api: stores, fields }: StoreKind): Declaring<S3Store, StoreState> {
  return {
    listing: {
      what: `${what}s`,
      isInProjects: false,
      list: async (api) => inStableOrder(await stores.list(api)),
      describe: ({ id }) => ({ what: `${what} ${id}`, id }),
      async absent(api, id, text) {
        for (const other of STORE_KINDS.filter((each) => each.what !== what))
          if ((await other.api.list(api)).some((each) => each.id === id))
            return `${text} It is the id of a ${other.what}: import it as ${other.kind}.`;
        return `${text} Its id is its storeId.`;
      },
    },
    declare: (_, found, unique) =>
      found.map((live) => {
        const args = openArgs(fields, live);
        const marked = { ...args, ...IMPORTED };
        const name = unique(slug(live.id) || what.replace(" ", "-"));
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
          state: stateOf(fields, marked, live),
        };
      }),
  };
}

/** The value of a store that was created without one. */
const DEFAULT_MAX_CONNECTIONS = 50;

/** The arguments of an existing store, without secrets and defaults. */
function openArgs({ table, open: names }: StoreFields, live: S3Store): StoreArgs {
  const s3AuthMethod = usesRole(live) ? "IAM_ROLE" : live.s3AuthMethod;
  const { s3MaxConnections = DEFAULT_MAX_CONNECTIONS, labels, customCertificates } = live;
  const open = withoutDefaults(table, { ...publicArguments(table, live), s3AuthMethod, s3MaxConnections });
  // Whether backups use a store should not depend on a default.
  const { assignmentEnabled } = live;
  const { s3RegionOverride, ...args } = pick({ ...open, acceptedTos: true, assignmentEnabled }, names);
  return withoutUndefined({
    storeId: live.id,
    ...args,
    labels: isEmptyList(labels) ? undefined : labels?.toSorted(),
    customCertificates: isEmptyList(customCertificates)
      ? undefined
      : customCertificates?.toSorted((a, b) => (a.filename < b.filename ? -1 : 1)),
    s3RegionOverride: s3RegionOverride === "" ? undefined : s3RegionOverride,
    ...declarableFields(foldAdditional(table, live), WITHOUT_EFFECT),
  }) as StoreArgs;
}

/** The arguments that hold a secret which the service does not show. */
export function secretsOf(live: S3Store): Path[] {
  const hasNoKeys = usesRole(live);
  return STORE_SECRETS.filter((path) =>
    path.length > 1 ? isGiven(valueAt(live, path)) : !hasNoKeys || path[0] === "uri",
  );
}

/** Some versions do not return the method: of a store with keys they then return masks. */
function usesRole({ s3AuthMethod, uri, awsAccessKey, awsSecretKey }: S3Store): boolean {
  const hasNoKeys = isGiven(uri) && !isGiven(awsAccessKey) && !isGiven(awsSecretKey);
  return s3AuthMethod === "IAM_ROLE" || (s3AuthMethod === undefined && hasNoKeys);
}
