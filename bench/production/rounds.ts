/** Takes the measurements, one cell after the other. */

import { join } from "node:path";
import { ensureEngine } from "../../test/support/engine/ensure-engine";
import { startPostgres } from "../../test/backends/support/postgres";
import { startS3 } from "../../test/backends/support/s3";
import type { BackendServer } from "../../test/backends/support/server";
import type { ProgramFigures } from "../provider/with-pulumi";
import { openProgram } from "../provider/with-pulumi";
import type { ServiceAddress, ServiceQuestion, Traffic } from "../sets/service";
import { startHelper } from "../support/helper-process";
import type { Backend, Cell, Measurement } from "./measurement";

/** Stacks that are updated at the same time. */
export const CONCURRENCY = 4;

const PROGRAMS = { sets: { file: "sets" }, single: { file: "single" } } as const;

/** A file backend needs no server. */
const SERVERS: Readonly<Record<Backend, () => Promise<BackendServer>>> = {
  file: async () => ({ env: {}, close: async () => undefined }),
  PostgreSQL: startPostgres,
  S3: startS3,
};

export async function measureAll(
  cells: readonly Cell[],
  say: (line: string) => void,
): Promise<Measurement[]> {
  const { binDir } = await ensureEngine();
  const measured: Measurement[] = [];
  for (const cell of cells) {
    const where = cell.stacks === 1 ? `one stack, ${cell.backend}` : `${cell.stacks} stacks`;
    say(`${cell.subject}: ${cell.n} in ${where}${cell.skipsCheckpoints ? ", without checkpoints" : ""}`);
    measured.push(await measure(cell, binDir));
  }
  return measured;
}

async function measure(cell: Cell, binDir: string): Promise<Measurement> {
  const server = await SERVERS[cell.backend]();
  const helper = startHelper<ServiceQuestion, ServiceAddress | Traffic>(
    join(__dirname, "../sets/service.ts"),
  );
  try {
    const service = (await helper.ask({ projects: cell.projects })) as ServiceAddress;
    const each = cell.projects / cell.stacks;
    const runners = [];
    for (let stack = 0; stack < cell.stacks; stack++) {
      const projectIds = service.projectIds.slice(stack * each, (stack + 1) * each);
      runners.push(
        await openProgram({
          program: PROGRAMS[cell.subject],
          n: cell.n / cell.stacks,
          service: { ...service, projectIds },
          binDir,
          env: { ...server.env, ...(cell.skipsCheckpoints && { PULUMI_SKIP_CHECKPOINTS: "true" }) },
        }),
      );
    }
    const startedAt = performance.now();
    const figures = await limited(runners.map((runner) => async () => runner.run("up")));
    const seconds = (performance.now() - startedAt) / 1000;
    for (const runner of runners) await runner.close();
    return {
      ...cell,
      // Of one stack only the command itself, as in the other benchmarks.
      seconds: cell.stacks === 1 ? (figures[0]?.seconds ?? seconds) : seconds,
      stateBytes: figures.reduce((sum, { state }) => sum + (state?.bytes ?? 0), 0),
    };
  } finally {
    await helper.stop();
    await server.close();
  }
}

/** Runs tasks, at most {@link CONCURRENCY} at the same time. */
async function limited(tasks: (() => Promise<ProgramFigures>)[]): Promise<ProgramFigures[]> {
  const done: ProgramFigures[] = [];
  const rest = [...tasks];
  const worker = async (): Promise<void> => {
    for (let task = rest.shift(); task !== undefined; task = rest.shift()) done.push(await task());
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return done;
}
