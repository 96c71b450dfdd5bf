/** Takes all measurements: for each step the subjects one after the other, under the same conditions of the machine. */

import { ensureEngine } from "../../test/support/engine/ensure-engine";
import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import type { Cell, Measurement, Stepper, Step, Subject } from "./measurement";
import { STEPS, SUBJECTS } from "./measurement";
import { withCurl } from "./with-curl";
import { withPulumi } from "./with-pulumi";

/** A cell, how often it is measured, and with which subjects. */
export interface Plan extends Cell {
  /** How often everything is created and destroyed. */
  readonly rounds: number;
  /** How often a round repeats the steps that change nothing. */
  readonly reads: number;
  /** Subjects that are omitted because they take too long. */
  readonly without?: readonly Subject[];
}

interface Runner {
  readonly emulator: Emulator;
  readonly stepper: Stepper;
}

export async function measureAll(
  plans: readonly Plan[],
  say: (line: string) => void,
): Promise<Measurement[]> {
  const { binDir } = await ensureEngine();
  const measured: Measurement[] = [];
  for (const plan of plans) {
    for (let round = 0; round < plan.rounds; round++) {
      say(
        `${plan.n} alert configurations, ${plan.latencyMs} ms latency, round ${round + 1} of ${plan.rounds}`,
      );
      measured.push(...(await measureRound(plan, round, binDir)));
    }
  }
  return measured;
}

async function measureRound(plan: Plan, round: number, binDir: string): Promise<Measurement[]> {
  // A loop of curl varies little and takes long.
  const subjects = SUBJECTS.filter((subject) => plan.without?.includes(subject) !== true).filter(
    (subject) => subject !== "curl" || round === 0,
  );
  const runners: Runner[] = [];
  try {
    for (const subject of subjects) runners.push(await open(subject, plan, binDir));
    const measured: Measurement[] = [];
    for (const step of STEPS) {
      const times = step === "up" || step === "destroy" ? 1 : plan.reads;
      for (let time = 0; time < times; time++) {
        for (const runner of rotate(runners, round + time)) {
          const figures = await measure(runner, step, plan, round * times + time);
          if (figures !== undefined) measured.push(figures);
        }
      }
    }
    return measured;
  } finally {
    for (const { emulator, stepper } of runners) {
      await stepper.close();
      await emulator.close();
    }
  }
}

/** Opens a subject with its own service, which has no other alert configurations. */
async function open(subject: Subject, cell: Cell, binDir: string): Promise<Runner> {
  const emulator = await startEmulator({ latencyMs: cell.latencyMs });
  for (const { id } of emulator.alertConfigs().list()) emulator.alertConfigs().delete(id);
  const { baseUrl, publicKey, privateKey, projectId } = emulator;
  const service = { baseUrl, publicKey, privateKey, projectIds: [projectId] };
  const stepper =
    subject === "curl"
      ? await withCurl({ n: cell.n, service })
      : await withPulumi(subject, cell, service, binDir);
  return { emulator, stepper };
}

async function measure(
  { emulator, stepper }: Runner,
  step: Step,
  { n, latencyMs }: Cell,
  round: number,
): Promise<Measurement | undefined> {
  emulator.clearRequests();
  const figures = await stepper.run(step);
  if (figures === undefined) return undefined;
  const { requests, challenges } = emulator.counters;
  const { subject } = stepper;
  return { subject, n, latencyMs, step, round, ...figures, requests: requests - challenges, challenges };
}

/** Rotates the order, so that no subject always runs first. */
function rotate<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
