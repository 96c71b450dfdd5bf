/** How a program declares the projects that exist. */

import { getProject } from "../../api/projects";
import type { Declaring } from "../../core/declaring";
import { inStableOrder, joinName } from "../../core/declaring";
import type { Project } from "../../fields/project";
import { PROJECT } from "../../fields/project";
import { publicFields } from "../../fields/table";
import { isEmptyList, pick, withoutUndefined } from "../../json";
import type { ProjectArgs, ProjectState } from "./definition";
import { argsOf, project, stateOf } from "./definition";

export const declaringProjects: Declaring<Project, ProjectState> = {
  listing: {
    what: "projects",
    option: { name: "projects", help: "export each project also as a Project resource" },
    ofProject: async (api, projectId) => {
      const live = await getProject(api, projectId);
      return live === undefined ? [] : [inStableOrder(live)];
    },
    describe: (live) => ({
      what: `project ${live.id}`,
      id: live.id,
      checked: { definition: project, args: argsOf(live), secrets: [] },
    }),
  },
  declare: ({ slug }, projects, unique) =>
    projects.map((live) => {
      const { tags, ...rest } = pick(argsOf(live), ["name", "orgId", "tags"]);
      const args = withoutUndefined({ ...rest, tags: isEmptyList(tags) ? undefined : tags });
      const complete: ProjectArgs = { ...argsOf(live), ...args };
      return {
        name: unique(joinName(slug, "project")),
        id: live.id,
        isProject: true,
        args,
        secrets: [],
        inputs: args,
        state: stateOf(complete, publicFields(PROJECT, live)),
      };
    }),
};
