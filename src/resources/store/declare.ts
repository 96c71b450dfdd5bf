/** How a program declares the stores that exist. */

import { withoutDefaults } from "../../core/comparison";
import type { Declaring } from "../../core/declaring";
import { declarableFields, IMPORTED, inStableOrder } from "../../core/declaring";
import { slug } from "../../core/export-names";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { foldAdditional } from "../../fields/additional";
import type { Store } from "../../fields/store";
import { RARELY_RETURNED } from "../../fields/store";
import { publicArguments } from "../../fields/table";
import { isEmptyList, pick, textsIn, withoutUndefined } from "../../json";
import { isGiven } from "../../secrets/masks";
import { stateOf } from "./definition";
import type { StoreArgs, StoreState } from "./encoding";
import type { StoreKind } from "./kinds";
import { STORE_KINDS } from "./kinds";
import { WITHOUT_EFFECT } from "./requests";

export function declaringStores(store: StoreKind): Declaring<Store, StoreState> {
  const { what, api: stores, option } = store;
  return {
    listing: {
      what: `${what}s`,
      isInProjects: false,
      ...(option && { option }),
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
        const args = openArgs(store, live);
        const secrets = secretsOf(store, live);
        const marked = secrets.length > 0 ? { ...args, ...IMPORTED } : args;
        const name = unique(slug(live.id) || what.replaceAll(" ", "-"));
        return {
          name,
          id: live.id,
          args: { ...args },
          assumed: RARELY_RETURNED.filter((field) => live[field] === undefined && Object.hasOwn(args, field)),
          secrets: secrets.map((path) => ({
            path,
            key: `${name}.${path.join(".")}`,
            shown: textsIn(valueAt(live, path)).join(),
          })),
          state: stateOf(store, marked, live),
        };
      }),
  };
}

/** The arguments of an existing store, without secrets and defaults. */
function openArgs({ fields: { table, open: names }, argumentsOf }: StoreKind, live: Store): StoreArgs {
  const { labels, assignmentEnabled } = live;
  const { s3RegionOverride, customCertificates, ...further } = argumentsOf(live);
  const open = withoutDefaults(table, { ...publicArguments(table, live), ...further });
  // Whether backups use a store should not depend on a default.
  const args = pick({ ...open, ...further, s3RegionOverride, customCertificates, assignmentEnabled }, names);
  return withoutUndefined({
    storeId: live.id,
    ...args,
    labels: isEmptyList(labels) ? undefined : labels?.toSorted(),
    ...declarableFields(foldAdditional(table, live), WITHOUT_EFFECT),
  }) as StoreArgs;
}

/** The arguments that hold a secret which the service does not show. */
export function secretsOf({ fields, hasNoKeys }: StoreKind, live: Store): Path[] {
  const isWithoutKeys = hasNoKeys(live);
  return fields.secrets.filter((path) =>
    path.length > 1 ? isGiven(valueAt(live, path)) : !isWithoutKeys || path[0] === "uri",
  );
}
