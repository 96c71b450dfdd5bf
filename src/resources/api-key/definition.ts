/** How an API key of an organization is created, read, changed and deleted. */

import {
  createApiKey,
  deleteApiKey,
  getApiKey,
  listApiKeys,
  provesNoKey,
  updateApiKey,
} from "../../api/api-keys";
import { confirmDeletion, orReadBack, orUndefined } from "../../api/common";
import { sharedReads } from "../../core/batched-reads";
import { comparisonOf, isDifferent, withLiveValues } from "../../core/comparison";
import type { Connection } from "../../core/connections";
import { importedObject } from "../../core/converge";
import type { Adoption, CommonArgs, ResourceDefinition } from "../../core/definition";
import { fieldProblems } from "../../core/field-problems";
import { keyOf } from "../../core/key";
import { maybeNotTaken, notTakenIn } from "../../core/not-taken";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import { idProblems } from "../../core/problems";
import { idOfParts } from "../../core/resource-id";
import type { Row } from "../../core/rows";
import { rowsOf } from "../../core/rows";
import { isUnknownOutcome } from "../../errors";
import type { ApiKey } from "../../fields/api-key";
import { API_KEY_DESC_LENGTH } from "../../fields/api-key";
import type { ApiClient } from "../../http/api-client";
import { withoutUndefined } from "../../json";
import { knownValue } from "../../unknowns";
import type { KeyRequests } from "./creation";
import { createKey, markedText, markOf, previewOfKey, withoutMark } from "./creation";
import { API_KEY_DESCRIPTION } from "./description";
import { missingSecret, placeProblems } from "./importing";
import { refuseFewerRoles, refuseOwnKey } from "./own-key";

const { kind, what, object: OBJECT } = API_KEY_DESCRIPTION;

export const ID = idOfParts(["orgId", "keyId"]);

interface KeyArgs extends CommonArgs {
  readonly orgId: string;
  readonly desc: string;
  readonly roles: readonly string[];
  readonly rotation?: string | undefined;
}

interface Service extends Pick<ApiKey, "publicKey"> {
  readonly keyId: string;
  /** Only the response to the creation has it. */
  readonly privateKey?: string | undefined;
}

interface Kept {
  /** The mark at the end of the description. */
  readonly mark: string;
}

export type ApiKeyState = PlainState<KeyArgs, Service, Kept>;

const requestsFor = (
  api: ApiClient,
  { orgId, roles }: Pick<KeyArgs, "orgId" | "roles">,
): KeyRequests<ApiKey> => ({
  kind,
  what,
  placeId: orgId,
  list: async () => listApiKeys(api, orgId),
  create: async (desc) => createApiKey(api, orgId, { desc, roles }),
  delete: async (id) => deleteApiKey(api, orgId, id),
  secretOf: ({ privateKey }) => privateKey,
});

function readsOf(connection: Pick<Connection, "api" | "once">, orgId: string) {
  return sharedReads(connection, `API keys of ${orgId}`, (api) => ({
    list: async () => listApiKeys(api, orgId),
    get: async (id) => getApiKey(api, orgId, id),
    idOf: ({ id }) => id,
  }));
}

async function find(connection: Pick<Connection, "api" | "once">, id: string): Promise<ApiKey | undefined> {
  const { orgId, keyId } = ID.split(id);
  return readsOf(connection, orgId).read(keyId);
}

const adoption: Adoption<KeyArgs, ApiKeyState, ApiKey> = {
  what,
  instead: "import it as it is, and change it with the next `pulumi up`",
  missing: missingSecret(what, "privateKey"),
  find,
  compare: (args, live) => comparisonOf(rowsOfKey(args, live)),
  stateOf: (args, live) => stateOf(args, live),
};

export const apiKey: ResourceDefinition<KeyArgs, ApiKeyState> = {
  ...API_KEY_DESCRIPTION,
  ...plainForm(API_KEY_DESCRIPTION),
  rules: () => ({ desc: markedText(API_KEY_DESC_LENGTH) }),

  validate(args, { settings }) {
    const { orgId } = knownValue(args) ?? {};
    return [
      ...idProblems(["orgId"], orgId),
      ...fieldProblems(OBJECT, args, settings.strictCatalog),
      ...placeProblems(args, "orgId", orgId, (id) => ID.split(id).orgId),
    ];
  },

  claims: importedObject,
  adoption,

  preview: async (context, olds, args) => previewOfKey(context, olds, requestsFor(context.api, args)),

  sameMeaning: (a, b) =>
    a.orgId === b.orgId &&
    a.rotation === b.rotation &&
    keyOf(OBJECT, a, { secrets: false }) === keyOf(OBJECT, b, { secrets: false }),

  async create(context, args) {
    const { orgId, desc } = args;
    const requests = requestsFor(context.api, args);
    const create = async (): Promise<ApiKey> => createKey(context, desc, requests);
    const live = await readsOf(context, orgId).writing(create);
    return { id: ID.idOf({ orgId, keyId: live.id }), state: stateOf(args, live, live.privateKey) };
  },

  async read(context, id, state) {
    const live = await find(context, id);
    if (live === undefined) return undefined;
    if (state === undefined) return stateOf(argsOf(ID.split(id).orgId, live), live);
    const rows = rowsOfKey(state.args, live);
    if (!rows.some(isDifferent) && state.notTaken === undefined) return state;
    return { args: withLiveValues(state.args, rows), service: state.service, kept: state.kept };
  },

  async update(context, id, olds, args) {
    const { orgId, keyId } = ID.split(id);
    const isSame = keyOf(OBJECT, args, { secrets: false }) === keyOf(OBJECT, olds.args, { secrets: false });
    if (isSame && olds.args.rotation !== args.rotation) return { ...olds, args };
    const { api } = context;
    const read = async (): Promise<ApiKey | undefined> => getApiKey(api, orgId, keyId);
    const { publicKey, privateKey } = olds.service;
    const rolesNow = async () => rolesIn(orgId, (await read()) ?? {});
    await refuseFewerRoles(context, publicKey, `${what} ${id}`, args.roles, rolesNow);
    const body = { desc: args.desc + olds.kept.mark, roles: args.roles };
    const write = async (): Promise<ApiKey> =>
      orReadBack(
        updateApiKey(api, orgId, keyId, body),
        read,
        (live) => !rowsOfKey(args, live).some(isDifferent),
        isUnknownOutcome,
      );
    const live = await readsOf(context, orgId).writing(write);
    return stateOf(args, { publicKey, ...withoutUndefined(live) }, privateKey);
  },

  async delete(context, id, { service }) {
    const { orgId, keyId } = ID.split(id);
    refuseOwnKey(context, service.publicKey, `${what} ${id}`, "be deleted");
    const remove = async (): Promise<boolean> => {
      await deleteApiKey(context.api, orgId, keyId);
      // Some services answer without an error, and the key stays in use: only a read shows that it is gone.
      return false;
    };
    const read = async (): Promise<ApiKey | undefined> => getApiKey(context.api, orgId, keyId);
    const deletion = readsOf(context, orgId).writing(async () =>
      confirmDeletion(remove(), `the ${what} ${id}`, read, context.pause),
    );
    await orUndefined(deletion, provesNoKey);
  },
};

/** The roles of a key in an organization. */
function rolesIn(orgId: string, { roles = [] }: Pick<ApiKey, "roles">): string[] {
  return roles.filter((role) => role.orgId === orgId).map(({ roleName }) => roleName);
}

/** The arguments of an existing key. */
export function argsOf(orgId: string, live: ApiKey): KeyArgs {
  return { orgId, desc: withoutMark(live.desc), roles: rolesIn(orgId, live) };
}

function rowsOfKey(args: KeyArgs, live: ApiKey): Row[] {
  return rowsOf(OBJECT, { declared: args, expected: args, live: argsOf(args.orgId, live) });
}

/** @param privateKey the private part in clear, which later responses do not show */
export function stateOf(args: KeyArgs, live: ApiKey, privateKey?: string): ApiKeyState {
  const { id: keyId, publicKey } = live;
  return {
    args,
    service: { keyId, publicKey, privateKey },
    kept: { mark: markOf(live.desc) },
    ...maybeNotTaken(notTakenIn(rowsOfKey(args, live))),
  };
}
