/** `/groups/{project_id}/agentapikeys`: the keys with which the agents of a project report to the service. */

import type { AgentApiKey } from "../fields/api-key";
import { AGENT_API_KEY } from "../fields/api-key";
import type { ApiClient } from "../http/api-client";
import { isPlainObject, omit } from "../json";
import { path, sendDelete } from "./common";
import { responseSchema } from "./schema";

/** The service calls the id `_id`, and some versions return the time as a text. */
function modernize(key: unknown): unknown {
  if (!isPlainObject(key)) return key;
  const { _id, id = _id, createdTime } = key;
  return { ...omit(key, ["_id"]), id, createdTime: millisecondsOf(createdTime) };
}

/** A time of another form is left out: nothing depends on it. */
function millisecondsOf(time: unknown): number | undefined {
  if (typeof time !== "string") return typeof time === "number" ? time : undefined;
  return [Number(time), Date.parse(time)].find((each) => time !== "" && !Number.isNaN(each));
}

const one = responseSchema<AgentApiKey>(AGENT_API_KEY, modernize);
/** The list is an array, without pages. */
const all = responseSchema<{ keys: AgentApiKey[] }>(
  { keys: { type: { list: AGENT_API_KEY }, always: true } },
  (list) => ({ keys: Array.isArray(list) ? list.map(modernize) : list }),
);

const listPath = (projectId: string): string => path`/groups/${projectId}/agentapikeys`;

/** `GET /groups/{project_id}/agentapikeys`: all keys of the project, masked. */
export async function listAgentApiKeys(api: ApiClient, projectId: string): Promise<AgentApiKey[]> {
  return (await api.request({ method: "GET", path: listPath(projectId), schema: all })).keys;
}

/** Finds a key in that list: the service does not read one by itself. `undefined` when it does not exist. */
export async function getAgentApiKey(
  api: ApiClient,
  projectId: string,
  id: string,
): Promise<AgentApiKey | undefined> {
  return (await listAgentApiKeys(api, projectId)).find((key) => key.id === id);
}

/** `POST /groups/{project_id}/agentapikeys`: the response alone has the key in clear. */
export async function createAgentApiKey(
  api: ApiClient,
  projectId: string,
  desc: string,
): Promise<AgentApiKey> {
  return api.request({ method: "POST", path: listPath(projectId), json: { desc }, schema: one });
}

/** `DELETE /groups/{project_id}/agentapikeys/{id}`. @returns whether the response shows that it is gone */
export async function deleteAgentApiKey(api: ApiClient, projectId: string, id: string): Promise<boolean> {
  return sendDelete(api, listPath(projectId) + path`/${id}`);
}
