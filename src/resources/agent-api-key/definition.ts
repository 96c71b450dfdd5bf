/** How a key of agents is created, read and deleted. The service does not change one. */

import {
  createAgentApiKey,
  deleteAgentApiKey,
  getAgentApiKey,
  listAgentApiKeys,
} from "../../api/agent-api-keys";
import { confirmDeletion, orUndefined } from "../../api/common";
import { sharedReads } from "../../core/batched-reads";
import { comparisonOf } from "../../core/comparison";
import type { Connection } from "../../core/connections";
import { importedObject } from "../../core/converge";
import type { Adoption, CommonArgs, ResourceDefinition } from "../../core/definition";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import { idProblems } from "../../core/problems";
import { idOfParts } from "../../core/resource-id";
import { rowsOf } from "../../core/rows";
import type { AgentApiKey } from "../../fields/api-key";
import { AGENT_DESC_LENGTH } from "../../fields/api-key";
import type { ApiClient } from "../../http/api-client";
import { knownValue } from "../../unknowns";
import type { KeyRequests } from "../api-key/creation";
import { createKey, markedText, previewOfKey, withoutMark } from "../api-key/creation";
import { missingSecret, placeProblems } from "../api-key/importing";
import { AGENT_API_KEY_DESCRIPTION } from "./description";

const { kind, what, object: OBJECT } = AGENT_API_KEY_DESCRIPTION;

export const ID = idOfParts(["projectId", "keyId"]);

interface KeyArgs extends CommonArgs {
  readonly projectId: string;
  readonly desc: string;
  readonly rotation?: string | undefined;
}

interface Service {
  readonly keyId: string;
  /** Only the response to the creation has it. */
  readonly key?: string | undefined;
  readonly createdTime?: number | undefined;
}

export type AgentKeyState = PlainState<KeyArgs, Service>;

const requestsFor = (api: ApiClient, projectId: string): KeyRequests<AgentApiKey> => ({
  kind,
  what,
  placeId: projectId,
  list: async () => listAgentApiKeys(api, projectId),
  create: async (desc) => createAgentApiKey(api, projectId, desc),
  delete: async (id) => deleteAgentApiKey(api, projectId, id),
  secretOf: ({ key }) => key,
});

/** The reads of the keys of a project, which the service only lists. */
function readsOf(connection: Pick<Connection, "api" | "once">, projectId: string) {
  return sharedReads(connection, `agent API keys of ${projectId}`, (api) => ({
    list: async () => listAgentApiKeys(api, projectId),
    get: async (id) => getAgentApiKey(api, projectId, id),
    idOf: ({ id }) => id,
  }));
}

async function find(
  connection: Pick<Connection, "api" | "once">,
  id: string,
): Promise<AgentApiKey | undefined> {
  const { projectId, keyId } = ID.split(id);
  return orUndefined(readsOf(connection, projectId).read(keyId));
}

const adoption: Adoption<KeyArgs, AgentKeyState, AgentApiKey> = {
  what,
  instead: "omit the option import, so that another key is created",
  missing: missingSecret(what, "key"),
  find,
  compare: ({ desc }, live) =>
    comparisonOf(rowsOf(OBJECT, { declared: { desc }, expected: { desc }, live: argsOf("", live) })),
  stateOf: (args, live) => stateOf(args, live),
};

export const agentApiKey: ResourceDefinition<KeyArgs, AgentKeyState> = {
  ...AGENT_API_KEY_DESCRIPTION,
  ...plainForm(AGENT_API_KEY_DESCRIPTION),
  rules: () => ({ desc: markedText(AGENT_DESC_LENGTH) }),

  validate(args) {
    const { projectId } = knownValue(args) ?? {};
    return [
      ...idProblems(["projectId"], projectId),
      ...placeProblems(args, "projectId", projectId, (id) => ID.split(id).projectId),
    ];
  },

  claims: importedObject,
  adoption,

  preview: async (context, olds, { projectId }) =>
    previewOfKey(context, olds, requestsFor(context.api, projectId)),

  sameMeaning: (a, b) => a.projectId === b.projectId && a.desc === b.desc && a.rotation === b.rotation,

  async create(context, args) {
    const { projectId, desc } = args;
    const requests = requestsFor(context.api, projectId);
    const create = async (): Promise<AgentApiKey> => createKey(context, desc, requests);
    const live = await readsOf(context, projectId).writing(create);
    return { id: ID.idOf({ projectId, keyId: live.id }), state: stateOf(args, live, live.key) };
  },

  async read(context, id, state) {
    const live = await find(context, id);
    if (live === undefined) return undefined;
    if (state === undefined) return stateOf(argsOf(ID.split(id).projectId, live), live);
    const { desc } = argsOf("", live);
    return desc === state.args.desc ? state : { ...state, args: { ...state.args, desc } };
  },

  /** Only `connection` and `rotation` can change without a replacement. */
  update: async (_context, _id, olds, args) => ({ ...olds, args }),

  async delete(context, id) {
    const { projectId, keyId } = ID.split(id);
    const remove = async () => deleteAgentApiKey(context.api, projectId, keyId);
    const read = async () => getAgentApiKey(context.api, projectId, keyId);
    const deletion = readsOf(context, projectId).writing(async () =>
      confirmDeletion(remove(), `the ${what} ${id}`, read, context.pause),
    );
    await orUndefined(deletion);
  },
};

/** The arguments of an existing key. */
export function argsOf(projectId: string, { desc }: AgentApiKey): KeyArgs {
  return { projectId, desc: withoutMark(desc) };
}

/** @param key the key in clear, which a list does not show */
export function stateOf(args: KeyArgs, live: AgentApiKey, key?: string): AgentKeyState {
  const { id: keyId, createdTime } = live;
  return { args, service: { keyId, key, createdTime }, kept: {} };
}
