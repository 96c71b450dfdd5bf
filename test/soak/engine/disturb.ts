/** What disturbs an update. */

import type { Dice } from "../../../scripts/soak/dice";
import { chooseFaults } from "../../../scripts/soak/faults";
import type { FaultAction, FaultRule } from "../../../src/emulator";
import { startGate } from "../../e2e/support/gate";
import { killProvider, killRun } from "../../e2e/support/provider-process";
import { chooseSecret } from "./declarations";
import type { Keys, Round } from "./world";
import { configure, run } from "./world";

/** Delays a response, but within the timeout. */
const SLOW_MS = 20;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;
const LOSSES: readonly [FaultAction, ...FaultAction[]] = [
  "resetBefore",
  "resetAfter",
  "truncate",
  { status: 500, afterWork: true },
  { status: 503, afterWork: true },
];

const DISTURBANCES: Readonly<Record<string, (round: Round) => Promise<void>>> = {
  faults: async (round) => failingUp(round, chooseFaults(round.die, SLOW_MS)),
  "lost responses": async (round) => failingUp(round, chooseLosses(round.die)),
  "killed provider": async (round) => killAtWrite(round, "up", killProvider),
  "killed engine": async (round) => killAtWrite(round, "up", killRun),
  async "old key"(round) {
    const { die, emulator, keys, chance } = round;
    const key = die.oneOf(keys as [Keys, ...Keys[]]);
    key.privateKey = chooseSecret(chance, "key-");
    emulator.apiKeys.update(key.id, { privateKey: key.privateKey });
    if (die.chance(0.7)) await disturbedUp(round);
    await configure(round);
  },
  async "old address"(round) {
    await round.gate.close();
    if (round.die.chance(0.7)) await disturbedUp(round);
    round.gate = await startGate(round.emulator.baseUrl);
    await configure(round);
  },
};

/** Disturbs an update in one of these ways. */
export async function disturb(round: Round): Promise<void> {
  const names = Object.keys(DISTURBANCES) as [string, ...string[]];
  const name = round.die.oneOf(names);
  round.story.push(name);
  await DISTURBANCES[name]?.(round);
}

async function failingUp(round: Round, rules: readonly FaultRule[]): Promise<void> {
  const { faults } = round.emulator;
  for (const rule of rules) faults.add(rule);
  await disturbedUp(round);
  faults.clear();
}

/** Writes whose outcome the client cannot know; most of them were carried out. */
function chooseLosses(die: Dice): FaultRule[] {
  return WRITES.map((method) => ({
    match: { method, nth: die.between(1, 2), times: die.between(1, 2) },
    action: die.oneOf(LOSSES),
  }));
}

/** Some read the service first, and some make one request after the other. */
async function disturbedUp(round: Round): Promise<void> {
  await run(round, "up", ...upFlags(round.die));
}

function upFlags(die: Dice): string[] {
  return [...(die.chance(0.5) ? ["--refresh"] : []), ...(die.chance(0.5) ? ["--parallel", "1"] : [])];
}

/** Ends a process while it waits for the response to a write, if there are enough writes. */
export async function killAtWrite(
  round: Round,
  operation: "up" | "destroy",
  kill: () => void,
): Promise<void> {
  const { die, gate, stack, story } = round;
  const held = gate.hold(die.between(1, 3), die.oneOf(["before", "after"]));
  const running = run(round, operation, ...(operation === "up" ? upFlags(die) : []));
  const isHeld = await Promise.race([held.then(() => true), running.then(() => false)]);
  if (isHeld) kill();
  else story.push("(too few writes)");
  gate.letGo();
  await running;
  if (!isHeld || kill !== killRun) return;
  const cancelled = await stack.with("pulumi", "cancel", "--yes", "--stack", "soak");
  if (cancelled.code !== 0) throw new Error(cancelled.output);
  const refreshed = await run(round, "refresh", "--clear-pending-creates", "--run-program");
  if (refreshed.code !== 0) throw new Error(refreshed.output);
}
