/** The writes of a store. */

import type { Carried } from "../../core/carried";
import { lossText, mayLose } from "../../core/carried";
import { objectText, orCreated } from "../../core/converge";
import { asStored, confirmDeletion, orReadBack, provesAbsence } from "../../api/common";
import type { BatchedReads } from "../../core/batched-reads";
import { sharedReads } from "../../core/batched-reads";
import type { Connection } from "../../core/connections";
import type { Context } from "../../core/definition";
import type { KeptField } from "../../core/kept-fields";
import { sendKeeping, unknownFieldsIn } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import { pathText, valueAt } from "../../core/problems";
import { isApiError, isUnknownOutcome, messageOf } from "../../errors";
import { withTest } from "./write-test";
import type { WithAdditional } from "../../fields/additional";
import { hasAdditional } from "../../fields/additional";
import type { Store, StoreBody, StoreFields } from "../../fields/store";
import { RARELY_RETURNED } from "../../fields/store";
import { publicArguments } from "../../fields/table";
import { groupBy, pick } from "../../json";
import { compareDeclared, notTakenOf, undeclaredIn } from "./drift";
import type { StoreArgs, StoreState } from "./encoding";
import { fingerprint, withSecrets } from "./encoding";
import type { StoreKind } from "./kinds";

/** The reads of the stores of a service. */
export function readsOf(
  { what, api: stores }: StoreKind,
  connection: Pick<Connection, "api" | "once">,
): BatchedReads<Store> {
  return sharedReads(connection, `${what}s`, (api) => ({
    list: async () => stores.list(api),
    get: async (id) => stores.get(api, id),
    idOf: ({ id }) => id,
  }));
}

/** Creates a store. If the outcome is unknown, the store itself is read. */
export async function createStore(store: StoreKind, context: Context, args: StoreArgs): Promise<Store> {
  const { api } = context;
  const { storeId } = args;
  const body = { ...bodyOf(store, args), id: storeId };
  const read = async (): Promise<Store | undefined> => store.api.get(api, storeId);
  const created = await orCreated(
    context,
    write(store, context, args, async () => store.api.create(api, body)),
    `${store.what} ${storeId}`,
    read,
    { isOurs: (live) => compareDeclared(store.fields, args, live).same },
  );
  return asStored(created, isTaken(store, args), read);
}

/**
 * Replaces a whole store, and keeps what the program does not declare.
 * @param former the state; absent if nothing was written before
 * @throws Error if a secret would be lost
 */
export async function replaceStore(
  store: StoreKind,
  context: Context,
  args: StoreArgs,
  former?: Pick<StoreState, "args" | "baseline">,
): Promise<Store> {
  const { storeId: id } = args;
  const { fields } = store;
  const read = async (): Promise<Store | undefined> => store.api.get(context.api, id);
  const live = await read();
  const { kept, lost } = live === undefined ? NOTHING : undeclaredIn(fields, args, live, former);
  const refusal = mayLose(args, former?.args) ? undefined : lossText(lost.map(pathText));
  if (refusal !== undefined) throw new Error(refusal);
  const put = async (): Promise<Store> =>
    putStore(store, context, id, {
      body: bodyOf(store, args),
      kept,
      live,
      former: former?.baseline?.declared,
    });
  const isWritten = (now: Store): boolean => compareDeclared(fields, args, now).same;
  const replaced = await write(store, context, args, async () => orReadBack(put(), read, isWritten));
  return asStored(replaced, isTaken(store, args), read);
}

const NOTHING: Carried = { kept: [], lost: [] };

function isTaken({ fields }: StoreKind, args: StoreArgs): (live: Store) => boolean {
  return (live) => notTakenOf(fields, args, live).length === 0;
}

/** The body of a write that replaces a store. */
interface Replacement {
  readonly body: StoreBody;
  /** What the program does not declare. */
  readonly kept?: readonly KeptField[];
  /** The store before. */
  readonly live?: Store | undefined;
  /** The last write, whose additional fields are removed if the program no longer declares them. */
  readonly former?: WithAdditional | undefined;
}

/** Replaces a store, except fields that only a newer version of the service knows. */
async function putStore(
  store: StoreKind,
  context: Context,
  id: string,
  { body, kept = [], live, former }: Replacement,
) {
  const send = async (complete: StoreBody): Promise<Store> => store.api.update(context.api, id, complete);
  const all = [...kept, ...unknownFields(store.fields, body, live, former)];
  return sendKeeping(body, all, send, (text) =>
    context.warn(`The ${objectText(context, store.what, id)}: ${text}`),
  );
}

/** Fields of responses that the service sets, or that belong to other kinds of stores. */
export const WITHOUT_EFFECT = ["maxCapacityGB", "provisioned", "syncSource", "usedSize", "username"];

/** The fields of a store that only a newer version of the service knows, by their paths in the body. */
function unknownFields(
  { table }: StoreFields,
  body: StoreBody,
  live: Store | undefined,
  former?: WithAdditional,
): KeptField[] {
  const { oidc, customCertificates } = body;
  const theirs = groupBy(live?.customCertificates ?? [], fingerprint);
  const sent = {
    ...live,
    oidc: oidc && live?.oidc,
    customCertificates: customCertificates?.map((ours) => theirs.get(fingerprint(ours))?.[0]),
  };
  const paths = unknownFieldsIn(table, sent, WITHOUT_EFFECT);
  const isDeclared = ([name]: Path): boolean => [body, former].some((each) => hasAdditional(each, name));
  return paths.filter((path) => !isDeclared(path)).map((path) => ({ path, value: valueAt(sent, path) }));
}

async function write<T>(
  store: StoreKind,
  context: Context,
  args: StoreArgs,
  request: () => Promise<T>,
): Promise<T> {
  return readsOf(store, context).writing(async () => withTest(context, store.test, args, request));
}

/** Deletes a store. The service does so only when nothing can be assigned to it, so its assignment is disabled first. */
export async function deleteStore(
  store: StoreKind,
  context: Context,
  id: string,
  args: StoreArgs,
): Promise<void> {
  const { api, pause } = context;
  const object = `${store.what} ${id}`;
  const read = async (): Promise<Store | undefined> => store.api.get(api, id);
  const live = await read();
  if (live === undefined) return;
  const isAssignable = live.assignmentEnabled !== false;
  if (isAssignable && args.imported === true && store.fields.secrets.length > 0) {
    throw new Error(
      `The ${object} was not deleted: its assignment has to be disabled first, which takes its secrets, and those of an imported ` +
        "store are not known before the first `pulumi up`. Run `pulumi up` first, or disable the assignment on the service. Nothing was written.",
    );
  }
  const put = async (change: Partial<StoreBody>): Promise<unknown> =>
    errorOf(putStore(store, context, id, { body: { ...bodyOfLive(store, args, live), ...change }, live }));
  // A PUT tests the bucket, which may no longer exist: the store is deleted all the same.
  const refusal = isAssignable ? await put({ assignmentEnabled: false }) : undefined;
  const isRefused = refusal !== undefined && !isUnknownOutcome(refusal) && !provesAbsence(refusal);
  const error = await errorOf(confirmDeletion(store.api.delete(api, id), `the ${object}`, read, pause));
  if (error === undefined || provesAbsence(error)) return;
  const isRestored = isAssignable && !isRefused;
  const lost = isRestored ? await put({}) : undefined;
  if (provesAbsence(lost)) return;
  const because = isRefused
    ? `was not deleted: its assignment could not be disabled first: ${messageOf(refusal)}`
    : isApiError(error) && error.status === 409
      ? `cannot be deleted ${store.inUse}`
      : "was not deleted.";
  const restored =
    lost === undefined
      ? " Its assignment was restored."
      : ` Its assignment is disabled and could not be restored: run \`pulumi refresh\`, then \`pulumi up\` (${messageOf(lost)})`;
  throw new Error(`The ${object} ${because}${isRestored ? restored : ""} (${messageOf(error)})`, {
    cause: error,
  });
}

/** Returns the error of a request that fails. */
async function errorOf(request: Promise<unknown>): Promise<unknown> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The store as it is, with the secrets of the state, which a response masks, and with the fields that it leaves out. */
function bodyOfLive(store: StoreKind, args: StoreArgs, live: Store): StoreBody {
  const open = { ...pick(args, RARELY_RETURNED), ...publicArguments(store.fields.table, live) };
  return bodyOf(store, withSecrets(open as StoreBody, args));
}

function bodyOf({ fields: { all }, always }: StoreKind, args: StoreBody): StoreBody {
  return { ...always, ...pick(args, all) };
}
