/** A subject that is a Pulumi program: a stack of its own, and each step one run of the engine. */

import { openSandbox } from "../../scripts/demo/sandbox";
import type { Emulator } from "../../src/emulator";
import type { Cell, Measurement, Step, Subject } from "./measurement";
import { STEPS } from "./measurement";
import { withPeakMemory } from "./peak-memory";
import { writeProject } from "./project";

const COMMANDS = {
  up: ["up", "--skip-preview"],
  "no-op up": ["up", "--skip-preview", "--expect-no-changes"],
  refresh: ["refresh", "--skip-preview", "--expect-no-changes"],
  destroy: ["destroy", "--skip-preview"],
} as const satisfies Record<Step, readonly [string, ...string[]]>;

/** Runs all steps. @throws Error when a step fails, or changes what it must leave alone */
export async function withPulumi(
  subject: Exclude<Subject, "curl">,
  { n, latencyMs }: Cell,
  round: number,
  emulator: Emulator,
  binDir: string,
): Promise<Measurement[]> {
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
  try {
    const project = await writeProject(sandbox.folder, subject.replaceAll(" ", "-"));
    const stack = await sandbox.createStack({ project, name: "bench", config: {} });
    const measured: Measurement[] = [];
    for (const step of STEPS) {
      const [operation, ...flags] = COMMANDS[step];
      emulator.clearRequests();
      const { result, peakMb } = await withPeakMemory(mark, async () => stack.run(operation, ...flags));
      if (result.code !== 0) throw new Error(`${subject}: ${result.command} failed:\n${result.output}`);
      const { requests, challenges } = emulator.counters;
      const base = { subject, n, latencyMs, round, step, seconds: result.seconds, challenges, peakMb };
      const stateBytes =
        step === "destroy" ? undefined : bytesOfAResource((await stack.stack("export")).stdout);
      measured.push({ ...base, requests: requests - challenges, stateBytes });
    }
    return measured;
  } finally {
    await sandbox.close();
  }
}

/** The mean of those that are not the stack, nor its provider. */
function bytesOfAResource(exported: string): number {
  const { deployment } = JSON.parse(exported) as { deployment: { resources: { type: string }[] } };
  const resources = deployment.resources.filter(({ type }) => !type.startsWith("pulumi:"));
  const bytes = resources.map((resource) => Buffer.byteLength(JSON.stringify(resource)));
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / bytes.length);
}
