/** How the roles of an API key in a project are set, read and taken. */

import {
  getProjectApiKey,
  listProjectApiKeys,
  provesNoKey,
  removeFromProject,
  setProjectRoles,
} from "../../api/api-keys";
import { confirmDeletion, orReadBack, orUndefined } from "../../api/common";
import { sharedReads } from "../../core/batched-reads";
import { comparisonOf, isDifferent, withLiveValues } from "../../core/comparison";
import type { Connection } from "../../core/connections";
import { chosenObject } from "../../core/converge";
import type { Adoption, CommonArgs, Context, ResourceDefinition } from "../../core/definition";
import { fieldProblems } from "../../core/field-problems";
import { keyOf } from "../../core/key";
import { maybeNotTaken, notTakenIn } from "../../core/not-taken";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import { idOfParts } from "../../core/resource-id";
import type { Row } from "../../core/rows";
import { rowsOf } from "../../core/rows";
import { isUnknownOutcome } from "../../errors";
import type { ApiKey } from "../../fields/api-key";
import { withoutUndefined } from "../../json";
import { refuseFewerRoles, refuseOwnKey } from "../api-key/own-key";
import { PROJECT_API_KEY_DESCRIPTION } from "./description";

const { what, object: OBJECT } = PROJECT_API_KEY_DESCRIPTION;

const ID_NAMES = ["projectId", "keyId"] as const;
export const ID = idOfParts(ID_NAMES);

type Ids = Readonly<Record<(typeof ID_NAMES)[number], string>>;

interface RolesArgs extends CommonArgs, Ids {
  readonly roles: readonly string[];
  readonly adopt?: boolean | undefined;
}

export type ProjectKeyState = PlainState<RolesArgs, Pick<ApiKey, "publicKey">>;

/** The reads of the keys of a project, which the service only lists. */
function readsOf(connection: Pick<Connection, "api" | "once">, projectId: string) {
  return sharedReads(connection, `API keys of the project ${projectId}`, (api) => ({
    list: async () => listProjectApiKeys(api, projectId),
    get: async (id) => getProjectApiKey(api, projectId, id),
    idOf: ({ id }) => id,
  }));
}

/** The key, if it has a role in the project. */
async function find(connection: Pick<Connection, "api" | "once">, id: string): Promise<ApiKey | undefined> {
  const { projectId, keyId } = ID.split(id);
  const live = await orUndefined(readsOf(connection, projectId).read(keyId));
  return live === undefined || rolesIn(projectId, live).length === 0 ? undefined : live;
}

const adoption: Adoption<RolesArgs, ProjectKeyState, ApiKey> = {
  what,
  advice: "It has roles in the project. Set `adopt: true` to replace them by the declared ones",
  find,
  compare: (args, live) => comparisonOf(rowsOfRoles(args, live)),
  write: async (context, id, args, live) => {
    const rolesNow = async () => rolesIn(args.projectId, live);
    await refuseFewerRoles(context, live.publicKey, `${what} ${id}`, args.roles, rolesNow);
    return write(context, args);
  },
  stateOf: (args, live) => stateOf(args, live),
};

export const projectApiKey: ResourceDefinition<RolesArgs, ProjectKeyState> = {
  ...PROJECT_API_KEY_DESCRIPTION,
  ...plainForm(PROJECT_API_KEY_DESCRIPTION),

  validate: (args, { settings }) => [
    ...ID.validate(args),
    ...fieldProblems(OBJECT, args, settings.strictCatalog),
  ],
  claims: (args) => chosenObject(args, ID.known(args), "keyId"),
  adoption,

  sameMeaning: (a, b) =>
    ID.idOf(a) === ID.idOf(b) &&
    keyOf(OBJECT, a, { secrets: false }) === keyOf(OBJECT, b, { secrets: false }),

  create: async (context, args) => ({ id: ID.idOf(args), state: stateOf(args, await write(context, args)) }),

  async read(context, id, state) {
    const live = await find(context, id);
    if (live === undefined) return undefined;
    if (state === undefined) return stateOf(argsOf(ID.split(id).projectId, live), live);
    const rows = rowsOfRoles(state.args, live);
    if (!rows.some(isDifferent) && state.notTaken === undefined) return state;
    return { args: withLiveValues(state.args, rows), service: state.service, kept: state.kept };
  },

  async update(context, id, olds, args) {
    const { publicKey } = olds.service;
    const { projectId, keyId } = args;
    const rolesNow = async () =>
      rolesIn(projectId, (await getProjectApiKey(context.api, projectId, keyId)) ?? {});
    await refuseFewerRoles(context, publicKey, `${what} ${id}`, args.roles, rolesNow);
    return stateOf(args, { publicKey, ...withoutUndefined(await write(context, args)) });
  },

  async delete(context, id, { service }) {
    const { projectId, keyId } = ID.split(id);
    refuseOwnKey(context, service.publicKey, `${what} ${id}`, "lose its roles in the project");
    const remove = async () => removeFromProject(context.api, projectId, keyId);
    const read = async () => getProjectApiKey(context.api, projectId, keyId);
    const deletion = readsOf(context, projectId).writing(async () =>
      confirmDeletion(remove(), `the ${what} ${id}`, read, context.pause),
    );
    await orUndefined(deletion, provesNoKey);
  },
};

/** Gives the key exactly the declared roles. */
async function write(context: Context, args: RolesArgs): Promise<ApiKey> {
  const { projectId, keyId, roles } = args;
  const request = async (): Promise<ApiKey> =>
    orReadBack(
      setProjectRoles(context.api, projectId, keyId, roles),
      async () => getProjectApiKey(context.api, projectId, keyId),
      (live) => !rowsOfRoles(args, live).some(isDifferent),
      isUnknownOutcome,
    );
  return readsOf(context, projectId).writing(request);
}

/** The roles of a key in a project. */
export function rolesIn(projectId: string, { roles = [] }: Pick<ApiKey, "roles">): string[] {
  return roles.filter((role) => role.groupId === projectId).map(({ roleName }) => roleName);
}

/** The arguments of an existing key with roles in the project. */
export function argsOf(projectId: string, live: ApiKey): RolesArgs {
  return { projectId, keyId: live.id, roles: rolesIn(projectId, live) };
}

function rowsOfRoles(args: RolesArgs, live: ApiKey): Row[] {
  return rowsOf(OBJECT, { declared: args, expected: args, live: argsOf(args.projectId, live) });
}

export function stateOf(args: RolesArgs, live: ApiKey): ProjectKeyState {
  return {
    args,
    service: { publicKey: live.publicKey },
    kept: {},
    ...maybeNotTaken(notTakenIn(rowsOfRoles(args, live))),
  };
}
