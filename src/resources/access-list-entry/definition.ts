/** How an access list entry is added, read and removed. The service does not change one. */

import { z } from "zod";
import * as api from "../../api/access-list";
import { provesNoKey } from "../../api/api-keys";
import { confirmDeletion, orUndefined } from "../../api/common";
import { sharedReads } from "../../core/batched-reads";
import type { Connection } from "../../core/connections";
import { chosenObject, orCreated } from "../../core/converge";
import type { CommonArgs, Adoption, ResourceDefinition } from "../../core/definition";
import type { PlainState } from "../../core/plain-state";
import { plainForm } from "../../core/plain-state";
import { idOfParts } from "../../core/resource-id";
import { isApiError } from "../../errors";
import { ACCESS_LIST_ENTRY } from "../../fields/access-list-entry";
import { pick } from "../../json";
import { ACCESS_LIST_ENTRY_DESCRIPTION } from "./description";

const WHAT = ACCESS_LIST_ENTRY_DESCRIPTION.what;

const OUTPUT_NAMES = Object.keys(ACCESS_LIST_ENTRY) as (keyof api.AccessListEntry)[];

/** The arguments that identify an entry. */
export const ID_NAMES = ["orgId", "apiKeyId", "entry"] as const;
export const ID = idOfParts(ID_NAMES, api.canonicalEntry);

export type EntryIds = Readonly<Record<(typeof ID_NAMES)[number], string>>;

interface EntryArgs extends CommonArgs, EntryIds {
  readonly adopt?: boolean | undefined;
}

export type EntryState = PlainState<EntryArgs, api.AccessListEntry>;

/** The reads of the access list of a key. */
function readsOf(connection: Pick<Connection, "api" | "once">, { orgId, apiKeyId }: EntryIds) {
  return sharedReads(connection, `access list of ${orgId}/${apiKeyId}`, (client) => ({
    list: async () => api.listAccessList(client, orgId, apiKeyId),
    get: async (entry) => api.getAccessListEntry(client, orgId, apiKeyId, entry),
    idOf: api.entryOf,
  }));
}

export async function readEntry(connection: Pick<Connection, "api" | "once">, id: string) {
  const ids = ID.split(id);
  return readsOf(connection, ids).read(ids.entry);
}

const adoption: Adoption<EntryArgs, EntryState, api.AccessListEntry> = {
  what: WHAT,
  advice: "Set `adopt: true` to take it over",
  find: readEntry,
  stateOf,
  isConflict: (error) => isApiError(error) && error.errorCode === "ADDRESS_ALREADY_IN_ACCESS_LIST",
};

export const accessListEntry: ResourceDefinition<EntryArgs, EntryState> = {
  ...ACCESS_LIST_ENTRY_DESCRIPTION,
  ...plainForm(ACCESS_LIST_ENTRY_DESCRIPTION),
  rules: () => ({ entry: z.string().refine((text) => api.canonicalEntry(text) !== undefined, ALLOWED) }),

  /** Another spelling of the entry in the state is not a change. */
  normalize(inputs, olds) {
    const [before, now] = [olds["entry"], inputs["entry"]].map((entry) => api.canonicalEntry(String(entry)));
    return now !== undefined && now === before ? { ...inputs, entry: olds["entry"] } : inputs;
  },

  validate: ID.validate,
  claims: (args) => chosenObject(args, ID.known(args), "entry"),
  adoption,
  sameMeaning: (a, b) => ID.idOf(a) === ID.idOf(b),

  async create(context, args) {
    const { orgId, apiKeyId, entry } = args;
    const id = ID.idOf(args);
    const add = async () => api.addAccessListEntry(context.api, orgId, apiKeyId, entry);
    const find = async () => readEntry(context, id);
    const live = await orCreated(context, readsOf(context, args).writing(add), `${WHAT} ${id}`, find);
    return { id, state: stateOf(args, live) };
  },

  /** What the service counts is not a change. */
  async read(context, id, state) {
    const live = await readEntry(context, id);
    return live && (state ?? stateOf(ID.split(id), live));
  },

  /** Only `connection` can change without a replacement. */
  update: async (_context, _id, olds, args) => ({ ...olds, args }),

  async delete(context, id) {
    const ids = ID.split(id);
    const { orgId, apiKeyId, entry } = ids;
    const find = async () => api.getAccessListEntry(context.api, orgId, apiKeyId, entry);
    const remove = async () => api.deleteAccessListEntry(context.api, orgId, apiKeyId, entry);
    const deletion = readsOf(context, ids).writing(async () =>
      confirmDeletion(remove(), `the ${WHAT} ${id}`, find, context.pause),
    );
    await orUndefined(deletion, provesNoKey);
  },
};

export function stateOf(args: EntryArgs, live: api.AccessListEntry): EntryState {
  return { args, service: pick({ links: [], ...live }, OUTPUT_NAMES), kept: {} };
}

const ALLOWED = "must be an address such as 203.0.113.9 or 2001:db8::9, or a block such as 10.20.0.0/16";
