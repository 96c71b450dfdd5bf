/** How a program declares the API keys of an organization that exist. */

import { listApiKeys } from "../../api/api-keys";
import type { Declaring } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { joinName, slug } from "../../core/export-names";
import type { ApiKey } from "../../fields/api-key";
import type { ApiKeyState } from "./definition";
import { argsOf, ID, stateOf } from "./definition";

/** A key with the id of its organization, which a response does not repeat. */
interface ListedKey {
  readonly id: string;
  readonly orgId: string;
  readonly live: ApiKey;
}

export const declaringApiKeys: Declaring<ListedKey, ApiKeyState> = {
  listing: {
    what: "API keys",
    isInProjects: false,
    option: {
      name: "api-keys",
      help: "export the API keys of this organization, without their private parts",
      value: { form: "<org>", pattern: /^[^/]+$/ },
    },
    async list(api, orgId) {
      // Others are keys of the whole service.
      const keys = (await listApiKeys(api, orgId)).filter((live) => argsOf(orgId, live).roles.length > 0);
      return inStableOrder(keys.map((live) => ({ id: live.id, orgId, live })));
    },
    describe: ({ orgId, id }) => ({ what: `API key ${id}`, id: ID.idOf({ orgId, keyId: id }) }),
  },
  declare: (_, keys, unique) =>
    keys.map(({ orgId, id, live }) => {
      const args = argsOf(orgId, live);
      return {
        name: unique(joinName("key", slug(args.desc))),
        id: ID.idOf({ orgId, keyId: id }),
        args: { ...args },
        comments: [
          {
            text: "The service shows a private key only when it is created, so the output privateKey is missing.",
          },
        ],
        state: stateOf(args, live),
      };
    }),
};
