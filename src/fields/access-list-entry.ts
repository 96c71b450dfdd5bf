/** Access lists: the fields of an entry. */

import type { Documented, Fields } from "./table";
import { LINKS } from "./table";

export const ACCESS_LIST_ENTRY = {
  cidrBlock: {
    type: "string",
    stable: true,
    doc: "The range in CIDR notation. A single address has `/32` (IPv6: `/128`).",
  },
  ipAddress: { type: "string", stable: true, doc: "The address; absent for a range." },
  count: { type: "number", readOnly: true, doc: "The number of requests from this address or range." },
  created: {
    type: "string",
    stable: true,
    readOnly: true,
    doc: "When the entry was added, ISO 8601 in UTC.",
  },
  lastUsed: {
    type: "string",
    readOnly: true,
    doc: "When the last request from this address or range arrived, ISO 8601 in UTC; absent before the first request.",
  },
  lastUsedAddress: {
    type: "string",
    readOnly: true,
    doc: "The address of the last request; absent before the first request.",
  },
  links: { ...LINKS, stable: true, doc: "Links to the entry and the API key." },
} as const satisfies Fields;

export const ACCESS_LIST_ENTRY_INTERFACES: readonly Documented[] = [
  {
    name: "AccessListEntry",
    doc: "An address or a range from which an API key may be used.",
    see: "[API key access lists](https://www.mongodb.com/docs/ops-manager/current/reference/api/org-api-key-access-lists/)",
    table: ACCESS_LIST_ENTRY,
    use: "response",
  },
];
