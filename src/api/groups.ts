/** `/groups`: the projects, which the API calls groups. */

import type { Fields, Link } from "../fields/table";
import { LINKS } from "../fields/table";
import type { ApiClient } from "../http/api-client";
import type { Page } from "./paging";
import { collect, pages } from "./paging";
import { pageSchema } from "./schema";

/** A project. */
export interface Group {
  id: string;
  name?: string | undefined;
  orgId?: string | undefined;
  links?: Link[] | undefined;
}

export const GROUP = {
  id: { type: "string", always: true, readOnly: true },
  name: { type: "string", readOnly: true },
  orgId: { type: "string", readOnly: true },
  links: LINKS,
} as const satisfies Fields;

const pageOfGroups = pageSchema<Group>(GROUP);

/** `GET /groups`: all projects that the key can read. */
export async function listGroups(api: ApiClient): Promise<Group[]> {
  return collect(groupPages(api));
}

export function groupPages(api: ApiClient): AsyncIterable<Page<Group>> {
  return pages(api, { path: "/groups" }, pageOfGroups);
}
