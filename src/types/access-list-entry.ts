/** Generated from `src/fields/access-list-entry.ts` by `npm run generate`: change that. */

import type { Link } from "./link";

/**
 * An address or a range from which an API key may be used.
 * @see [API key access lists](https://www.mongodb.com/docs/ops-manager/current/reference/api/org-api-key-access-lists/)
 */
export interface AccessListEntry {
  /** The range in CIDR notation. A single address has `/32` (IPv6: `/128`). */
  cidrBlock?: string | undefined;
  /** The address; absent for a range. */
  ipAddress?: string | undefined;
  /** The number of requests from this address or range. */
  count?: number | undefined;
  /** When the entry was added, ISO 8601 in UTC. */
  created?: string | undefined;
  /** When the last request from this address or range arrived, ISO 8601 in UTC; absent before the first request. */
  lastUsed?: string | undefined;
  /** The address of the last request; absent before the first request. */
  lastUsedAddress?: string | undefined;
  /** Links to the entry and the API key. */
  links?: Link[] | undefined;
}
