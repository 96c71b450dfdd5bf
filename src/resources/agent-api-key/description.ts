/** What an AgentApiKey is. */

import type { Description } from "../../core/description";
import { AGENT_API_KEY } from "../../fields/api-key";
import { KEY_ROTATION } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  projectId: { type: "string", required: true, doc: "The id of the project. A change replaces the key." },
} as const satisfies Fields;

const OBJECT = {
  desc: {
    ...AGENT_API_KEY.desc,
    always: true,
    doc: "What the key is for, in at most 974 characters. The service gets it with a mark of the provider at its end. A change replaces the key.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  keyId: {
    type: "string",
    stable: true,
    always: true,
    doc: "The id of the key, which is not secret.",
  },
  key: {
    type: "string",
    stable: true,
    secret: true,
    doc: "The key, which agents have as `mmsApiKey`. The service shows it once: it is `undefined` for a key that was imported or looked up.",
  },
  createdTime: {
    type: "number",
    stable: true,
    doc: "When the key was created, in milliseconds since 1970 in UTC.",
  },
} as const satisfies Fields;

export const AGENT_API_KEY_DESCRIPTION: Description = {
  kind: "AgentApiKey",
  what: "agent API key",
  text: "A key with which the agents of a project report to the service. The service shows it once, when it is created; the state keeps it as a secret. Keys do not change: every change replaces the key, and the new one exists before the old one is deleted. Destroying the resource deletes the key, which cuts off all agents that use it.",
  role: "Project Owner.",
  example: `const key = new opsmanager.AgentApiKey("agents", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  desc: "agents of the shop",
  rotation: "2026-11",
});

export const mmsApiKey = key.key;`,
  ids: IDS,
  object: OBJECT,
  options: { rotation: KEY_ROTATION },
  outputs: OUTPUTS,
  replaceOn: ["projectId", "desc", "rotation"],
  moved: "A changed connection must lead to the same key.",
  lookUp: { object: "an existing key, without the key itself", id: "`<projectId>/<keyId>`" },
};
