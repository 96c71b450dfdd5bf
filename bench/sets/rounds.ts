/** Takes all measurements, one after the other. */

import { join } from "node:path";
import { ensureEngine } from "../../test/support/engine/ensure-engine";
import type { Step } from "../provider/measurement";
import { STEPS } from "../provider/measurement";
import type { Program } from "../provider/project";
import { withCurl } from "../provider/with-curl";
import { openProgram } from "../provider/with-pulumi";
import type { HelperProcess } from "../support/helper-process";
import { startHelper } from "../support/helper-process";
import type { Cell, Measurement, Subject } from "./measurement";
import type { ServiceAddress, ServiceQuestion, Traffic } from "./service";

/** A cell, the subjects that are measured, and how often. */
export interface Plan extends Cell {
  readonly subjects: readonly Subject[];
  readonly rounds: number;
  /** @default all */
  readonly steps?: readonly Step[];
}

/** As many requests at the same time as the package sends by default. */
export const CONNECTIONS = 16;

const PROGRAMS = {
  sets: { file: "sets" },
  "plugin sets": { file: "sets", plugin: true },
  single: { file: "single" },
  floor: { file: "floor" },
} as const satisfies Record<Exclude<Subject, "curl">, Program>;

type Service = HelperProcess<ServiceQuestion, ServiceAddress | Traffic>;

export async function measureAll(
  plans: readonly Plan[],
  say: (line: string) => void,
): Promise<Measurement[]> {
  const { binDir } = await ensureEngine();
  const measured: Measurement[] = [];
  for (const plan of plans) {
    for (let round = 0; round < plan.rounds; round++) {
      for (const subject of plan.subjects) {
        const projects = plan.projects === 1 ? "one project" : `${plan.projects} projects`;
        const skips = plan.skipsCheckpoints ? ", without checkpoints" : "";
        say(`${subject}: ${plan.n} in ${projects}${skips}, round ${round + 1} of ${plan.rounds}`);
        measured.push(...(await measureSubject(plan, subject, round, binDir)));
      }
    }
  }
  return measured;
}

async function measureSubject(
  { n, projects, skipsCheckpoints, steps = STEPS }: Plan,
  subject: Subject,
  round: number,
  binDir: string,
): Promise<Measurement[]> {
  const helper: Service = startHelper(join(__dirname, "service.ts"));
  try {
    const service = (await helper.ask({ projects })) as ServiceAddress;
    const env = skipsCheckpoints ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {};
    const runner =
      subject === "curl"
        ? await withCurl({ n, service, connections: CONNECTIONS })
        : await openProgram({ program: PROGRAMS[subject], n, service, binDir, env });
    try {
      const measured: Measurement[] = [];
      for (const step of steps) {
        await helper.ask("take");
        const figures = await runner.run(step);
        if (figures === undefined) continue;
        const traffic = (await helper.ask("take")) as Traffic;
        measured.push({ subject, n, projects, skipsCheckpoints, step, round, ...figures, ...traffic });
      }
      return measured;
    } finally {
      await runner.close();
    }
  } finally {
    await helper.stop();
  }
}
