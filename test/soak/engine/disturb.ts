/** What disturbs an update. */

import type { Dice } from "../../../scripts/soak/dice";
import { chooseFaults } from "../../../scripts/soak/faults";
import { startGate } from "../../e2e/support/gate";
import { killProvider, killRun } from "../../e2e/support/provider-process";
import { chooseSecret } from "./declarations";
import type { Keys, Round } from "./world";
import { configure, run } from "./world";

/** Delays a response, but within the timeout. */
const SLOW_MS = 20;

const DISTURBANCES: Readonly<Record<string, (round: Round) => Promise<void>>> = {
  async faults(round) {
    const { emulator, die } = round;
    for (const rule of chooseFaults(die, SLOW_MS)) emulator.faults.add(rule);
    await disturbedUp(round);
    emulator.faults.clear();
  },
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
  const held = gate.hold(die.between(1, 4), die.oneOf(["before", "after"]));
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
