/** The writes of an alert configuration, so that a lost response neither loses nor duplicates one. */

import {
  alertConfigPages,
  createAlertConfig,
  getAlertConfig,
  listAlertConfigs,
  updateAlertConfig,
} from "../../api/alert-configs";
import { orReadBack, provesAbsence } from "../../api/common";
import type { BatchedReads } from "../../core/batched-reads";
import { batchedReads } from "../../core/batched-reads";
import type { Context, Place } from "../../core/definition";
import { messageOf } from "../../core/host-errors";
import { joinId } from "../../core/resource-id";
import { knownText } from "../../core/unknowns";
import type { OpsManagerError } from "../../errors";
import { isApiError, isShapeError, isUnknownOutcome } from "../../errors";
import type { AlertConfig, AlertConfigBody } from "../../fields/alert-config";
import { canonicalJson } from "../../json";
import { compareDeclared } from "./drift";
import type { AlertArgs } from "./encoding";
import { alertObject, bodyOf } from "./encoding";
import { explainRefusal } from "./refusals";

/** The reads of the alert configurations of a project. */
export function readsOf({ api, once }: Context, projectId: string): BatchedReads<AlertConfig> {
  return once(`alert configurations of ${projectId}`, () =>
    batchedReads<AlertConfig>({
      list: async () => listAlertConfigs(api, projectId),
      get: async (id) => getAlertConfig(api, projectId, id),
    }),
  );
}

/** The place of the alert configurations of a project; `undefined` while the project is unknown. */
export function placeOf(projectId: unknown, alone: boolean): Place | undefined {
  const known = knownText(projectId);
  if (known === undefined) return undefined;
  const conflict = (others: readonly string[]): string => {
    const names = others.map((name) => JSON.stringify(name)).join(", ");
    return alone
      ? `unmanaged: "delete" would delete what other resources of this program manage in the project ${known} (${names}): list the ` +
          "ids of their alert configurations in unmanagedExcept. Nothing was written."
      : `The set ${names} has unmanaged: "delete" and would delete this alert configuration of the project ${known}: list its id in ` +
          "unmanagedExcept of the set. Nothing was written.";
  };
  return { name: `alert configurations of ${known}`, alone, conflict };
}

/** The body of a write. @throws Error if it is unclear which secrets belong to a notification */
export function writableBody(args: AlertArgs): AlertConfigBody {
  const { unclear } = args;
  if (unclear !== undefined) {
    throw new Error(
      `${unclear.notifications.join(", ")}: it is unclear which secret belongs to it, because notifications were added or removed ` +
        "outside of this program and `ignoreChanges` keeps them so. Declare the notifications as they are now, or remove them from " +
        "`ignoreChanges`. Nothing was written.",
    );
  }
  return { ...bodyOf(args), enabled: args.enabled === true };
}

/** Replaces a whole alert configuration. */
export async function replaceAlert(context: Context, id: string, args: AlertArgs): Promise<AlertConfig> {
  const { api } = context;
  const { projectId } = args;
  const body = writableBody(args);
  return write(context, args, async () => updateAlertConfig(api, projectId, id, body), id);
}

/**
 * Runs a write. A refusal names the argument that caused it; a response that cannot be read leads to a read.
 * @param id that of the alert configuration, if it exists already
 */
export async function write(
  context: Context,
  args: AlertArgs,
  request: () => Promise<AlertConfig>,
  id?: string,
): Promise<AlertConfig> {
  const { api } = context;
  const { projectId } = args;
  try {
    return await readsOf(context, projectId).writing(async () =>
      id === undefined
        ? request()
        : orReadBack(
            request(),
            async () => getAlertConfig(api, projectId, id),
            (live) => compareDeclared(args, live).same,
          ),
    );
  } catch (error) {
    if (id === undefined || !isGone(error)) throw explainRefusal(error, args);
    throw new AlertGone(joinId(projectId, id), error);
  }
}

/** Thrown by a write to an alert configuration that does not exist any more. */
export class AlertGone extends Error {
  constructor(id: string, cause: unknown) {
    super(
      `The alert configuration ${id} no longer exists. Run \`pulumi refresh\`; \`pulumi up\` then creates it again.`,
      { cause },
    );
  }
}

/** The service returns a 404 for an unknown metric as well. */
function isGone(error: unknown): boolean {
  return provesAbsence(error) && !(isApiError(error) && error.errorCode === "INVALID_METRIC_NAME");
}

/** Timestamps have whole seconds, and clocks are read at different ends of a request. */
const CLOCK_MARGIN_MS = 2_000;
/** After a broken connection the service may still be working on the request, so the list is read several times. */
const LOOKS = 3;
const PAUSE_MS = 1_000;

/** The service has created the alert configuration, and only the id in its response can be read. */
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
  /** The last one for each body: equal ones run one after the other, so that their outcomes cannot be mixed up. */
  readonly byBody: Map<string, Promise<unknown>>;
  readonly posts: Set<Promise<unknown>>;
}

/**
 * Creates an alert configuration exactly once. It has no natural key: if a POST gets no usable response, only a fresh list shows
 * whether it was carried out, and a second POST might create a second one.
 * @throws Error that says what is known if the outcome stays unknown
 */
export async function createOnce(context: Context, args: AlertArgs): Promise<AlertConfig> {
  const body = writableBody(args);
  const { byBody, posts } = context.once(`creations of ${args.projectId}`, (): Creations => ({
    byBody: new Map(),
    posts: new Set(),
  }));
  const key = canonicalJson(body);
  const create = async (): Promise<AlertConfig> => postOrFind(context, args, body, posts);
  const mine = (byBody.get(key) ?? Promise.resolve()).then(create, create);
  byBody.set(key, mine);
  try {
    return await mine;
  } finally {
    if (byBody.get(key) === mine) byBody.delete(key);
  }
}

async function postOrFind(
  context: Context,
  args: AlertArgs,
  body: AlertConfigBody,
  posts: Set<Promise<unknown>>,
): Promise<AlertConfig> {
  const { projectId } = args;
  const startedAt = performance.now();
  const post = createAlertConfig(context.api, projectId, body);
  posts.add(post);
  try {
    const { value } = await post;
    context.ownership.hold(alertObject(joinId(projectId, value.id)));
    return value;
  } catch (error) {
    if (isShapeError(error) && error.id !== undefined) {
      const message = `${error.message} The alert configuration ${error.id} was created in the project ${projectId}.`;
      throw new CreatedUnreadable(message, error.id, error);
    }
    if (!isUnknownOutcome(error)) throw error;
    // Alert configurations that others are creating must be held before the list is read.
    await Promise.allSettled([...posts].filter((other) => other !== post));
    return await findAfterLostResponse(context, args, startedAt, error);
  } finally {
    posts.delete(post);
  }
}

async function findAfterLostResponse(
  context: Context,
  args: AlertArgs,
  startedAt: number,
  error: OpsManagerError,
): Promise<AlertConfig> {
  const { projectId, eventTypeName } = args;
  let found: AlertConfig[];
  try {
    found = await findCreated(context, args, startedAt);
  } catch (cause) {
    throw new Error(
      `${error.message} The alert configuration may have been created all the same: its project could not be listed ` +
        `(${messageOf(cause)}). Before you run \`pulumi up\` again, look in the alert settings of the project ${projectId} for an ` +
        `alert on ${eventTypeName}; if it is there, set adoptId to its id.`,
      { cause },
    );
  }
  const [first] = found;
  if (first !== undefined && found.length === 1) {
    context.ownership.hold(alertObject(joinId(projectId, first.id)));
    context.say(
      `The response to the creation of an alert on ${eventTypeName} was lost (${error.message}). The alert configuration ${first.id} of ` +
        `the project ${projectId} is as declared and was created at that moment, so this resource takes it over. If somebody else ` +
        "created it at the same time, remove this resource from the state with `pulumi state delete` and run `pulumi up`.",
    );
    return first;
  }
  // The service itself says why, and nothing was created.
  if (first === undefined && isApiError(error) && error.fromService) throw error;
  throw new Error(unknownOutcome(error.message, projectId, found), { cause: error });
}

/** Finds alert configurations as declared that were created since, and that no other resource of the stack has. */
async function findCreated(
  { api, pause, ownership }: Context,
  args: AlertArgs,
  startedAt: number,
): Promise<AlertConfig[]> {
  const { projectId } = args;
  for (let look = 1; ; look++) {
    const found: AlertConfig[] = [];
    for await (const { items, date } of alertConfigPages(api, projectId)) {
      const since = Date.parse(date ?? "") - (performance.now() - startedAt) - CLOCK_MARGIN_MS;
      found.push(...items.filter((live) => isSince(live.created, since) && compareDeclared(args, live).same));
    }
    const free = found.filter(({ id }) => !ownership.isKnown(alertObject(joinId(projectId, id))));
    if (free.length > 0 || look === LOOKS) return free;
    await pause(PAUSE_MS);
  }
}

/** Without a clock or a timestamp nothing can be excluded. */
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
