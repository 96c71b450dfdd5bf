/** What an ApiKey is. */

import type { Description } from "../../core/description";
import { API_KEY, ORG_KEY_ROLES } from "../../fields/api-key";
import { KEY_ROTATION } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  orgId: { type: "string", required: true, doc: "The id of the organization. A change replaces the key." },
} as const satisfies Fields;

const OBJECT = {
  desc: {
    ...API_KEY.desc,
    always: true,
    doc: "What the key is for, in at most 224 characters. The service gets it with a mark of the provider at its end.",
  },
  roles: {
    ...ORG_KEY_ROLES,
    doc: "The roles in the organization, in any order, such as `ORG_MEMBER` or `ORG_OWNER`. Those in projects are left as they are: a `ProjectApiKey` has them. Another name, of a newer version of the service, is a warning.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  keyId: {
    type: "string",
    stable: true,
    always: true,
    doc: "The id of the key, which an `AccessListEntry` and a `ProjectApiKey` take.",
  },
  publicKey: { type: "string", stable: true, doc: "The public part, which is the user name of HTTP Digest." },
  privateKey: {
    type: "string",
    stable: true,
    secret: true,
    doc: "The private part. The service shows it once: it is `undefined` for a key that was imported or looked up.",
  },
} as const satisfies Fields;

export const API_KEY_DESCRIPTION: Description = {
  kind: "ApiKey",
  what: "API key",
  text: "An API key of an organization. The service shows its private part once, when it is created; the state keeps it as a secret. A replacement creates the new key before it deletes the old one. Destroying the resource deletes the key with its access list and its roles in projects, and reads whether it is gone. The key with which a provider of the run signs in is neither deleted nor loses a role.",
  role: "Organization Owner.",
  example: `const key = new opsmanager.ApiKey("ci", {
  orgId: config.require("orgId"),
  desc: "release pipeline",
  roles: ["ORG_MEMBER"],
});

new opsmanager.ProjectApiKey("ci-shop", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  keyId: key.keyId,
  roles: ["GROUP_AUTOMATION_ADMIN"],
});`,
  ids: IDS,
  object: OBJECT,
  options: { rotation: KEY_ROTATION },
  outputs: OUTPUTS,
  replaceOn: ["orgId", "rotation"],
  moved: "A changed connection must lead to the same key.",
  lookUp: { object: "an existing key, without its private part", id: "`<orgId>/<keyId>`" },
};
