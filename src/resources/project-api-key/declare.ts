/** How a program declares the roles of API keys in a project that exist. */

import { listProjectApiKeys } from "../../api/api-keys";
import type { Declaring } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { joinName, slug } from "../../core/export-names";
import type { ApiKey } from "../../fields/api-key";
import { withoutMark } from "../api-key/creation";
import type { ProjectKeyState } from "./definition";
import { argsOf, ID, rolesIn, stateOf } from "./definition";

export const declaringProjectKeys: Declaring<ApiKey, ProjectKeyState> = {
  listing: {
    what: "project API keys",
    isInProjects: true,
    option: { name: "project-api-keys", help: "export the roles of API keys in each project" },
    async list(api, projectId) {
      const keys = await listProjectApiKeys(api, projectId);
      return inStableOrder(keys.filter((key) => rolesIn(projectId, key).length > 0));
    },
    describe: ({ id }, projectId) => ({
      what: `project API key ${id}`,
      id: ID.idOf({ projectId, keyId: id }),
    }),
  },
  declare: ({ projectId, slug: prefix }, keys, unique) =>
    keys.map((live) => {
      const args = argsOf(projectId, live);
      return {
        name: unique(joinName(prefix, "key", slug(withoutMark(live.desc)))),
        id: ID.idOf(args),
        args: { ...args },
        state: stateOf(args, live),
      };
    }),
};
