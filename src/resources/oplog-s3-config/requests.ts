/** The writes of an oplog store. */

import { objectText, orCreated } from "../../core/converge";
import { confirmDeletion, orReadBack, provesAbsence } from "../../api/common";
import {
  createOplogS3Config,
  deleteOplogS3Config,
  getOplogS3Config,
  listOplogS3Configs,
  updateOplogS3Config,
} from "../../api/oplog-s3-configs";
import type { BatchedReads } from "../../core/batched-reads";
import { sharedReads } from "../../core/batched-reads";
import type { Connection } from "../../core/connections";
import type { Context } from "../../core/definition";
import type { KeptField, WithoutEffect } from "../../core/kept-fields";
import { sendKeeping, unknownFieldsIn } from "../../core/kept-fields";
import type { Path } from "../../core/problems";
import { valueAt } from "../../core/problems";
import { isApiError, isUnknownOutcome, messageOf } from "../../errors";
import type { Oidc, OplogS3Config, OplogS3ConfigBody } from "../../fields/oplog-s3-config";
import {
  OPEN_STORE_FIELDS,
  OPLOG_S3_CONFIG,
  RARELY_RETURNED,
  SECRET_STORE_FIELDS,
  STORE_FIELDS,
} from "../../fields/oplog-s3-config";
import type { Fields } from "../../fields/table";
import { omit, pick } from "../../json";
import { compareDeclared } from "./drift";
import type { StoreArgs } from "./encoding";

/** The reads of the stores of a service. */
export function readsOf(connection: Pick<Connection, "api" | "once">): BatchedReads<OplogS3Config> {
  return sharedReads(connection, "oplog stores", (api) => ({
    list: async () => listOplogS3Configs(api),
    get: async (id) => getOplogS3Config(api, id),
    idOf: ({ id }) => id,
  }));
}

/** Creates a store. If the outcome is unknown, the store itself is read. */
export async function createStore(context: Context, args: StoreArgs): Promise<OplogS3Config> {
  const { api } = context;
  const { storeId } = args;
  const body = { ...bodyOf(args), id: storeId };
  return orCreated(
    write(context, args, async () => createOplogS3Config(api, body)),
    `oplog store ${storeId}`,
    async () => getOplogS3Config(api, storeId),
    { isOurs: (live) => compareDeclared(args, live).same },
  );
}

/** Replaces a whole store. @param oidc that of the service, which removes what a PUT leaves out */
export async function replaceStore(context: Context, args: StoreArgs, oidc?: Oidc): Promise<OplogS3Config> {
  const { api } = context;
  const { storeId } = args;
  const body = bodyOf({ ...args, oidc: args.oidc ?? oidc });
  const read = async (): Promise<OplogS3Config | undefined> => getOplogS3Config(api, storeId);
  const live = await read();
  return write(context, args, async () =>
    orReadBack(
      putStore(context, storeId, body, live),
      read,
      (written) => compareDeclared(args, written).same,
    ),
  );
}

/** Replaces a store, except fields that only a newer version of the service knows. @param live the store before */
async function putStore(context: Context, id: string, body: OplogS3ConfigBody, live?: OplogS3Config) {
  const send = async (complete: OplogS3ConfigBody): Promise<OplogS3Config> =>
    updateOplogS3Config(context.api, id, complete);
  return sendKeeping(body, unknownFields(body, live), send, (text) =>
    context.warn(`The ${objectText(context, "oplog store", id)}: ${text}`),
  );
}

/** Fields of responses that the service sets, or that belong to other kinds of stores. */
const WITHOUT_EFFECT: WithoutEffect = new Map<Fields, readonly string[]>([
  [OPLOG_S3_CONFIG, ["maxCapacityGB", "provisioned", "syncSource", "usedSize", "username"]],
]);

/** The fields of a store that only a newer version of the service knows. */
function unknownFields({ oidc }: OplogS3ConfigBody, live: OplogS3Config | undefined): KeptField[] {
  if (live === undefined) return [];
  const paths = unknownFieldsIn(OPLOG_S3_CONFIG, { ...live }, WITHOUT_EFFECT);
  const isSent = ([part, ...rest]: Path): boolean =>
    rest.length === 0 || (part === "oidc" && oidc !== undefined);
  return paths.filter(isSent).map((path) => ({ path, value: valueAt(live, path) }));
}

async function write<T>(context: Context, args: StoreArgs, request: () => Promise<T>): Promise<T> {
  return readsOf(context).writing(async () => withBucketTest(context, args, request));
}

/** The advice for refusals, by error code (Ops Manager documentation, "Error Codes"). */
const REFUSALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    BACKUP_MONGO_CONNECTION_FAILED:
      "uri: the service cannot reach the metadata database. Check hosts, user and password of the connection string, which is secret and not shown.",
    BACKUP_S3_CONNECTION_FAILED:
      "s3BucketEndpoint: the service cannot reach it. Check the URL, customCertificates, and disableProxyS3 if the service uses a proxy.",
    BACKUP_S3_TOS_NOT_ACCEPTED:
      "acceptedTos: the service requires that the terms of service are accepted; set it to true.",
  }),
);

/** A bucket that fails the test of the service is tested this often, with this pause. */
const BUCKET_TESTS = 3;
const BUCKET_TEST_PAUSE_MS = 5_000;

/** The service tests the bucket at every write, and the first test after a change may fail for a moment. */
export async function withBucketTest<T>(
  { say, pause }: Pick<Context, "say" | "pause">,
  { s3BucketName, s3BucketEndpoint }: Pick<StoreArgs, "s3BucketName" | "s3BucketEndpoint">,
  request: () => Promise<T>,
): Promise<T> {
  const bucket = `the bucket ${JSON.stringify(s3BucketName)} at ${s3BucketEndpoint}`;
  for (let test = 1; ; test++) {
    try {
      return await request();
    } catch (error) {
      if (!isApiError(error)) throw error;
      const advice = REFUSALS.get(error.errorCode ?? "");
      if (advice !== undefined) throw new Error(`${advice} (${error.message})`, { cause: error });
      if (!/^BACKUP[-_]S3[-_]VALIDATION_FAILED$/.test(error.errorCode ?? "")) throw error;
      if (test === BUCKET_TESTS) {
        throw new Error(
          `s3BucketName: the service cannot use ${bucket}, after ${BUCKET_TESTS} tests of writing, reading and deleting there. ` +
            `Check the name, the endpoint, the keys and their permissions. (${error.message})`,
          { cause: error },
        );
      }
      say(`The service could not use ${bucket} yet; trying again in ${BUCKET_TEST_PAUSE_MS / 1000} s.`);
      await pause(BUCKET_TEST_PAUSE_MS);
    }
  }
}

/** Deletes a store. The service does so only when nothing can be assigned to it, so its assignment is disabled first. */
export async function deleteStore(context: Context, id: string, args: StoreArgs): Promise<void> {
  const { api } = context;
  const live = await getOplogS3Config(api, id);
  if (live === undefined) return;
  const body = bodyOfLive(args, live);
  const isAssignable = live.assignmentEnabled !== false;
  if (isAssignable && args.imported === true) {
    throw new Error(
      `The oplog store ${id} was not deleted: its assignment has to be disabled first, which takes its secrets, and those of an imported ` +
        "store are not known before the first `pulumi up`. Run `pulumi up` first, or disable the assignment on the service. Nothing was written.",
    );
  }
  const put = async (change: Partial<OplogS3ConfigBody>): Promise<unknown> =>
    putStore(context, id, { ...body, ...change }, live);
  const refusal = isAssignable ? await disableAssignment(put) : undefined;
  try {
    const read = async (): Promise<unknown> => getOplogS3Config(api, id);
    await confirmDeletion(deleteOplogS3Config(api, id), `the oplog store ${id}`, read, context.pause);
  } catch (error) {
    if (provesAbsence(error)) return;
    const wasDisabled = isAssignable && refusal === undefined;
    const restored = wasDisabled ? await restoreAssignment(put) : "";
    if (restored === undefined) return;
    const isInUse = isApiError(error) && error.status === 409;
    let what = isInUse
      ? "cannot be deleted while backup jobs use it: move them to another store first."
      : "was not deleted.";
    if (refusal !== undefined)
      what = `was not deleted: its assignment could not be disabled first: ${refusal}`;
    const parts = [`The oplog store ${id} ${what}`, restored, `(${messageOf(error)})`];
    throw new Error(parts.filter((part) => part !== "").join(" "), { cause: error });
  }
}

/** Replaces a store as it was found, with changes. */
type Put = (change: Partial<OplogS3ConfigBody>) => Promise<unknown>;

/** Disables the assignment. @returns why it was refused */
async function disableAssignment(put: Put): Promise<string | undefined> {
  try {
    await put({ assignmentEnabled: false });
    return undefined;
  } catch (error) {
    // A PUT tests the bucket, which may no longer exist: the store is deleted all the same.
    if (isUnknownOutcome(error) || provesAbsence(error)) return undefined;
    return messageOf(error);
  }
}

/** Restores the store as it was found. @returns how that went; `undefined` if the store is gone after all */
async function restoreAssignment(put: Put): Promise<string | undefined> {
  try {
    await put({});
    return "Its assignment was restored.";
  } catch (error) {
    if (provesAbsence(error)) return undefined;
    return `Its assignment is disabled and could not be restored: run \`pulumi refresh\`, then \`pulumi up\` (${messageOf(error)})`;
  }
}

/** The store as it is, with the secrets of the state, which a response masks, and with the fields that it leaves out. */
function bodyOfLive(args: StoreArgs, live: OplogS3Config): OplogS3ConfigBody {
  const oidc = live.oidc && { ...publicOidc(live), ...pick(args.oidc ?? {}, ["clientSecret"]) };
  return bodyOf({
    ...pick(args, [...RARELY_RETURNED, ...SECRET_STORE_FIELDS]),
    ...pick(live, OPEN_STORE_FIELDS),
    oidc,
  } as StoreArgs);
}

function bodyOf(args: OplogS3ConfigBody): OplogS3ConfigBody {
  // Some versions require it even without a proxy.
  return { disableProxyS3: false, ...pick(args, STORE_FIELDS) };
}

/** Sign-in as the service returns it, without its secret, which may be masked. */
export function publicOidc({ oidc }: OplogS3Config): Oidc | undefined {
  return oidc && omit(oidc, ["clientSecret"]);
}
