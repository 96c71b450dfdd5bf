/** How a program declares the oplog stores that exist. */

import { listOplogS3Configs } from "../../api/oplog-s3-configs";
import type { Declaring } from "../../core/declaring";
import { inOneOrder, slug } from "../../core/declaring";
import { withInputNames } from "../../dynamic/inputs";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import { oplogS3Config, stateOf } from "./definition";
import type { StoreState } from "./encoding";
import { existingStore } from "./existing";

export const declaringStores: Declaring<OplogS3Config, StoreState> = {
  listing: {
    what: "oplog stores",
    ofService: async (api) => inOneOrder(await listOplogS3Configs(api)),
    describe(live) {
      const { args, secrets } = existingStore(live);
      return {
        what: `oplog store ${live.id}`,
        reasons: [],
        checked: { definition: oplogS3Config, args, secrets },
      };
    },
  },
  declare: (_, stores, unique) =>
    stores.map((live) => {
      const { args, secrets, assumed } = existingStore(live);
      const name = unique(slug(live.id) || "oplog-store");
      const marked = { ...args, imported: true };
      return {
        name,
        id: live.id,
        args: { ...args },
        assumed,
        secrets: secrets.map((path) => ({ key: `${name}.${path.join(".")}`, path })),
        inputs: withInputNames(marked),
        state: stateOf(marked, live),
      };
    }),
};
