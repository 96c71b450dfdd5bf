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
import { fulfils } from "./meaning";

/** Stamps have whole seconds, and clocks are read at different ends of a request. */
const CLOCK_MARGIN_MS = 2_000;
/** The service may still be at work when the connection has ended: the list is read this often. */
const LOOKS = 3;
const PAUSE_MS = 1_000;

/** By server and project: ids that resources of this process have. */
const held = new WeakMap<ApiClient, Set<string>>();
/** By server: equal bodies for one project go one after the other, so that their outcomes cannot be mixed up. */
const queues = new WeakMap<ApiClient, Map<string, Promise<unknown>>>();

/** Remembers that a resource of this process has this alert configuration. */
export function hold(api: ApiClient, id: string): void {
  const ids = held.get(api) ?? new Set();
  held.set(api, ids.add(id));
}

/** @throws Error that says what is known when the outcome stays unknown. */
export async function createOnce(
  context: Pick<Context, "api" | "pause">,
  projectId: string,
  body: AlertConfigBody,
  inputs: PlainObject,
): Promise<AlertConfig> {
  const { api } = context;
  return inTurn(api, canonicalJson([projectId, body]), async () => {
    const startedAt = performance.now();
    try {
      const { value } = await createAlertConfig(api, projectId, body);
      hold(api, value.id);
      return value;
    } catch (error) {
      if (!isUnknownOutcome(error)) throw error;
      const found = await findCreated(context, projectId, inputs, startedAt);
      if (found.length === 1 && found[0] !== undefined) {
        hold(api, found[0].id);
        return found[0];
      }
      throw new Error(unknownOutcome(error.message, projectId, found), { cause: error });
    }
  });
}

async function inTurn<T>(api: ApiClient, key: string, run: () => Promise<T>): Promise<T> {
  const queue = queues.get(api) ?? new Map<string, Promise<unknown>>();
  queues.set(api, queue);
  const before = queue.get(key) ?? Promise.resolve();
  const mine = before.then(run, run);
  queue.set(key, mine);
  try {
    return await mine;
  } finally {
    if (queue.get(key) === mine) queue.delete(key);
  }
}

/** Configurations equal to ours that were made since, and that no other resource has. */
async function findCreated(
  { api, pause }: Pick<Context, "api" | "pause">,
  projectId: string,
  inputs: PlainObject,
  startedAt: number,
): Promise<AlertConfig[]> {
  for (let look = 1; ; look++) {
    const found: AlertConfig[] = [];
    for await (const { items, date } of alertConfigPages(api, projectId)) {
      const since = Date.parse(date ?? "") - (performance.now() - startedAt) - CLOCK_MARGIN_MS;
      found.push(
        ...items.filter(
          (config) =>
            held.get(api)?.has(config.id) !== true &&
            isSince(config.created, since) &&
            fulfils(inputs, config),
        ),
      );
    }
    if (found.length > 0 || look === LOOKS) return found;
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
