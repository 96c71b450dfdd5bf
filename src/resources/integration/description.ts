/** What an Integration is. */

import type { Description } from "../../core/description";
import { INTEGRATION, INTEGRATION_TYPES } from "../../fields/integration";
import { PROJECT_ID, SECRETS_VERSION, adoptOption } from "../../fields/options";
import type { Fields } from "../../fields/table";
import { omit } from "../../json";

const TYPES = Object.keys(INTEGRATION_TYPES);

const IDS = {
  projectId: PROJECT_ID,
  type: {
    type: "string",
    required: true,
    oneOf: TYPES,
    doc: `The type: ${TYPES.map((type) => `\`${type}\``).join(", ")}. It decides which arguments are required. A change replaces the resource.`,
  },
} as const satisfies Fields;

const OPTIONS = {
  secretsVersion: SECRETS_VERSION,
  adopt: adoptOption("an integration of this type that exists already"),
} as const satisfies Fields;

const OUTPUTS = {
  changedSecrets: {
    type: "strings",
    doc: "The paths of secrets that were changed outside Pulumi, as far as masks show it, never their values. The next `pulumi up` restores them.",
  },
} as const satisfies Fields;

export const INTEGRATION_DESCRIPTION: Description = {
  kind: "Integration",
  what: "integration",
  text: "The integration of a project with another service, of which a project has at most one of each type. Its keys and URLs are secret. An update sends what is declared; an argument that is removed keeps its value on the service. Destroying the resource deletes the integration; the service refuses that for a `WEBHOOK` that alert configurations use.",
  role: "Project Owner.",
  example: `new opsmanager.Integration("on-call", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  type: "PAGER_DUTY",
  serviceKey: config.requireSecret("pagerDutyKey"),
});`,
  ids: IDS,
  object: omit(INTEGRATION, ["type"]),
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same project.",
  lookUp: { object: "an existing integration, without its secrets", id: "`<projectId>/<type>`" },
  unique: Object.keys(IDS),
  encrypted: ["__written"],
};
