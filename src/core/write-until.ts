/** Writes to an object that every change publishes to others: only on a difference, one after the other, and never blindly again. */

import { look } from "../api/common";
import { isUnknownOutcome } from "../errors";
import { createSemaphore } from "../http/semaphore";
import { jsonEqual } from "../json";
import { createOnce } from "./once";
import type { Context } from "./definition";

interface Goal<Live> {
  /** The object, for messages: `audit log rotation "logs" (60a2...)`. */
  readonly object: string;
  /** The document that the write changes: those of one document are never in progress at the same time in a process. */
  readonly document: string;
  read(): Promise<Live>;
  isReached(live: Live): boolean;
  write(live: Live): Promise<void>;
  /** Whether an error says that somebody else has changed the document since the read. */
  isConflict(error: unknown): boolean;
}

/** By document. It outlives connections: several may lead to the same service. */
const turns = createOnce();

const ATTEMPTS = 4;
const PAUSE_MS = 1_000;

/**
 * Reads the object, and writes it unless the goal is reached. After a conflict, and if the outcome is unknown, it starts again with
 * a read. Returns the object after the write, in which the service may have stored other values than it was sent.
 * @throws Error if the service still has the former object
 */
export async function writeUntil<Live>(context: Pick<Context, "pause">, goal: Goal<Live>): Promise<Live> {
  const attempt = async (number: number): Promise<Live> => {
    const before = await goal.read();
    if (goal.isReached(before)) return before;
    try {
      await goal.write(before);
    } catch (error) {
      if (number === ATTEMPTS || !(goal.isConflict(error) || isUnknownOutcome(error))) throw error;
      await context.pause(PAUSE_MS * number);
      return attempt(number + 1);
    }
    return confirm(context, goal, before);
  };
  return turns(goal.document, createSemaphore)(1, undefined, async () => attempt(1));
}

async function confirm<Live>(
  { pause }: Pick<Context, "pause">,
  goal: Goal<Live>,
  before: Live,
): Promise<Live> {
  const live = await look(
    async () => goal.read(),
    (now) => goal.isReached(now),
    pause,
  );
  if (goal.isReached(live) || !jsonEqual(live, before)) return live;
  throw new Error(
    `The response to the write of the ${goal.object} is not an error, but the service still has the former one: a proxy or gateway in ` +
      "front of the service may have sent that response. Run `pulumi up` again.",
  );
}
