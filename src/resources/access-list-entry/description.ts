/** What an AccessListEntry is. */

import type { Description } from "../../core/description";
import { ACCESS_LIST_ENTRY } from "../../fields/access-list-entry";
import { adoptOption } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  orgId: { type: "string", required: true, doc: "The id of the organization. A change replaces the entry." },
  apiKeyId: {
    type: "string",
    required: true,
    doc: "The id of the API key, not its public part. A change replaces the entry.",
  },
  entry: {
    type: "string",
    required: true,
    doc: "An address or a CIDR block, of IPv4 or IPv6. An address and its `/32` (IPv6: `/128`) are the same entry; the host bits of a block count. A change replaces the entry, another spelling does not.",
  },
} as const satisfies Fields;

const OPTIONS = {
  adopt: adoptOption("an entry that exists already"),
} as const satisfies Fields;

export const ACCESS_LIST_ENTRY_DESCRIPTION: Description = {
  kind: "AccessListEntry",
  what: "access list entry",
  text: "An entry of the access list of an organization API key. As soon as the list has an entry, the key may be used only from the addresses in the list. A replacement adds the new entry before it removes the old one. Destroying the resource removes the entry; the service refuses that if the request comes with the same key from an address that no other entry contains. What the service counts (`count`, `lastUsed`, `lastUsedAddress`) is as of the creation or the import.",
  role: "Organization Owner. A key needs no role to change its own access list.",
  example: `new opsmanager.AccessListEntry("office", {
  orgId: "60a2b7b1e4b0c5571d3f8e01",
  apiKeyId: "60a2b7bde4b0c5571d3f8e05",
  entry: "10.20.0.0/16",
});`,
  ids: IDS,
  object: {},
  options: OPTIONS,
  outputs: ACCESS_LIST_ENTRY,
  moved: "A changed connection must lead to the same entry.",
  lookUp: { object: "an existing entry", id: "`<orgId>/<apiKeyId>/<entry>`" },
  unique: Object.keys(IDS),
};
