/**
 * Creates an alert configuration exactly once. It has no natural key: when a POST gets no usable response, only a fresh list
 * tells whether it was carried out, and a second POST might make a second one.
 */

import type { AlertConfig, AlertConfigBody } from "../../api/alert-configs";
import { alertConfigPages, createAlertConfig } from "../../api/alert-configs";
import type { OpsManagerError } from "../../errors";
import { isApiError, isShapeError, isUnknownOutcome } from "../../errors";
import type { PlainObject } from "../../json";
import { canonicalJson } from "../../json";
import type { Context } from "../../core/behaviour";
import { objectName } from "../../core/ownership";
import { perConnection } from "../../core/per-connection";
import { joinId } from "../../core/resource-id";
import { fulfils } from "./refreshed";

/** Stamps have whole seconds, and clocks are read at different ends of a request. */
const CLOCK_MARGIN_MS = 2_000;
/** The service may still be at work when the connection has ended: the list is read this often. */
const LOOKS = 3;
const PAUSE_MS = 1_000;

/** The service has created it, and its response cannot be read but for the id. */
export class CreatedUnreadable extends Error {
  constructor(
    message: string,
    readonly id: string,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** The creations of a project that are in progress. */
interface Creations {
  /** The last one for each body: equal ones go one after the other, so that their outcomes cannot be mixed up. */
  readonly byBody: Map<string, Promise<unknown>>;
  readonly posts: Set<Promise<unknown>>;
}

const creations = perConnection((): Creations => ({ byBody: new Map(), posts: new Set() }));

type Tools = Pick<Context, "api" | "pause" | "say" | "ownership">;

/** @throws Error that says what is known when the outcome stays unknown. */
export async function createOnce(
  context: Tools,
  projectId: string,
  body: AlertConfigBody,
  inputs: PlainObject,
): Promise<AlertConfig> {
  const { byBody, posts } = creations(context.api, projectId);
  const key = canonicalJson(body);
  const create = async (): Promise<AlertConfig> => postOrFind(context, projectId, body, inputs, posts);
  const mine = (byBody.get(key) ?? Promise.resolve()).then(create, create);
  byBody.set(key, mine);
  try {
    return await mine;
  } finally {
    if (byBody.get(key) === mine) byBody.delete(key);
  }
}

async function postOrFind(
  context: Tools,
  projectId: string,
  body: AlertConfigBody,
  inputs: PlainObject,
  posts: Set<Promise<unknown>>,
): Promise<AlertConfig> {
  const startedAt = performance.now();
  const post = createAlertConfig(context.api, projectId, body);
  posts.add(post);
  try {
    const { value } = await post;
    context.ownership.hold(objectOf(projectId, value.id));
    return value;
  } catch (error) {
    if (isShapeError(error) && error.id !== undefined) {
      throw new CreatedUnreadable(
        `${error.message} The alert configuration ${error.id} was created in the project ${projectId}.`,
        error.id,
        error,
      );
    }
    if (!isUnknownOutcome(error)) throw error;
    // What others are about to make must be theirs before a list is looked at.
    await Promise.allSettled([...posts].filter((other) => other !== post));
    return await afterLostResponse(context, projectId, inputs, startedAt, error);
  } finally {
    posts.delete(post);
  }
}

async function afterLostResponse(
  context: Tools,
  projectId: string,
  inputs: PlainObject,
  startedAt: number,
  error: OpsManagerError,
): Promise<AlertConfig> {
  let found: AlertConfig[];
  try {
    found = await findCreated(context, projectId, inputs, startedAt);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `${error.message} The alert configuration may have been created all the same: its project could not be listed (${reason}). ` +
        `Before you run \`pulumi up\` again, look into the alert settings of the project ${projectId} for ${eventOf(inputs)}; ` +
        "if it is there, set adoptId to its id.",
      { cause },
    );
  }
  const [first] = found;
  if (first !== undefined && found.length === 1) {
    context.ownership.hold(objectOf(projectId, first.id));
    context.say(
      `The response to the creation of ${eventOf(inputs)} was lost (${error.message}). The alert configuration ${first.id} of the ` +
        `project ${projectId} is as declared and was created at that moment, so it is taken for this resource's own. If somebody ` +
        "else created it at the same time, remove this resource from the state with `pulumi state delete` and run `pulumi up`.",
    );
    return first;
  }
  // The service itself says why, and nothing is there.
  if (first === undefined && isApiError(error) && error.fromService) throw error;
  throw new Error(unknownOutcome(error.message, projectId, found), { cause: error });
}

function eventOf(inputs: PlainObject): string {
  return `an alert on ${String(inputs["eventTypeName"])}`;
}

function objectOf(projectId: string, id: string): string {
  return objectName("AlertConfig", joinId(projectId, id));
}

/** Configurations equal to ours that were made since, and that no other resource of the stack has. */
async function findCreated(
  { api, pause, ownership }: Tools,
  projectId: string,
  inputs: PlainObject,
  startedAt: number,
): Promise<AlertConfig[]> {
  for (let look = 1; ; look++) {
    const found: AlertConfig[] = [];
    for await (const { items, date } of alertConfigPages(api, projectId)) {
      const since = Date.parse(date ?? "") - (performance.now() - startedAt) - CLOCK_MARGIN_MS;
      found.push(...items.filter((config) => isSince(config.created, since) && fulfils(inputs, config)));
    }
    const free = found.filter(({ id }) => !ownership.isSeen(objectOf(projectId, id)));
    if (free.length > 0 || look === LOOKS) return free;
    await pause(PAUSE_MS);
  }
}

/** Without a clock or a stamp nothing can be excluded. */
function isSince(created: string | undefined, since: number): boolean {
  const at = Date.parse(created ?? "");
  return Number.isNaN(at) || Number.isNaN(since) || at >= since;
}

function unknownOutcome(message: string, projectId: string, found: readonly AlertConfig[]): string {
  if (found.length === 0) {
    return `${message} The project ${projectId} has no such alert configuration, so it was probably not created: run \`pulumi up\` again.`;
  }
  return (
    `${message} The project ${projectId} has ${found.length} alert configurations that may be the one that was created: ` +
    `${found.map(({ id }) => id).join(", ")}. Delete the ones that are not needed, and set adoptId to the id of the right one.`
  );
}
