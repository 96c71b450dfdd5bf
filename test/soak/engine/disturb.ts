/** Disturbs updates. */

import type { Dice } from "../dice";
import { chooseFaults } from "../faults";
import type { FaultAction, FaultRule } from "../../../src/emulator";
import { startHoldingProxy } from "../../e2e/support/holding-proxy";
import { killProvider, killRun } from "../../e2e/support/provider-process";
import { chooseSecret } from "./choices";
import { configure, type Keys, type Round, run } from "./world";

/** Within the timeout: a service that carries out what the client has given up is a known limit. */
const SLOW_MS = 20;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;
const LOSSES: readonly [FaultAction, ...FaultAction[]] = [
  "resetBefore",
  "resetAfter",
  "truncate",
  { status: 500, afterWork: true },
  { status: 503, afterWork: true },
];

/** What is known of a disturbed update. */
export interface Disturbed {
  readonly output: string;
  readonly isKilled: boolean;
  /** Whether it succeeded and read the service first, so that nothing is left to do. */
  readonly isComplete: boolean;
}

const NO_UPDATE: Disturbed = { output: "", isKilled: false, isComplete: false };

const DISTURBANCES: Readonly<Record<string, (round: Round) => Promise<Disturbed>>> = {
  faults: async (round) => failingUp(round, chooseFaults(round.die, SLOW_MS)),
  "lost responses": async (round) => failingUp(round, chooseLosses(round.die)),
  "killed provider": async (round) => killAtWrite(round, "up", killProvider),
  "killed engine": async (round) => killAtWrite(round, "up", killRun),
  async "old key"(round) {
    const { die, emulator, keys, chance } = round;
    const key = die.oneOf(keys as [Keys, ...Keys[]]);
    key.privateKey = chooseSecret(chance, "key-");
    emulator.apiKeys.update(key.id, { privateKey: key.privateKey });
    const update = die.chance(0.7) ? await disturbedUp(round) : NO_UPDATE;
    await configure(round);
    return update;
  },
  async "old address"(round) {
    await round.proxy.close();
    const update = round.die.chance(0.7) ? await disturbedUp(round) : NO_UPDATE;
    round.proxy = await startHoldingProxy(round.emulator.baseUrl);
    await configure(round);
    return update;
  },
};

/** Disturbs an update in one of these ways. */
export async function disturb(round: Round): Promise<Disturbed> {
  const all = Object.entries(DISTURBANCES);
  const [name, start] = round.die.oneOf(all as [(typeof all)[0], ...typeof all]);
  round.story.push(name);
  return start(round);
}

async function failingUp(round: Round, rules: readonly FaultRule[]): Promise<Disturbed> {
  const { faults } = round.emulator;
  for (const rule of rules) faults.add(rule);
  const update = await disturbedUp(round);
  faults.clear();
  return update;
}

/** Writes whose outcome the client cannot know; most of them were carried out. */
function chooseLosses(die: Dice): FaultRule[] {
  return WRITES.map((method) => ({
    match: { method, nth: die.between(1, 2), times: die.between(1, 2) },
    action: die.oneOf(LOSSES),
  }));
}

async function disturbedUp(round: Round): Promise<Disturbed> {
  const flags = upFlags(round.die);
  const { code, output } = await run(round, "up", ...flags);
  return { output, isKilled: false, isComplete: code === 0 && flags.includes("--refresh") };
}

/** Some read the service first, and some process one resource at a time. */
function upFlags(die: Dice): string[] {
  return [...(die.chance(0.5) ? ["--refresh"] : []), ...(die.chance(0.5) ? ["--parallel", "1"] : [])];
}

/** Ends a process while it waits for the response to a write, if there are enough writes. */
export async function killAtWrite(
  round: Round,
  operation: "up" | "destroy",
  kill: () => void,
): Promise<Disturbed> {
  const { die, proxy, stack, story } = round;
  const held = proxy.hold(die.between(1, 3), die.oneOf(["before", "after"]));
  const running = run(round, operation, ...(operation === "up" ? upFlags(die) : []));
  const isHeld = await Promise.race([held.then(() => true), running.then(() => false)]);
  if (isHeld) kill();
  else story.push("(too few writes)");
  proxy.release();
  const { output } = await running;
  const disturbed = { output, isKilled: isHeld, isComplete: false };
  if (!isHeld || kill !== killRun) return disturbed;
  const cancelled = await stack.cancel();
  round.transcript.push(cancelled.output);
  const refreshed = await run(round, "refresh", "--clear-pending-creates", "--run-program");
  if (refreshed.code !== 0) throw new Error(refreshed.output);
  return disturbed;
}
