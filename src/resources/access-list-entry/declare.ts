/** How a program declares the entries of access lists. */

import type { AccessListEntry } from "../../api/access-list";
import { entryOf, listAccessList } from "../../api/access-list";
import type { Declaring } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { joinName, slug } from "../../core/export-names";
import { omit, pick } from "../../json";
import type { EntryIds, EntryState } from "./definition";
import { ID, ID_NAMES, stateOf } from "./definition";

/** What the service counts: never a difference. */
const USE_FIELDS = ["count", "lastUsed", "lastUsedAddress"] as const;

/** An entry with the ids of its organization and its key, which a response does not repeat. */
interface ListedEntry extends EntryIds {
  readonly live: AccessListEntry;
}

/** The part of a key's id that stands for it in names. */
const KEY_DIGITS = 6;

export const declaringEntries: Declaring<ListedEntry, EntryState> = {
  listing: {
    what: "access list entries",
    isInProjects: false,
    option: {
      name: "access-list",
      help: "also export the access list of this API key",
      value: { form: "<org>/<key>", pattern: /^[^/]+\/[^/]+$/ },
    },
    async list(api, key) {
      const [orgId = "", apiKeyId = ""] = key.split("/");
      const entries = await listAccessList(api, orgId, apiKeyId);
      const listed = entries.map((live) => ({ orgId, apiKeyId, entry: entryOf(live), live }));
      return inStableOrder(listed.map((each) => ({ ...each, id: each.entry })));
    },
    describe: (listed) => ({ what: `access list entry ${ID.idOf(listed)}`, id: ID.idOf(listed) }),
  },
  declare: (_, entries, unique) =>
    entries.map((listed) => {
      const args = pick(listed, ID_NAMES);
      return {
        name: unique(joinName("access", args.apiKeyId.slice(-KEY_DIGITS), slug(args.entry))),
        id: ID.idOf(args),
        args,
        // The counters would differ in every export.
        state: stateOf(args, omit(listed.live, USE_FIELDS)),
      };
    }),
};
