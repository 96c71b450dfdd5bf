/** How a program declares the entries of access lists. */

import type { AccessListEntry } from "../../api/access-list";
import { entryOf, listAccessList } from "../../api/access-list";
import type { Declaring } from "../../core/declaring";
import { inStableOrder, joinName, slug } from "../../core/declaring";
import { omit, pick } from "../../json";
import { accessListEntry, ID } from "./definition";
import type { EntryArgs, EntryIds, EntryState } from "./encoding";
import { ID_NAMES, stateOf, USE_FIELDS } from "./encoding";

/** An entry with the ids of its organization and its key, which a response does not repeat. */
interface ListedEntry extends EntryIds {
  readonly live: AccessListEntry;
}

/** The part of a key's id that stands for it in names. */
const KEY_DIGITS = 6;

export const declaringEntries: Declaring<ListedEntry, EntryState> = {
  listing: {
    what: "access list entries",
    option: {
      name: "access-list",
      help: "also export the access list of this API key",
      value: {
        form: "<org>/<key>",
        pattern: /^[^/]+\/[^/]+$/,
        async list(api, value) {
          const [orgId = "", apiKeyId = ""] = value.split("/");
          const entries = await listAccessList(api, orgId, apiKeyId);
          const listed = entries.map((live) => ({ orgId, apiKeyId, entry: entryOf(live), live }));
          return inStableOrder(listed.map((each) => ({ ...each, id: each.entry })));
        },
      },
    },
    describe(listed) {
      const id = ID.idOf(listed);
      const args: EntryArgs = pick(listed, ID_NAMES);
      const checked = { definition: accessListEntry, args, secrets: [] };
      return { what: `access list entry ${id}`, id, checked };
    },
  },
  declare: (_, entries, unique) =>
    entries.map((listed) => {
      const args = pick(listed, ID_NAMES);
      return {
        name: unique(joinName("access", args.apiKeyId.slice(-KEY_DIGITS), slug(args.entry))),
        id: ID.idOf(args),
        args,
        secrets: [],
        inputs: args,
        // The counters would differ in every export.
        state: stateOf(args, omit(listed.live, USE_FIELDS)),
      };
    }),
};
