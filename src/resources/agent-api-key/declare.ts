/** How a program declares the keys of agents that exist. */

import { listAgentApiKeys } from "../../api/agent-api-keys";
import type { Declaring } from "../../core/declaring";
import { inStableOrder } from "../../core/declaring";
import { joinName, slug } from "../../core/export-names";
import type { AgentApiKey } from "../../fields/api-key";
import type { AgentKeyState } from "./definition";
import { argsOf, ID, stateOf } from "./definition";

export const declaringAgentKeys: Declaring<AgentApiKey, AgentKeyState> = {
  listing: {
    what: "agent API keys",
    isInProjects: true,
    option: {
      name: "agent-api-keys",
      help: "export the keys of the agents of each project, without the keys themselves",
    },
    list: async (api, projectId) => inStableOrder(await listAgentApiKeys(api, projectId)),
    describe: ({ id }, projectId) => ({
      what: `agent API key ${id}`,
      id: ID.idOf({ projectId, keyId: id }),
    }),
  },
  declare: (place, keys, unique) =>
    keys.map((live) => {
      const { projectId } = place;
      const args = argsOf(projectId, live);
      return {
        name: unique(joinName(place.slug, "agents", slug(args.desc))),
        id: ID.idOf({ projectId, keyId: live.id }),
        args: { ...args },
        comments: [
          { text: "The service shows a key only when it is created, so the output key is missing." },
        ],
        state: stateOf(args, live),
      };
    }),
};
