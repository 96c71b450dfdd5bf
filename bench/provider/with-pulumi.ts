/** A subject that is a Pulumi program: a stack of its own, and each step one run of the engine. */

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

/** Makes the stack; its steps throw an Error when they fail, or change what they must leave alone. */
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
      // The type check of a program takes seconds, which would hide what is measured.
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
      return { seconds, peakMb, stateBytes: bytesOfAResource((await stack.stack("export")).stdout) };
    },
    close: async () => sandbox.close(),
  };
}

/** The mean of those that are not the stack, nor its provider. */
function bytesOfAResource(exported: string): number {
  const { deployment } = JSON.parse(exported) as { deployment: { resources: { type: string }[] } };
  const resources = deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const bytes = resources.map((resource) => Buffer.byteLength(JSON.stringify(resource)));
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
}
