/** A subject that is a Pulumi program with its own stack; each step is a run of the engine. */

import { openSandbox } from "../../scripts/demo/sandbox";
import type { Emulator } from "../../src/emulator";
import type { Cell, Figures, Step, Stepper, Subject } from "./measurement";
import { withPeakMemory } from "./peak-memory";
import { writeProject } from "./project";

const COMMANDS = {
  up: ["up", "--skip-preview"],
  "no-op up": ["up", "--skip-preview", "--expect-no-changes"],
  refresh: ["refresh", "--skip-preview", "--expect-no-changes"],
  destroy: ["destroy", "--skip-preview"],
} as const satisfies Record<Step, readonly [string, ...string[]]>;

/** Creates the stack. A step throws an Error if it fails, or makes changes in a step without changes. */
export async function withPulumi(
  subject: Exclude<Subject, "curl">,
  { n, latencyMs }: Cell,
  emulator: Emulator,
  binDir: string,
): Promise<Stepper> {
  const mark = `bench-${process.pid}-${performance.now()}`;
  const sandbox = await openSandbox({
    binDir,
    env: {
      BENCH_MARK: mark,
      BENCH_N: String(n),
      BENCH_LATENCY_MS: String(latencyMs),
      BENCH_PROJECT_ID: emulator.projectId,
      OPSMANAGER_BASE_URL: emulator.baseUrl,
      OPSMANAGER_PUBLIC_KEY: emulator.publicKey,
      OPSMANAGER_PRIVATE_KEY: emulator.privateKey,
      // The type check of a program takes seconds, which would dominate the measurement.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    },
  });
  const project = await writeProject(sandbox.folder, subject.replaceAll(" ", "-"));
  const stack = await sandbox.createStack({ project, name: "bench", config: {} });
  return {
    subject,
    async run(step): Promise<Figures> {
      const [operation, ...flags] = COMMANDS[step];
      const { result, peakMb } = await withPeakMemory(mark, async () => stack.run(operation, ...flags));
      if (result.code !== 0) throw new Error(`${subject}: ${result.command} failed:\n${result.output}`);
      const { seconds } = result;
      if (step !== "up") return { seconds, peakMb };
      return { seconds, peakMb, stateBytes: meanResourceBytes((await stack.stack("export")).stdout) };
    },
    close: async () => sandbox.close(),
  };
}

/** The mean size of resources other than the stack and its provider. */
function meanResourceBytes(exported: string): number {
  const { deployment } = JSON.parse(exported) as { deployment: { resources: { type: string }[] } };
  const resources = deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const bytes = resources.map((resource) => Buffer.byteLength(JSON.stringify(resource)));
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
}
