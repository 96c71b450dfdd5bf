/** The demo: runs the steps one after the other, prints their output, and checks it. */

import type { Emulator } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { ensureEngine } from "../../test/support/engine/ensure-engine";
import { ensureBuilt } from "../../test/support/built";
import { countChanges } from "../../test/support/events";
import { checkExpectations, ExpectationError } from "./expectations";
import { QUICKSTART, quickstartConfig } from "./quickstart";
import { shortenOutput } from "./shorten-output";
import type { Stack } from "../../test/support/sandbox";
import { openSandbox } from "../../test/support/sandbox";
import type { PulumiStep } from "./steps";
import { createSteps } from "./steps";
import type { Terminal } from "./terminal";
import { formatTable } from "./terminal";
import type { Traffic } from "./traffic";
import { takeTraffic } from "./traffic";

/** One line of the table at the end. */
interface StepReport {
  readonly title: string;
  readonly seconds: string;
  readonly resources: string;
  readonly traffic: Traffic;
}

/** Runs the demo. @throws ExpectationError if a step does not meet its expectations */
export async function runDemo(terminal: Terminal, signal: AbortSignal): Promise<void> {
  const say = (line: string): void => terminal.faint(line);
  await ensureBuilt(say, signal);
  const { binDir } = await ensureEngine({ log: say });
  signal.throwIfAborted();
  const emulator = await startEmulator();
  say(`the emulator serves the API of Ops Manager at ${emulator.baseUrl}`);
  try {
    const sandbox = await openSandbox({ binDir, signal });
    say(`the temporary Pulumi home, file backend and stack are in ${sandbox.folder}`);
    try {
      const stack = await sandbox.createStack({
        project: QUICKSTART,
        name: "demo",
        config: quickstartConfig(emulator),
      });
      showTable(await runSteps(stack, emulator, terminal), terminal);
    } finally {
      await sandbox.close();
    }
  } finally {
    await emulator.close();
  }
}

async function runSteps(stack: Stack, emulator: Emulator, terminal: Terminal): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  for (const [index, step] of createSteps(emulator).entries()) {
    terminal.line();
    terminal.heading(`${index + 1}. ${step.title}`);
    if ("act" in step) {
      for (const change of step.act()) terminal.change(`  ~ ${change}`);
    } else {
      reports.push(await runStep(step, stack, emulator, terminal));
    }
  }
  return reports;
}

async function runStep(
  step: PulumiStep,
  stack: Stack,
  emulator: Emulator,
  terminal: Terminal,
): Promise<StepReport> {
  const started = Date.now();
  takeTraffic(emulator);
  const run = await stack.run(step.operation, ...step.flags);
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  const traffic = takeTraffic(emulator);
  terminal.faint(`$ ${run.command}`);
  for (const line of shortenOutput(run.output)) terminal.change(`  ${line}`);
  const expectations = [
    { what: "Pulumi succeeded", expected: 0, seen: run.code },
    ...step.expectations(run, traffic),
  ];
  try {
    checkExpectations(expectations);
  } catch (error) {
    if (!(error instanceof ExpectationError)) throw error;
    throw new ExpectationError(
      `The step "${step.title}" did not meet its expectations:\n${error.message}\n\nOutput of Pulumi:\n${run.output}`,
      { cause: error },
    );
  }
  for (const { what } of expectations.slice(1)) terminal.good(`  ✓ ${what}`);
  terminal.faint(`  ${seconds}`);
  return { title: step.title, seconds, resources: formatCounts(countChanges(run.events)), traffic };
}

function formatCounts(counts: Readonly<Record<string, number>>): string {
  const signs = { create: "+", update: "~", delete: "-", same: "=" };
  return Object.entries(signs)
    .filter(([op]) => (counts[op] ?? 0) > 0)
    .map(([op, sign]) => `${sign}${counts[op]}`)
    .join(" ");
}

function showTable(reports: readonly StepReport[], terminal: Terminal): void {
  const verbs = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
  const rows = reports.map(({ title, seconds, resources, traffic }) => [
    title.slice(0, title.indexOf(":")),
    seconds,
    resources,
    ...verbs.map((verb) => String(traffic[verb])),
    String(traffic.challenges),
  ]);
  const [head = "", ...lines] = formatTable([["step", "time", "resources", ...verbs, "401"], ...rows]);
  terminal.line();
  terminal.heading(head);
  for (const line of lines) terminal.line(line);
  terminal.faint("Resources: + created, ~ updated, - deleted, = unchanged; the stack itself counts as one.");
  terminal.faint("401: Digest challenges; not counted under GET to DELETE.");
}
