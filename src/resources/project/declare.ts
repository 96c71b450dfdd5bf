/** How a program declares the projects that exist. */

import { getProject } from "../../api/projects";
import type { Declaring } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { joinName } from "../../core/export-names";
import type { Project } from "../../fields/project";
import { PROJECT } from "../../fields/project";
import { publicFields } from "../../fields/table";
import type { ProjectState } from "./definition";
import { argsOf, stateOf } from "./definition";

export const declaringProjects: Declaring<Project, ProjectState> = {
  listing: {
    what: "projects",
    option: { name: "projects", help: "export each project also as a Project resource" },
    isInProjects: true,
    list: async (api, projectId) =>
      [await getProject(api, projectId)].flatMap((live) => inStableOrder(live) ?? []),
    describe: ({ id }) => ({ what: `project ${id}`, id }),
    absent: (_, __, text) => `${text} Its id is its projectId, not its name.`,
  },
  declare: ({ slug }, projects, unique) =>
    projects.map((live) => {
      const { tags = [], ...others } = argsOf(live);
      const args = { ...others, ...(tags.length > 0 && { tags }) };
      const state = stateOf({ ...argsOf(live), ...args }, publicFields(PROJECT, live));
      const resource = { name: unique(joinName(slug, "project")), id: live.id, isProject: true };
      return { ...resource, args, state };
    }),
};
