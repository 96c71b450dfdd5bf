/** How an oplog store is created, read, updated and deleted. */

import { z } from "zod";
import { provesAbsence } from "../../api/common";
import { getOplogS3Config } from "../../api/oplog-s3-configs";
import { argumentsSchema, filledText, secretsVersion } from "../../api/schema";
import { chosenObject, withKnownLists } from "../../core/converge";
import type { ExistingObject, ResourceDefinition } from "../../core/definition";
import { isGiven } from "../../secrets/masks";
import { knownText } from "../../unknowns";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import { OPEN_STORE_FIELDS, OPLOG_S3_CONFIG, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import type { PlainObject } from "../../json";
import { isPlainObject, omit, pick } from "../../json";
import { baselineOf, compareDeclared, describeOtherStore, refresh, sameStore, secretsByPath } from "./drift";
import type { StoreArgs, StoreState } from "./encoding";
import { fromOutputs, INPUT_NAMES, toOutputs } from "./encoding";
import { createStore, deleteStore, publicOidc, readsOf, replaceStore } from "./requests";
import { validateStore } from "./validation";

const WHAT = "oplog store";

/** How a store is found, compared and written that exists before its resource. */
const existing: ExistingObject<StoreArgs, StoreState, OplogS3Config> = {
  what: WHAT,
  advice: "Set `adopt: true` to take it over, or choose another storeId",
  find: async (context, id) => readsOf(context).read(id),
  compare: compareDeclared,
  known: (args, live) => withKnownLists(OPLOG_S3_CONFIG, args, live),
  write: async (context, _, args, live) => replaceStore(context, args, publicOidc(live)),
  stateOf,
  lacksSecret: (args, live) => isGiven(args.oidc?.clientSecret) && !isGiven(live.oidc?.clientSecret),
};

export const oplogS3Config: ResourceDefinition<StoreArgs, StoreState> = {
  kind: "OplogS3Config",
  what: WHAT,
  hasServiceIds: false,
  inputNames: INPUT_NAMES,
  replaceOn: ["storeId"],
  schema: () =>
    argumentsSchema(OPLOG_S3_CONFIG, {
      storeId: filledText(),
      acceptedTos: z.literal(true),
      s3MaxConnections: z.number().int("must be a whole number").positive("must be above 0"),
      secretsVersion: secretsVersion(),
      adopt: z.boolean().optional(),
    }),

  /** An empty region means none. */
  normalize: (inputs) => (inputs["s3RegionOverride"] === "" ? omit(inputs, ["s3RegionOverride"]) : inputs),
  fromInputs: (inputs) => inputs as unknown as StoreArgs,
  fromOutputs,
  toOutputs,

  exposedSecrets(inputs, sealed, olds) {
    // A preview may not know them; the update does.
    if (!isPlainObject(sealed)) return [];
    const former: PlainObject = secretsByPath(olds);
    return Object.entries(secretsByPath(inputs))
      .filter(([path, value]) => value !== sealed[path.replace("oidc.", "")] && value !== former[path])
      .map(([path]) => path);
  },

  validate: (args) => validateStore(args),

  validateImport({ storeId, import: id }) {
    const known = knownText(storeId);
    return known === undefined || id === known
      ? undefined
      : `must be the storeId of the arguments (${known})`;
  },

  claims: (args) => chosenObject(args, knownText(args.storeId), "storeId"),

  existing,

  /** A person chooses the id: another service may have another store with the same id. */
  async checkMoved({ api }, id, { args }) {
    const live = await getOplogS3Config(api, id);
    const advice =
      "A changed connection must lead to the same service. To create the store there, give the resource another name. Nothing was written.";
    if (live === undefined) return `connection: its service has no oplog store ${id}. ${advice}`;
    const changes = describeOtherStore(args, live);
    if (changes.length === 0) return undefined;
    const lines = changes.map((change) => `  ${change}`).join("\n");
    return `connection: its service has another oplog store ${id}:\n${lines}\n${advice}`;
  },

  sameMeaning: sameStore,

  async create(context, args) {
    return { id: args.storeId, state: stateOf(args, await createStore(context, args)) };
  },

  async read(context, id, state) {
    const live = await readsOf(context).read(id);
    if (live === undefined) return undefined;
    if (state?.baseline === undefined) {
      const open = { ...pick(live, OPEN_STORE_FIELDS), oidc: publicOidc(live) };
      const known = state && pick(state.args, [...SECRET_STORE_FIELDS, "secretsVersion"]);
      return { args: { ...open, ...known, storeId: id } as StoreArgs, links: live.links ?? [] };
    }
    const args = refresh(state.args, state.baseline, live);
    return sameStore(args, state.args) ? state : { ...state, args };
  },

  async update(context, id, { baseline }, news) {
    try {
      const live = await replaceStore(context, news, baseline?.returned.oidc);
      return stateOf(news, live);
    } catch (error) {
      if (!provesAbsence(error)) throw error;
      throw new Error(
        `The oplog store ${id} no longer exists. Run \`pulumi refresh\`; \`pulumi up\` then creates it again.`,
        { cause: error },
      );
    }
  },

  async delete(context, id, { args }) {
    await readsOf(context).writing(async () => deleteStore(context, id, args));
  },
};

/** The state after a write or an adoption. */
export function stateOf(args: StoreArgs, live: OplogS3Config): StoreState {
  return {
    args: omit(args, ["changedSecrets"]),
    links: live.links ?? [],
    baseline: baselineOf(args, live),
  };
}
