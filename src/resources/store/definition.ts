/** How a store is created, read, updated and deleted. */

import { z } from "zod";
import { filledText, secretsVersion } from "../../api/schema";
import { chosenObject, moveAdvice, notThere, withKnownLists } from "../../core/converge";
import { fieldProblems } from "../../core/field-problems";
import type { Adoption, ResourceDefinition } from "../../core/definition";
import { maybeNotTaken } from "../../core/not-taken";
import { idOfParts } from "../../core/resource-id";
import { secretsAt } from "../../core/secrets-at";
import { isGiven } from "../../secrets/masks";
import { knownText, knownValue } from "../../unknowns";
import type { Store } from "../../fields/store";
import { publicArguments } from "../../fields/table";
import { omit } from "../../json";
import { baselineOf, compareDeclared, describeOtherStore, notTakenOf, refresh, sameStore } from "./drift";
import type { StoreArgs, StoreState } from "./encoding";
import { decode, encode } from "./encoding";
import type { StoreKind } from "./kinds";
import { createStore, deleteStore, readsOf, replaceStore } from "./requests";

export type StoreDefinition = ResourceDefinition<StoreArgs, StoreState>;

/** A person chooses it. */
const ID = idOfParts(["storeId"], (id) => id);

export function storeDefinition(store: StoreKind): StoreDefinition {
  const { what, fields } = store;
  return {
    ...store.description,
    rules: () => ({
      storeId: filledText(),
      ...("acceptedTos" in fields.table && { acceptedTos: z.literal(true) }),
      ...(fields.secrets.length > 0 && { secretsVersion: secretsVersion() }),
    }),

    /** An empty region means none. */
    normalize: (inputs) => (inputs["s3RegionOverride"] === "" ? omit(inputs, ["s3RegionOverride"]) : inputs),
    encode: (state) => encode(fields, state),
    decode: (outputs) => decode(fields, outputs),

    validate: (args) => [
      ...store.validate(args),
      ...fieldProblems(fields.table, knownValue(args), false),
      ...ID.validate(args),
    ],

    claims: (args) => chosenObject(args, knownText(args.storeId), "storeId"),

    adoption: adoptionOf(store),

    /** A person chooses the id: another service may have another store with the same id. */
    async checkMoved({ api }, id, { args }) {
      const live = await store.api.get(api, id);
      if (live === undefined) return notThere(what, id);
      const changes = describeOtherStore(store, args, live);
      if (changes.length === 0) return undefined;
      const lines = changes.map((change) => `  ${change}`).join("\n");
      return `The new server has another ${what} ${id}:\n${lines}\n${moveAdvice(what)}`;
    },

    sameMeaning: (a, b) => sameStore(fields, a, b),

    async create(context, args) {
      return { id: args.storeId, state: stateOf(store, args, await createStore(store, context, args)) };
    },

    async read(context, id, state) {
      const live = await readsOf(store, context).read(id);
      if (live === undefined) return undefined;
      if (state?.baseline === undefined) {
        const open = publicArguments(fields.table, live);
        return { args: { ...open, storeId: id } as StoreArgs, links: live.links ?? [] };
      }
      const args = refresh(fields, state.args, state.baseline, live);
      return sameStore(fields, args, state.args) && state.notTaken === undefined
        ? state
        : { ...omit(state, ["notTaken"]), args };
    },

    async update(context, _, olds, news) {
      return stateOf(store, news, await replaceStore(store, context, news, olds));
    },

    async delete(context, id, { args }) {
      await readsOf(store, context).writing(async () => deleteStore(store, context, id, args));
    },

    secrets: secretsAt(fields.secrets),
  };
}

/** How a store is found, compared and written that exists before its resource. */
function adoptionOf(store: StoreKind): Adoption<StoreArgs, StoreState, Store> {
  const { what, fields } = store;
  return {
    what,
    advice: "Set `adopt: true` to take it over, or choose another storeId",
    find: async (context, id) => readsOf(store, context).read(id),
    compare: (args, live) => compareDeclared(fields, args, live),
    known: (args, live) => withKnownLists(fields.table, args, live),
    write: async (context, _, args) => replaceStore(store, context, args),
    stateOf: (args, live) => stateOf(store, args, live),
    lacksSecret: (args, live) => isGiven(args.oidc?.clientSecret) && !isGiven(live.oidc?.clientSecret),
  };
}

/** The state after a write or an adoption. */
export function stateOf({ fields }: Pick<StoreKind, "fields">, args: StoreArgs, live: Store): StoreState {
  return {
    args: omit(args, ["changedSecrets"]),
    links: live.links ?? [],
    baseline: baselineOf(fields, args, live),
    ...maybeNotTaken(notTakenOf(fields, args, live)),
  };
}
