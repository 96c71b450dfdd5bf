/**
 * Creates an alert configuration exactly once. It has no natural key: when no answer comes to a POST, only a fresh list
 * tells whether it was carried out, and a second POST might make a second one.
 */

import type { AlertConfig, AlertConfigBody } from "../../api/alert-configs";
import { alertConfigPages, createAlertConfig } from "../../api/alert-configs";
import { isUnknownOutcome } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import type { PlainObject } from "../../json";
import { canonicalJson } from "../../json";
import type { Context } from "../../core/behaviour";
import { perConnection } from "../../core/per-connection";
import { fulfils } from "./refreshed";

/** Stamps have whole seconds, and clocks are read at different ends of a request. */
const CLOCK_MARGIN_MS = 2_000;
/** The service may still be at work when the connection has ended: the list is read this often. */
const LOOKS = 3;
const PAUSE_MS = 1_000;

/** What this process knows of a project's alert configurations. */
interface Known {
  /** Ids that resources of this process have. */
  readonly held: Set<string>;
  /** The last creation for each body: equal ones go one after the other, so that their outcomes cannot be mixed up. */
  readonly creations: Map<string, Promise<unknown>>;
  /** POSTs under way. */
  readonly posts: Set<Promise<unknown>>;
}

const known = perConnection((): Known => ({ held: new Set(), creations: new Map(), posts: new Set() }));

/** Remembers that a resource of this process has this alert configuration. */
export function hold(api: ApiClient, projectId: string, id: string): void {
  known(api, projectId).held.add(id);
}

/** @throws Error that says what is known when the outcome stays unknown. */
export async function createOnce(
  context: Pick<Context, "api" | "pause">,
  projectId: string,
  body: AlertConfigBody,
  inputs: PlainObject,
): Promise<AlertConfig> {
  const project = known(context.api, projectId);
  const { creations } = project;
  const key = canonicalJson(body);
  const create = async (): Promise<AlertConfig> => postOrFind(context, projectId, body, inputs, project);
  const mine = (creations.get(key) ?? Promise.resolve()).then(create, create);
  creations.set(key, mine);
  try {
    return await mine;
  } finally {
    if (creations.get(key) === mine) creations.delete(key);
  }
}

async function postOrFind(
  context: Pick<Context, "api" | "pause">,
  projectId: string,
  body: AlertConfigBody,
  inputs: PlainObject,
  { held, posts }: Known,
): Promise<AlertConfig> {
  const startedAt = performance.now();
  const post = createAlertConfig(context.api, projectId, body);
  posts.add(post);
  try {
    const { value } = await post;
    held.add(value.id);
    return value;
  } catch (error) {
    if (!isUnknownOutcome(error)) throw error;
    // What others are about to make must be theirs before a list is looked at.
    await Promise.allSettled([...posts].filter((other) => other !== post));
    const found = await findCreated(context, projectId, inputs, startedAt, held);
    if (found.length === 1 && found[0] !== undefined) {
      held.add(found[0].id);
      return found[0];
    }
    throw new Error(unknownOutcome(error.message, projectId, found), { cause: error });
  } finally {
    posts.delete(post);
  }
}

/** Configurations equal to ours that were made since, and that no other resource has. */
async function findCreated(
  { api, pause }: Pick<Context, "api" | "pause">,
  projectId: string,
  inputs: PlainObject,
  startedAt: number,
  held: ReadonlySet<string>,
): Promise<AlertConfig[]> {
  for (let look = 1; ; look++) {
    const found: AlertConfig[] = [];
    for await (const { items, date } of alertConfigPages(api, projectId)) {
      const since = Date.parse(date ?? "") - (performance.now() - startedAt) - CLOCK_MARGIN_MS;
      found.push(...items.filter((config) => isSince(config.created, since) && fulfils(inputs, config)));
    }
    const free = found.filter(({ id }) => !held.has(id));
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
    return `${message} The project ${projectId} holds no such alert configuration, so it was not made as far as can be seen; run \`pulumi up\` again.`;
  }
  return (
    `${message} The project ${projectId} holds ${found.length} alert configurations that may be the one that was made: ` +
    `${found.map(({ id }) => id).join(", ")}. Delete what is not needed, and take the right one over by adoptId.`
  );
}
