/** A subject that is a Pulumi program with its own stack; each step is a run of the engine. */

import { openSandbox } from "../../test/support/sandbox";
import type { Cell, Figures, Service, Step, Stepper, Subject } from "./measurement";
import type { Program } from "./project";
import { writeProject } from "./project";

const PROGRAMS = {
  classes: { file: "single" },
  plugin: { file: "single", plugin: true },
  floor: { file: "floor" },
  "by hand": { file: "by-hand" },
} as const satisfies Record<Exclude<Subject, "curl">, Program>;

const COMMANDS = {
  up: ["up", "--skip-preview"],
  "no-op up": ["up", "--skip-preview", "--expect-no-changes"],
  refresh: ["refresh", "--skip-preview", "--expect-no-changes"],
  destroy: ["destroy", "--skip-preview"],
} as const satisfies Record<Step, readonly [string, ...string[]]>;

/** A program of the folder `programs` with a stack. */
export interface ProgramRunner {
  /** @throws Error if the step fails, or makes changes in a step without changes */
  run(step: Step): Promise<ProgramFigures>;
  close(): Promise<void>;
}

export interface ProgramFigures {
  readonly seconds: number;
  /** After `up`. */
  readonly state?: StateSize;
}

export interface StateSize {
  /** The whole state, without whitespace. */
  readonly bytes: number;
  /** The mean size of a resource other than the stack and its provider. */
  readonly resourceBytes: number;
}

export interface ProgramOptions {
  readonly program: Program;
  /** The number of alert configurations. */
  readonly n: number;
  readonly service: Service;
  readonly binDir: string;
  /** Added to the environment of the engine. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Creates the stack of a program. */
export async function openProgram(options: ProgramOptions): Promise<ProgramRunner> {
  const { program, n, service, binDir, env = {} } = options;
  const sandbox = await openSandbox({
    binDir,
    env: {
      BENCH_N: String(n),
      BENCH_LATENCY_MS: "0",
      BENCH_PROJECT_IDS: service.projectIds.join(","),
      OPSMANAGER_BASE_URL: service.baseUrl,
      OPSMANAGER_PUBLIC_KEY: service.publicKey,
      OPSMANAGER_PRIVATE_KEY: service.privateKey,
      // The type check of a program takes seconds, which would dominate the measurement.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
      ...env,
    },
  });
  const project = await writeProject(sandbox.folder, program);
  const stack = await sandbox.createStack({ project, name: "bench", config: {} });
  return {
    async run(step) {
      const [operation, ...flags] = COMMANDS[step];
      const result = await stack.run(operation, ...flags);
      if (result.code !== 0) throw new Error(`${program.file}: ${result.command} failed:\n${result.output}`);
      const { seconds } = result;
      if (step !== "up") return { seconds };
      return { seconds, state: stateSize((await stack.stack("export")).stdout) };
    },
    close: async () => sandbox.close(),
  };
}

/** Runs the program of a subject. */
export async function withPulumi(
  subject: keyof typeof PROGRAMS,
  { n, latencyMs }: Cell,
  service: Service,
  binDir: string,
): Promise<Stepper> {
  const runner = await openProgram({
    program: PROGRAMS[subject],
    n,
    service,
    binDir,
    env: { BENCH_LATENCY_MS: String(latencyMs) },
  });
  return {
    subject,
    async run(step): Promise<Figures> {
      const { seconds, state } = await runner.run(step);
      return { seconds, ...(state && { stateBytes: state.resourceBytes }) };
    },
    close: async () => runner.close(),
  };
}

function stateSize(exported: string): StateSize {
  const { deployment } = JSON.parse(exported) as { deployment: { resources: { type: string }[] } };
  const resources = deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const sizes = resources.map((resource) => Buffer.byteLength(JSON.stringify(resource)));
  return {
    bytes: Buffer.byteLength(JSON.stringify(deployment)),
    resourceBytes: Math.round(sizes.reduce((sum, each) => sum + each, 0) / sizes.length),
  };
}
