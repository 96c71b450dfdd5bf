/** What a ProjectApiKey is. */

import type { Description } from "../../core/description";
import { PROJECT_KEY_ROLES } from "../../fields/api-key";
import { adoptOption, PROJECT_ID } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  projectId: PROJECT_ID,
  keyId: {
    type: "string",
    required: true,
    doc: "The id of the key, such as the output `keyId` of an `ApiKey`. A change replaces the resource.",
  },
} as const satisfies Fields;

const OBJECT = {
  roles: {
    ...PROJECT_KEY_ROLES,
    doc: "The roles of the key in the project, in any order, such as `GROUP_READ_ONLY`. Another name, of a newer version of the service, is a warning.",
  },
} as const satisfies Fields;

const OPTIONS = {
  adopt: adoptOption("a key that has roles in the project already, and replaces them"),
} as const satisfies Fields;

const OUTPUTS = {
  publicKey: { type: "string", stable: true, doc: "The public part of the key." },
} as const satisfies Fields;

export const PROJECT_API_KEY_DESCRIPTION: Description = {
  kind: "ProjectApiKey",
  what: "project API key",
  text: "The roles of an API key of an organization in one of its projects. Destroying the resource takes the key out of the project; the key itself stays. The key with which a provider of the run signs in loses no role.",
  role: "Project Owner or Project User Admin.",
  example: `new opsmanager.ProjectApiKey("ci-shop", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  keyId: "60a2b7bde4b0c5571d3f8e05",
  roles: ["GROUP_AUTOMATION_ADMIN", "GROUP_READ_ONLY"],
});`,
  ids: IDS,
  object: OBJECT,
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same project and key.",
  lookUp: { object: "the roles of a key", id: "`<projectId>/<keyId>`" },
  unique: Object.keys(IDS),
};
