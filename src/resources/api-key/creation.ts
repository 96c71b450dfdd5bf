/**
 * The creation of a key of which the service shows the secret once, in the response. If that is lost, the key exists and nobody can use
 * it, so it is deleted and another one is created. To be found, a key has a mark of its own at the end of its description: it names the
 * resource and the request. No comparison sees it.
 */

import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import { confirmDeletion, look, orUndefined } from "../../api/common";
import { provesNoKey } from "../../api/api-keys";
import { filledText } from "../../api/schema";
import type { CommonArgs, Context, PreviewReport } from "../../core/definition";
import { NOTHING_TO_REPORT } from "../../core/definition";
import { objectName } from "../../core/ownership-table";
import { warning } from "../../core/problems";
import type { Cause } from "../../errors";
import { isUnknownOutcome, messageOf } from "../../errors";
import { isMasked } from "../../secrets/masks";
import { isUnknown } from "../../unknowns";

interface Key {
  readonly id: string;
  readonly desc?: string | undefined;
}

/** The requests for the keys of a place. */
export interface KeyRequests<K extends Key> {
  /** The name of the class. */
  readonly kind: string;
  /** The key, for messages: `agent API key`. */
  readonly what: string;
  /** The beginning of the Pulumi ids of the keys: that of the project or the organization. */
  readonly placeId: string;
  list(this: void): Promise<readonly K[]>;
  create(this: void, desc: string): Promise<K>;
  delete(this: void, id: string): Promise<boolean>;
  /** The secret in a response. */
  secretOf(this: void, key: K): string | undefined;
}

const MARK = / \[pulumi ([0-9a-f]{8})[0-9a-f]{8}\]$/;
const MARK_LENGTH = " [pulumi 0123456701234567]".length;

/**
 * The schema of a description.
 * @param most the longest one that the service takes
 * @internal kept out of the declarations: zod's own types do not pass every user's compiler
 */
export function markedText(most: number): z.ZodType {
  const limit = most - MARK_LENGTH;
  return filledText()
    .max(limit, `must be at most ${limit} characters, which leaves room for the mark of the provider`)
    .refine(
      (text) => !MARK.test(text),
      "must not end with a mark of the provider, such as [pulumi 0123456701234567]: leave that out",
    );
}

/** Of a resource that is not known no key can be told to be its own. */
function resourceOf(urn: string | undefined): string {
  return urn === undefined ? "00000000" : createHash("sha256").update(urn).digest("hex").slice(0, 8);
}

/** The description as a program declares it. */
export function withoutMark(desc = ""): string {
  return desc.replace(MARK, "");
}

/** The mark of a description; empty if it has none. */
export function markOf(desc = ""): string {
  return MARK.exec(desc)?.[0] ?? "";
}

const ATTEMPTS = 3;

/** @throws Error that names what may be left over */
export async function createKey<K extends Key>(
  context: Context,
  desc: string,
  keys: KeyRequests<K>,
): Promise<K> {
  for (const text of await leftOver(context, keys)) context.warn(text);
  for (let attempt = 1; ; attempt++) {
    const mark = ` [pulumi ${resourceOf(context.urn)}${randomBytes(4).toString("hex")}]`;
    const { key, lost } = await created(keys, desc + mark);
    if (lost === undefined) return key;
    await removeMarked(context, keys, mark, lost);
    if (attempt === ATTEMPTS) throw lost;
    context.say(
      `The response to the creation of the ${keys.what} was lost. The key that it had created was deleted, since nobody knows its secret; another one is created.`,
    );
  }
}

async function created<K extends Key>(
  { create, secretOf, what }: KeyRequests<K>,
  desc: string,
): Promise<{ key: K; lost?: undefined } | { key?: undefined; lost: Error }> {
  try {
    const key = await create(desc);
    const secret = secretOf(key);
    return secret === undefined || isMasked(secret)
      ? { lost: new Error(`The response to the creation of the ${what} does not have its secret.`) }
      : { key: { desc, ...key } };
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    return { lost: error };
  }
}

/** Deletes the key with a mark. @throws Error if there is none, or if it cannot be deleted */
async function removeMarked(
  { ownership, pause }: Context,
  keys: KeyRequests<Key>,
  mark: string,
  lost: Error,
): Promise<void> {
  const failed = (what: string, cause?: Cause): Error =>
    new Error(
      `${lost.message} ${what} Look for the ${keys.what} whose description ends with "${mark.trim()}", and delete it, since nobody ` +
        "knows its secret. Then run `pulumi up` again.",
      cause ?? { cause: lost },
    );
  const find = async (): Promise<Key | undefined> =>
    (await keys.list()).find(({ desc = "" }) => desc.endsWith(mark));
  const found = await look(find, (key) => key !== undefined, pause).catch((cause: unknown) => {
    throw failed(
      `A key may have been created all the same: the keys could not be read (${messageOf(cause)}).`,
      {
        cause,
      },
    );
  });
  if (found === undefined) throw failed("No key was found, but the service may still create it.");
  const { id } = found;
  if (ownership.isKnown(objectOf(keys, id)))
    throw failed(`The key ${id}, which has its mark, belongs to another resource.`);
  const read = async (): Promise<Key | undefined> => (await keys.list()).find((key) => key.id === id);
  const deletion = confirmDeletion(keys.delete(id), `the ${keys.what} ${id}`, read, pause);
  await orUndefined(deletion, provesNoKey).catch((cause: unknown) => {
    throw failed(`The key ${id} was created, and could not be deleted (${messageOf(cause)}).`, { cause });
  });
}

function objectOf({ kind, placeId }: KeyRequests<Key>, id: string): string {
  return objectName(kind, `${placeId}/${id}`);
}

/** Reports in the preview of a create what an interrupted run has left. */
export async function previewOfKey(
  context: Context,
  olds: CommonArgs | undefined,
  keys: KeyRequests<Key>,
): Promise<PreviewReport> {
  if (olds !== undefined || isUnknown(keys.placeId)) return NOTHING_TO_REPORT;
  const left = await leftOver(context, keys);
  return { problems: left.map((text) => warning([], text)), notes: [] };
}

/** Names the keys that were created for the resource and that no state has, as after a run that was killed. */
async function leftOver({ ownership, urn }: Context, keys: KeyRequests<Key>): Promise<string[]> {
  if (urn === undefined) return [];
  const all = await keys.list();
  const left = all.filter(
    ({ id, desc = "" }) => MARK.exec(desc)?.[1] === resourceOf(urn) && !ownership.isKnown(objectOf(keys, id)),
  );
  return left.map(
    ({ id, desc }) =>
      `The ${keys.what} ${id} ("${withoutMark(desc)}") was created for this resource and is in no state, as after a run that was ` +
      "interrupted: then nobody knows its secret. Delete it, unless it was kept on purpose. (The former key of a replacement whose deletion " +
      "failed is in the state: `pulumi up` deletes it itself.)",
  );
}
