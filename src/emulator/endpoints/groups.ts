import { selfLink, type Context, type Route } from "../context";
import type { Project } from "../entities";
import { buildListBody } from "../paging";
import { mayReadProject } from "../permissions";
import { list } from "../reply";
import { GLOBAL_SCOPE } from "../store";

/** `GET /groups` (Ops Manager documentation, "Get All Projects"). */
export function groupRoutes(context: Context): Route[] {
  const { projects } = context.store.tables;
  const url = (): string => `${context.apiUrl()}/groups`;
  const row = ({ id, name, orgId }: Project): object => ({
    id,
    name,
    orgId,
    links: [selfLink(`${url()}/${id}`)],
  });
  return [
    {
      method: "GET",
      path: "/groups",
      handle(call) {
        const readable = projects.rows(GLOBAL_SCOPE).filter((project) => mayReadProject(call.key, project));
        return list(buildListBody(readable, row, url(), call.query));
      },
    },
  ];
}
