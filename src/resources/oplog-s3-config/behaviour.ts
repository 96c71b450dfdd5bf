/** What it means to create, read, update and delete an oplog store (specification 2.2, 4.2). */

import { provesAbsence } from "../../api/common";
import type { OplogS3Config as LiveStore, OplogS3ConfigBody } from "../../api/oplog-s3-configs";
import {
  createOplogS3Config,
  deleteOplogS3Config,
  getOplogS3Config,
  listOplogS3Configs,
  updateOplogS3Config,
} from "../../api/oplog-s3-configs";
import { batchedReads } from "../../core/batched-reads";
import type { Behaviour, Context, Inputs, State } from "../../core/behaviour";
import { perConnection } from "../../core/per-connection";
import { isApiError, isUnknownOutcome } from "../../errors";
import type { PlainObject } from "../../json";
import { omit, pick } from "../../json";
import { validated } from "./bucket-test";
import type { Remembered } from "./meaning";
import { fulfils, recalled, refreshed, remembered, sameStore, withoutEmptyRegion, written } from "./meaning";
import { ADOPT, ARGUMENT_NAMES, BODY_FIELDS, OPEN_FIELDS } from "./names";
import { storeProblems } from "./rules";
import { shape } from "./shape";

const INPUT_NAMES = [...ARGUMENT_NAMES.filter((name) => name !== "adopt"), ADOPT, "changedSecrets"];

export const oplogS3Config: Behaviour = {
  kind: "OplogS3Config",
  shape,
  inputNames: INPUT_NAMES,
  replaceOn: ["storeId"],
  // With another connection the store of the same name is another one.
  replaceDeletesFirst: (olds, news) =>
    olds["storeId"] === news["storeId"] && olds["connection"] === news["connection"],

  normalize: withoutEmptyRegion,

  argumentsOf: ({ changedSecrets: _, [ADOPT]: adopt, ...args }) =>
    adopt === undefined ? args : { ...args, adopt },

  problems: (args) => storeProblems(args),

  sameMeaning: sameStore,

  async create(context, inputs) {
    const id = inputs["storeId"] as string;
    const existing = await getOplogS3Config(context.api, id);
    if (existing === undefined) return { id, outputs: outputsOf(inputs, await post(context, id, inputs)) };
    if (inputs[ADOPT] !== true) {
      throw new Error(
        `storeId: an oplog store ${JSON.stringify(id)} exists already. Set \`adopt: true\` to take it over, or choose another storeId. Nothing was written.`,
      );
    }
    const oidc = inputs["oidc"] ?? openOidc(existing);
    const answer = fulfils(inputs, existing)
      ? existing
      : await writing(context, inputs, async () =>
          updateOplogS3Config(context.api, id, bodyOf({ ...inputs, oidc })),
        );
    return { id, outputs: outputsOf(inputs, answer) };
  },

  async read(context, id, state) {
    const live = await reads(context.api, "").read(id);
    if (live === undefined) return undefined;
    const known = state["__written"] as Remembered | undefined;
    if (known === undefined) {
      const inputs = {
        ...pick(state, ["connection"]),
        storeId: id,
        ...pick({ ...live }, OPEN_FIELDS),
        oidc: openOidc(live),
      };
      return { inputs, outputs: { ...inputs, links: live.links ?? [], changedSecrets: [] } };
    }
    const before = recalled(known, state);
    const { open, changedSecrets } = refreshed(before, state, live);
    const inputs: Inputs = {
      ...pick(state, ["storeId", "awsAccessKey", "awsSecretKey", "uri", "connection"]),
      ...open,
      ...(changedSecrets.length > 0 && { changedSecrets }),
    };
    return {
      inputs,
      outputs: {
        ...inputs,
        links: state["links"] ?? [],
        changedSecrets,
        __written: remembered(before, inputs),
      },
    };
  },

  async update(context, id, olds, news) {
    const known = olds["__written"] as Remembered | undefined;
    // What the service has and the program leaves to it: the service removes it when a PUT leaves it out.
    const oidc = news["oidc"] ?? (known && recalled(known, olds).answered["oidc"]);
    try {
      const put = async (): Promise<LiveStore> =>
        updateOplogS3Config(context.api, id, bodyOf({ ...news, oidc }));
      return outputsOf(news, await writing(context, news, put));
    } catch (error) {
      if (!provesAbsence(error)) throw error;
      throw new Error(
        `The oplog store ${id} no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` makes it anew.`,
        {
          cause: error,
        },
      );
    }
  },

  async delete(context, id, state) {
    await reads(context.api, "").writing(async () => remove(context, id, state));
  },
};

/** The stores of a service. */
const reads = perConnection((api) =>
  batchedReads<LiveStore>({
    list: async () => listOplogS3Configs(api),
    get: async (id) => getOplogS3Config(api, id),
    idOf: ({ id }) => id,
  }),
);

/** Every write of a store makes the service test its bucket. */
async function writing<T>(context: Context, inputs: Inputs, write: () => Promise<T>): Promise<T> {
  return reads(context.api, "").writing(async () => validated(context, inputs, write));
}

/** Creates the store; when the outcome is unknown, the store itself tells it. */
async function post(context: Context, id: string, inputs: Inputs): Promise<LiveStore> {
  const { api } = context;
  try {
    return await writing(context, inputs, async () => createOplogS3Config(api, { ...bodyOf(inputs), id }));
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    const live = await getOplogS3Config(api, id);
    if (live !== undefined && fulfils(inputs, live)) return live;
    throw error;
  }
}

/** Deletes a store, after taking its assignment away. */
async function remove(context: Context, id: string, state: State): Promise<void> {
  const refusal = await withdraw(context, id, state);
  try {
    await deleteOplogS3Config(context.api, id);
  } catch (error) {
    if (provesAbsence(error)) return;
    if (!isApiError(error) || error.status !== 409) throw error;
    if (refusal !== undefined) {
      throw new Error(
        `The oplog store ${id} cannot be deleted while backup jobs can be assigned to it, and the assignment could not be ` +
          `taken away: ${refusal.message} (${error.message})`,
        { cause: error },
      );
    }
    throw new Error(
      `The oplog store ${id} cannot be deleted while backup jobs are bound to it: move them to another store first. ` +
        `${await giveBack(context, id, state)} (${error.message})`,
      { cause: error },
    );
  }
}

/** The service deletes a store only when nothing can be assigned to it. Gives what stood against that. */
async function withdraw({ api }: Context, id: string, state: State): Promise<Error | undefined> {
  try {
    await updateOplogS3Config(api, id, { ...bodyOf(state), assignmentEnabled: false });
    return undefined;
  } catch (error) {
    // The PUT tests the bucket, which may be dead: deleting is tried all the same.
    if (isUnknownOutcome(error) || provesAbsence(error)) return undefined;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Gives the assignment back that was taken away in vain; says how that went. */
async function giveBack({ api }: Context, id: string, state: State): Promise<string> {
  if (state["assignmentEnabled"] === false) return "";
  try {
    await updateOplogS3Config(api, id, bodyOf(state));
    return "Its assignment was given back.";
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Its assignment was taken away and could not be given back: ${reason}`;
  }
}

/** The whole store as the service takes it, real secrets included. */
function bodyOf(inputs: PlainObject): OplogS3ConfigBody {
  // Some versions require it even without a proxy.
  return { disableProxyS3: false, ...pick(inputs, BODY_FIELDS) } as unknown as OplogS3ConfigBody;
}

/** Sign-in as the service shows it, without its secret, which may be a mask. */
function openOidc({ oidc }: LiveStore): PlainObject | undefined {
  return oidc && omit({ ...oidc }, new Set(["clientSecret"]));
}

function outputsOf(inputs: Inputs, live: LiveStore): State {
  return {
    ...omit(inputs, new Set(["changedSecrets", ADOPT])),
    links: live.links ?? [],
    changedSecrets: [],
    __written: remembered(written(inputs, live), inputs),
  };
}
