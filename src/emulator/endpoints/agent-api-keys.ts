import { randomBytes } from "node:crypto";
import { param, type RoutedRequest, type Context, type Route } from "../context";
import type { AgentApiKey } from "../entities";
import { serviceError } from "../errors";
import { readFields } from "../fields";
import { isId, newId } from "../ids";
import { compact } from "../json";
import { requireProjectRole, requireReadableProject } from "../permissions";
import { empty, one } from "../reply";

const COLLECTION = "/groups/{projectId}/agentapikeys";
const LONGEST_DESC = 1000;

/**
 * `/groups/{projectId}/agentapikeys` (Ops Manager documentation, "Agent API Keys"). The list is an array without pages, and
 * there is no request for one key.
 */
export function agentApiKeyRoutes(context: Context): Route[] {
  const { agentApiKeys, projects } = context.store.tables;
  const { settings } = context;

  const view = ({ id, groupId: _, ...fields }: AgentApiKey): object => {
    const { createdBy, createdIpAddr, createdTime, createdUserId, desc, key } = fields;
    return compact({ _id: id, createdBy, createdIpAddr, createdTime, createdUserId, desc, key });
  };
  // Of the same length for every key.
  const masked = (key: AgentApiKey): object => view({ ...key, key: "*".repeat(28) + key.key.slice(-4) });

  const find = (request: RoutedRequest, groupId: string): AgentApiKey => {
    const id = param(request, "keyId");
    if (!isId(id)) throw serviceError("INVALID_KEY_ID", id);
    const key = agentApiKeys.get(groupId, id);
    if (key === undefined) throw serviceError("AGENT_API_KEY_NOT_FOUND", id);
    return key;
  };

  return [
    {
      method: "GET",
      path: COLLECTION,
      handle: (request) => one(agentApiKeys.rows(requireReadableProject(context, request).id).map(masked)),
    },
    {
      method: "POST",
      path: COLLECTION,
      body: "json",
      handle(request) {
        const { id: groupId } = requireProjectRole(context, request, "GROUP_OWNER");
        const rules = { desc: { type: "string", required: true } } as const;
        const { desc } = readFields(request.body, rules, {
          readOnly: ["_id", "createdBy", "createdIpAddr", "createdTime", "createdUserId", "key"],
        });
        if (desc === "" || desc.length > LONGEST_DESC) throw serviceError("INVALID_ATTRIBUTE", "desc");
        const key: AgentApiKey = {
          id: newId(context.now()),
          groupId,
          desc,
          key: randomBytes(20).toString("hex"),
          createdBy: "PUBLIC_API",
          createdTime: context.now(),
          createdUserId: request.key.id,
          createdIpAddr: request.address,
        };
        agentApiKeys.set(key);
        return one(view(key), settings.createdStatus);
      },
    },
    {
      method: "DELETE",
      path: `${COLLECTION}/{keyId}`,
      handle(request) {
        const project = requireProjectRole(context, request, "GROUP_OWNER");
        const key = find(request, project.id);
        agentApiKeys.delete(project.id, key.id);
        const { agentApiKey, ...rest } = project;
        if (agentApiKey === key.key) projects.set(rest);
        return empty(settings.deletedStatus);
      },
    },
  ];
}
