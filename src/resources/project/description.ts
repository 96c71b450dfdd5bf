/** What a Project is. */

import type { Description } from "../../core/description";
import { GROUP_MAPPINGS, PROJECT } from "../../fields/project";
import type { Fields } from "../../fields/table";
import { LINKS } from "../../fields/table";
import { pick } from "../../json";

const OBJECT = {
  name: {
    ...PROJECT.name,
    doc: "The display name, which is unique in the organization. A change renames the project; its id stays.",
  },
  orgId: {
    ...PROJECT.orgId,
    doc: "The id of the organization. A change replaces the project, and is refused unless `allowDelete` is true in the state.",
  },
  tags: {
    ...PROJECT.tags,
    doc: "The tags, in any order: at most 10, each of 1 to 32 characters `A-Z`, `0-9`, `.`, `_`, `-`.",
    otherwise: "none, and those of an imported project are left as they are",
  },
  ...pick(PROJECT, GROUP_MAPPINGS),
} as const satisfies Fields;

const OPTIONS = {
  withDefaultAlertsSettings: {
    type: "boolean",
    default: false,
    doc: "Whether the service creates its default alert configurations in the new project, which no program declares. A later change has no effect.",
  },
  allowDelete: {
    type: "boolean",
    default: false,
    doc: "Whether a destroy, or a replacement, may delete the project with everything in it. It counts once an update has recorded it in the state.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  projectId: {
    type: "string",
    stable: true,
    always: true,
    doc: "The id of the project, which is also the id of the resource.",
  },
  agentApiKey: {
    type: "string",
    stable: true,
    secret: true,
    doc: "The key of the agents of the project; `undefined` if the service has not shown it.",
  },
  links: {
    type: LINKS.type,
    stable: true,
    always: true,
    doc: "Links to the project and related objects; as of the last write or of a refresh that found a change.",
  },
} as const satisfies Fields;

export const PROJECT_DESCRIPTION: Description = {
  kind: "Project",
  what: "project",
  text: "A project of an organization. Other resources take its `id` as their `projectId`: a preview knows it, except for a new project. Destroying the resource is refused unless `allowDelete` is true. Then it deletes the project with its alert configurations, keys and monitoring data, and waits until it is gone; the service refuses that while backups are active.",
  role: "Organization Owner or Organization Project Creator to create it, Project Owner to change and delete it. To change its tags: Global Owner or Project Automation Admin, depending on the version. To change its group mappings: Organization Owner or Global Owner.",
  example: `const project = new opsmanager.Project("shop", {
  name: "shop-production",
  orgId: config.require("orgId"),
  tags: ["TEAM-SHOP", "PRODUCTION"],
});

new opsmanager.AlertConfig("no-primary", {
  projectId: project.id,
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0 }],
});`,
  ids: {},
  replaceOn: ["orgId"],
  object: OBJECT,
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same project.",
  lookUp: { object: "an existing project", id: "the id of the project" },
  unique: ["orgId", "name"],
  inIds: ["orgId"],
};
