/** What it means to create, read, update and delete an oplog store (specification 2.2, 4.2). */

import { orReadBack, provesAbsence } from "../../api/common";
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
import { adoptionReport, IMPORT, sayAdoption } from "../../core/importing";
import { perConnection } from "../../core/per-connection";
import { error as problem } from "../../core/problems";
import { knownText } from "../../core/unknowns";
import { isApiError, isUnknownOutcome } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import type { PlainObject } from "../../json";
import { omit, pick } from "../../json";
import { SECRET_STORE_FIELDS } from "../../secrets";
import { validated } from "./bucket-test";
import type { Remembered } from "./meaning";
import {
  compareDeclared,
  identityChanges,
  recalled,
  refreshed,
  remembered,
  sameStore,
  UNRETURNED,
  withoutEmptyRegion,
  written,
} from "./meaning";
import { ADOPT, ARGUMENT_NAMES, BODY_FIELDS, OPEN_FIELDS } from "./names";
import { storeProblems } from "./rules";
import { shape } from "./shape";

const INPUT_NAMES = [...ARGUMENT_NAMES.filter((name) => name !== "adopt"), ADOPT, IMPORT, "changedSecrets"];
const WHAT = "oplog store";

export const oplogS3Config: Behaviour = {
  kind: "OplogS3Config",
  what: WHAT,
  hasServiceIds: false,
  shape,
  inputNames: INPUT_NAMES,
  replaceOn: ["storeId"],

  normalize: withoutEmptyRegion,

  argumentsOf: ({ changedSecrets: _, [IMPORT]: __, [ADOPT]: adopt, ...args }) =>
    adopt === undefined ? args : { ...args, adopt },

  problems: (args) => storeProblems(args),

  importProblem({ storeId, [IMPORT]: imported }) {
    const id = knownText(storeId);
    return id === undefined || imported === id ? undefined : `must be the storeId of the arguments (${id})`;
  },

  claims(inputs) {
    const id = knownText(inputs["storeId"]);
    return id === undefined ? undefined : { id, adopts: isAdoption(inputs) };
  },

  /** A store is shown before it is adopted. */
  async preview({ api, settings }, olds, inputs) {
    const id = knownText(inputs["storeId"]);
    // Without an adoption nothing can be lost: the create refuses a store that exists.
    const isOfInterest = isAdoption(inputs) || settings.onlineChecks === true;
    if (id === undefined || !isOfInterest || (olds !== undefined && olds["storeId"] === id)) {
      return { problems: [], notes: [] };
    }
    const live = await getOplogS3Config(api, id);
    if (live === undefined) {
      const isMissing = inputs[IMPORT] !== undefined;
      return { problems: isMissing ? [problem(["import"], `there is no oplog store ${id}`)] : [], notes: [] };
    }
    if (!isAdoption(inputs)) return { problems: [problem(["storeId"], existsAlready(id))], notes: [] };
    const isImport = inputs[IMPORT] !== undefined;
    return adoptionReport({ what: WHAT, id, isImport, ...compareDeclared(inputs, live) });
  },

  /** The id is chosen by a person: another service may have another store of the same id. */
  async moved({ api }, id, olds) {
    const live = await getOplogS3Config(api, id);
    const advice =
      "A changed connection must lead to the same service. To create the store there, give the resource another name. Nothing was written.";
    if (live === undefined)
      return `connection: the service that it leads to has no oplog store ${id}. ${advice}`;
    const changes = identityChanges(olds, live);
    if (changes.length === 0) return undefined;
    const lines = changes.map((change) => `  ${change}`).join("\n");
    return `connection: the service that it leads to has another oplog store ${id}:\n${lines}\n${advice}`;
  },

  sameMeaning: sameStore,

  async create(context, inputs) {
    const id = inputs["storeId"] as string;
    const existing = await getOplogS3Config(context.api, id);
    if (existing === undefined) {
      if (inputs[IMPORT] !== undefined) throw new Error(`import: there is no oplog store ${id}.`);
      return { id, outputs: outputsOf(inputs, await post(context, id, inputs)) };
    }
    if (!isAdoption(inputs)) throw new Error(`storeId: ${existsAlready(id)}. Nothing was written.`);
    const comparison = compareDeclared(inputs, existing);
    sayAdoption({ what: WHAT, id, isImport: inputs[IMPORT] !== undefined, ...comparison }, context.say);
    return {
      id,
      outputs: outputsOf(
        inputs,
        comparison.same ? existing : await put(context, id, inputs, openOidc(existing)),
      ),
    };
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
      ...pick(state, ["storeId", "awsAccessKey", "awsSecretKey", "uri", "secretsVersion", "connection"]),
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
    try {
      return outputsOf(news, await put(context, id, news, known && recalled(known, olds).answered["oidc"]));
    } catch (error) {
      if (!provesAbsence(error)) throw error;
      throw new Error(
        `The oplog store ${id} no longer exists. Run \`pulumi refresh\`, then \`pulumi up\` creates it again.`,
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

/** Replaces the whole store. @param oidc what the service has: it would remove what a PUT leaves out */
async function put(context: Context, id: string, inputs: Inputs, oidc: unknown): Promise<LiveStore> {
  const { api } = context;
  const body = bodyOf({ ...inputs, oidc: inputs["oidc"] ?? oidc });
  return writing(context, inputs, async () =>
    orReadBack(
      updateOplogS3Config(api, id, body),
      async () => getOplogS3Config(api, id),
      (live) => compareDeclared(inputs, live).same,
    ),
  );
}

/** Creates the store; when the outcome is unknown, the store itself shows it. */
async function post(context: Context, id: string, inputs: Inputs): Promise<LiveStore> {
  const { api } = context;
  try {
    return await writing(context, inputs, async () => createOplogS3Config(api, { ...bodyOf(inputs), id }));
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    const live = await lookAfter(error, id, async () => getOplogS3Config(api, id));
    if (live !== undefined && compareDeclared(inputs, live).same) return live;
    throw error;
  }
}

async function lookAfter<T>(lost: Error, id: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${lost.message} The oplog store ${id} may have been created all the same: it could not be read (${reason}). ` +
        "Run `pulumi up` again; if it says that the store exists, set `adopt: true`.",
      { cause },
    );
  }
}

/** Deletes a store. The service does so only when nothing can be assigned to it, so its assignment is disabled first. */
async function remove({ api }: Context, id: string, state: State): Promise<void> {
  const live = await getOplogS3Config(api, id);
  if (live === undefined) return;
  const isAssignable = live.assignmentEnabled !== false;
  const refusal = isAssignable ? await disableAssignment(api, id, state, live) : undefined;
  try {
    await deleteOplogS3Config(api, id);
  } catch (error) {
    if (provesAbsence(error)) return;
    const restored =
      isAssignable && refusal === undefined ? await restoreAssignment(api, id, state, live) : "";
    if (restored === undefined) return;
    const reason = error instanceof Error ? error.message : String(error);
    if (refusal !== undefined) {
      throw new Error(
        `The oplog store ${id} was not deleted: its assignment could not be disabled first: ${refusal.message} (${reason})`,
        { cause: error },
      );
    }
    const isBound = isApiError(error) && error.status === 409;
    const what = isBound
      ? "cannot be deleted while backup jobs are bound to it: move them to another store first."
      : "was not deleted.";
    throw new Error(`The oplog store ${id} ${what} ${restored} (${reason})`, { cause: error });
  }
}

async function disableAssignment(
  api: ApiClient,
  id: string,
  state: State,
  live: LiveStore,
): Promise<Error | undefined> {
  try {
    await updateOplogS3Config(api, id, { ...bodyOfLive(state, live), assignmentEnabled: false });
    return undefined;
  } catch (error) {
    // The PUT tests the bucket, which may be dead: deleting is tried all the same.
    if (isUnknownOutcome(error) || provesAbsence(error)) return undefined;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Puts the store back as it was found. Gives how that went; `undefined` when the store is gone after all. */
async function restoreAssignment(
  api: ApiClient,
  id: string,
  state: State,
  live: LiveStore,
): Promise<string | undefined> {
  try {
    await updateOplogS3Config(api, id, bodyOfLive(state, live));
    return "Its assignment was restored.";
  } catch (error) {
    if (provesAbsence(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return `Its assignment is disabled and could not be restored: run \`pulumi refresh\`, then \`pulumi up\` (${reason})`;
  }
}

/** The store as it is, with the secrets of the state, which a response masks, and the fields that it leaves out. */
function bodyOfLive(state: State, live: LiveStore): OplogS3ConfigBody {
  const shown = pick({ ...live }, OPEN_FIELDS);
  const oidc = live.oidc && {
    ...openOidc(live),
    ...pick((state["oidc"] ?? {}) as PlainObject, ["clientSecret"]),
  };
  return bodyOf({ ...pick(state, [...UNRETURNED, ...SECRET_STORE_FIELDS]), ...shown, oidc });
}

/** The whole store as the service takes it, real secrets included. */
function bodyOf(inputs: PlainObject): OplogS3ConfigBody {
  // Some versions require it even without a proxy.
  return { disableProxyS3: false, ...pick(inputs, BODY_FIELDS) } as unknown as OplogS3ConfigBody;
}

function isAdoption(inputs: Inputs): boolean {
  return inputs[ADOPT] === true || inputs[IMPORT] !== undefined;
}

function existsAlready(id: string): string {
  return `an oplog store ${JSON.stringify(id)} exists already. Set \`adopt: true\` to take it over, or choose another storeId`;
}

/** Sign-in as the service shows it, without its secret, which may be a mask. */
function openOidc({ oidc }: LiveStore): PlainObject | undefined {
  return oidc && omit({ ...oidc }, new Set(["clientSecret"]));
}

function outputsOf(inputs: Inputs, live: LiveStore): State {
  return {
    ...omit(inputs, new Set(["changedSecrets", ADOPT, IMPORT])),
    links: live.links ?? [],
    changedSecrets: [],
    __written: remembered(written(inputs, live), inputs),
  };
}
