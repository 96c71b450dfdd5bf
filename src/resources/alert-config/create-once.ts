/** Creates an alert configuration exactly once, although it has no natural key and responses get lost. */

import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { alertConfigPages, createAlertConfig } from "../../api/alert-configs";
import { look } from "../../api/common";
import { objectText } from "../../core/converge";
import { hashOf } from "../../core/check";
import type { Context } from "../../core/definition";
import type { Ownership } from "../../core/ownership";
import type { OpenCreation } from "../../core/ownership-table";
import type { OpsManagerError } from "../../errors";
import { isApiError, isShapeError, isUnknownOutcome, messageOf } from "../../errors";
import type { AlertConfigBody, LiveAlert } from "../../fields/alert-config";
import { openMeaningOf } from "./compare";
import { compareDeclared } from "./drift";
import type { AlertArgs } from "./encoding";
import { writableBody } from "./encoding";
import type { ProjectId } from "./scope";
import { alertId, alertObject, collectionOf, placeText, scopeOf } from "./scope";

/** Timestamps have whole seconds, and clocks are read at different ends of a request. */
const CLOCK_MARGIN_MS = 2_000;

/** The creations of a project that are in progress. */
interface Creations {
  /**
   * The last one for each content: those that differ in secrets only run one after the other, because a masked response could
   * belong to any of them.
   */
  readonly byContent: Map<string, Promise<unknown>>;
  /** The POST of each creation whose outcome is not known, even after it has failed: what exists may be its own. */
  readonly open: Map<AlertArgs, Promise<unknown>>;
}

/**
 * Creates an alert configuration exactly once. It has no natural key: if a POST gets no usable response, only a fresh list shows
 * whether it was carried out, and a second POST might create a second one.
 * @throws Error that says what is known if the outcome stays unknown
 * @throws ShapeError with an `id` if it was created and nothing else in the response can be read
 */
export async function createExactlyOnce(context: Context, args: AlertArgs): Promise<LiveAlert> {
  const body = writableBody(args);
  const { byContent, open } = creationsOf(context, args.projectId);
  const key = openMeaningOf(body);
  const create = async (): Promise<LiveAlert> => postOrFind({ context, args, open, id: randomUUID() }, body);
  const mine = (byContent.get(key) ?? Promise.resolve()).then(create, create);
  byContent.set(key, mine);
  return mine;
}

/** Waits for the creations of a project that are in progress: what they create is in a list before it is known whose it is. */
export async function creationsEnd(context: Context, projectId: ProjectId): Promise<void> {
  await Promise.allSettled(creationsOf(context, projectId).byContent.values());
  const isUndone = ({ isInProgress, isSearched }: OtherCreation): boolean => isInProgress || isSearched;
  await until(context, () => !otherCreations(context, projectId).some(isUndone));
}

interface OtherCreation extends OpenCreation {
  /** Whether it has sent its request, and does not wait for another creation. */
  readonly isFirst: boolean;
  readonly isInProgress: boolean;
  /** Whether its object is looked for after a lost response. */
  readonly isSearched: boolean;
}

/** The creations of other provider processes of the run in a project. */
function otherCreations({ ownership }: Context, projectId: ProjectId): OtherCreation[] {
  const all = ownership.creationsIn(collectionOf(projectId));
  return all.flatMap((each, index) => {
    if (each.writer === ownership.writer) return [];
    const isRunning = ownership.isRunning(each.writer);
    const isFirst = !all.slice(0, index).some((earlier) => precedes(ownership, earlier, each));
    const isAt = (state: OpenCreation["state"]): boolean => isRunning && isFirst && each.state === state;
    return [{ ...each, isFirst, isInProgress: isAt("sent"), isSearched: isAt("lost") }];
  });
}

/** Whether a creation waits for an earlier one of the same content, since the service does not show whose object is whose. */
function precedes(ownership: Ownership, earlier: OpenCreation, later: OpenCreation): boolean {
  const isUndone = earlier.state !== "unknown" && ownership.isRunning(earlier.writer);
  return isUndone && earlier.content === later.content;
}

/** Waits for what another process will write into the log of the run. */
async function until({ pause }: Context, isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    await setImmediate();
    await pause(20);
  }
}

function creationsOf({ once }: Context, projectId: ProjectId): Creations {
  return once(`creations of ${collectionOf(projectId)}`, () => ({ byContent: new Map(), open: new Map() }));
}

/** A creation in progress, beside the others of its project. */
interface Creation extends Pick<Creations, "open"> {
  readonly id: string;
  readonly context: Context;
  readonly args: AlertArgs;
}

async function postOrFind(creation: Creation, body: AlertConfigBody): Promise<LiveAlert> {
  const { context, args, open, id } = creation;
  const { ownership, urn } = context;
  const { projectId, eventTypeName: outline } = args;
  const collection = collectionOf(projectId);
  const content = hashOf(openMeaningOf(body));
  ownership.beginCreation({ id, collection, content, outline, writer: ownership.writer });
  await until(context, () => isNext(context, collection, id));
  const startedAt = performance.now();
  const post = createAlertConfig(context.api, projectId, body);
  open.set(args, post);
  try {
    const created = await post;
    ownership.endCreation(id, alertObject(projectId, created.id), urn);
    open.delete(args);
    return created;
  } catch (error) {
    const isReadableInPart = isShapeError(error) && error.id !== undefined;
    if (isUnknownOutcome(error) && !isReadableInPart) {
      ownership.loseCreation(id);
      return await findAfterLostResponse(creation, startedAt, error);
    }
    ownership.endCreation(id);
    open.delete(args);
    throw error;
  }
}

/** Whether no other process is creating the same. */
function isNext({ ownership }: Context, collection: string, id: string): boolean {
  const all = ownership.creationsIn(collection);
  const own = all.findIndex((each) => each.id === id);
  return all
    .slice(0, own)
    .every(
      (earlier) =>
        earlier.writer === ownership.writer || !precedes(ownership, earlier, all[own] as OpenCreation),
    );
}

async function findAfterLostResponse(
  creation: Creation,
  startedAt: number,
  error: OpsManagerError,
): Promise<LiveAlert> {
  const { context, args, open, id } = creation;
  const { ownership } = context;
  const { projectId, eventTypeName } = args;
  const { free, isContested } = await findCreated(creation, startedAt).catch((cause: unknown) => {
    ownership.giveUpCreation(id);
    throw new Error(
      `${error.message} The alert configuration may have been created all the same: the ${placeText(projectId)} could not be listed ` +
        `(${messageOf(cause)}). Before you run \`pulumi up\` again, look in its alert settings for an ` +
        `alert on ${eventTypeName}; if it is there, set adoptId to its id.`,
      { cause },
    );
  });
  const [first] = free;
  const isCertain = first === undefined || (free.length === 1 && !isContested);
  if (isCertain) {
    open.delete(args);
    ownership.endCreation(id, first && alertObject(projectId, first.id), context.urn);
  } else ownership.giveUpCreation(id);
  if (first !== undefined && isCertain) {
    const text = objectText(context, scopeOf(projectId).what, alertId(projectId, first.id));
    context.say(
      `The response to the creation of an alert on ${eventTypeName} was lost (${error.message}). The ${text} ` +
        `is as declared and was created at that moment, so this resource takes it over. If somebody else ` +
        "created it at the same time, remove this resource from the state with `pulumi state delete` and run `pulumi up`.",
    );
    return first;
  }
  // The service itself says why, and nothing was created.
  if (first === undefined && isApiError(error) && error.fromService) throw error;
  throw new Error(unknownOutcome(error.message, projectId, free), { cause: error });
}

/**
 * Finds alert configurations as declared that were created since, and that no other resource of the stack has. They are contested
 * if another creation of unknown outcome may have created one of them.
 */
async function findCreated({ context, args, open }: Creation, startedAt: number) {
  const { api, pause, ownership } = context;
  const { projectId } = args;
  const list = async () => {
    // Alert configurations that others are creating must be held before the list is read.
    await Promise.allSettled([...open].flatMap(([other, post]) => (other === args ? [] : [post])));
    await until(context, () => otherCreations(context, projectId).every(({ isInProgress }) => !isInProgress));
    const found: LiveAlert[] = [];
    for await (const { items, date } of alertConfigPages(api, projectId)) {
      const since = Date.parse(date ?? "") - (performance.now() - startedAt) - CLOCK_MARGIN_MS;
      found.push(...items.filter((live) => isSince(live.created, since) && compareDeclared(args, live).same));
    }
    const free = found.filter(({ id }) => !ownership.isKnown(alertObject(projectId, id)));
    const others = [...open.keys()].filter((other) => other !== args);
    const isOfOther = (live: LiveAlert): boolean =>
      others.some((other) => compareDeclared(other, live).same) ||
      // What another process declares is not known here: one that waits for this creation has sent nothing.
      otherCreations(context, projectId).some(
        ({ outline, isFirst }) => isFirst && outline === live.eventTypeName,
      );
    const isContested = free.some(isOfOther);
    return { free, isContested };
  };
  return look(list, ({ free, isContested }) => free.length > 0 && !isContested, pause);
}

/** Without a clock or a timestamp nothing can be excluded. */
function isSince(created: string | undefined, since: number): boolean {
  const at = Date.parse(created ?? "");
  return Number.isNaN(at) || Number.isNaN(since) || at >= since;
}

function unknownOutcome(message: string, projectId: ProjectId, found: readonly LiveAlert[]): string {
  if (found.length === 0) {
    return `${message} The ${placeText(projectId)} has no such alert configuration, so it was probably not created: run \`pulumi up\` again.`;
  }
  return (
    `${message} The ${placeText(projectId)} has ${found.length} alert configurations that may be the one that was created: ` +
    `${found.map(({ id }) => id).join(", ")}. Delete the ones that are not needed, and set adoptId to the id of the right one.`
  );
}
