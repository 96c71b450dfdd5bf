/** What a FeatureControl is. */

import type { Description } from "../../core/description";
import { FEATURE_CONTROL } from "../../fields/feature-control";
import { adoptOption, PROJECT_ID } from "../../fields/options";
import type { Fields } from "../../fields/table";
import { omit, pick } from "../../json";

const IDS = {
  projectId: PROJECT_ID,
} as const satisfies Fields;

const OPTIONS = {
  adopt: adoptOption("a project that another system manages"),
} as const satisfies Fields;

export const FEATURE_CONTROL_DESCRIPTION: Description = {
  kind: "FeatureControl",
  what: "feature control",
  text: "What the users of a project cannot do in the user interface, since another system manages it. A create is refused for a project that a system of another name manages, unless `adopt` is true: the Kubernetes operator of MongoDB writes its own again and again. Destroying the resource removes all policies, and keeps the name of the system.",
  role: "Project Owner.",
  example: `new opsmanager.FeatureControl("shop", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  externalManagementSystem: { name: "pulumi" },
  policies: [
    { policy: "DISABLE_SET_MONGOD_VERSION" },
    { policy: "DISABLE_SET_MONGOD_CONFIG", disabledParams: ["net.port", "net.tls.mode"] },
  ],
});`,
  ids: IDS,
  object: omit(FEATURE_CONTROL, ["created", "updated"]),
  options: OPTIONS,
  outputs: pick(FEATURE_CONTROL, ["created", "updated"]),
  moved: "A changed connection must lead to the same project.",
  lookUp: {
    object: "the existing feature control",
    id: "the id of the project",
    missing: "if nobody has set it",
  },
  unique: ["projectId"],
  encrypted: ["__written"],
};
