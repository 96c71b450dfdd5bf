/**
 * `npm run bench [-- --quick] [part ...]`: runs the given parts, by default all, and writes tables and charts into
 * `bench/results`, and all measurements into `.build/bench`. A quick run checks in a minute that everything works, and writes to a
 * temporary folder.
 */

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as client from "./client";
import * as production from "./production";
import * as provider from "./provider";
import { thisMachine } from "./report/machine";
import { tablesText, targetsText } from "./report/markdown";
import type { Part, Report } from "./report/types";
import { writeReport } from "./report/write";
import * as sets from "./sets";
import * as unchanged from "./unchanged";
import { repository } from "../test/support/repository";

const PARTS: Readonly<Record<string, Part>> = {
  client,
  production,
  provider,
  sets,
  unchanged,
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: "boolean", default: false } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0)
    throw new Error(`unknown part: ${unknown.join(", ")}; use ${Object.keys(PARTS).join(", ")}`);

  const machine = thisMachine();
  const scratch = join(tmpdir(), "pulumi-opsmanager-bench-");
  const quickly = values.quick ? await mkdtemp(scratch) : undefined;
  const folders = {
    shown: quickly ?? join(__dirname, "results"),
    measurements: quickly ?? join(repository, ".build/bench"),
  };
  const startedAt = performance.now();
  const reports: Report[] = [];
  for (const name of names) {
    const partStartedAt = performance.now();
    const say = (line: string): void => {
      process.stdout.write(`${formatElapsed(startedAt)} ${name}: ${line}\n`);
    };
    const report = await PARTS[name]!.run({ quick: values.quick, say });
    reports.push(report);
    const written = await writeReport(report, machine, folders);
    say(`done in ${Math.round((performance.now() - partStartedAt) / 1000)} s; wrote ${written.join(", ")}`);
    process.stdout.write(`\n# ${report.title}\n\n${tablesText(report)}\n\n`);
  }
  const targets = reports.flatMap((report) => report.targets);
  if (targets.length > 0) process.stdout.write(`# Targets\n\n${targetsText(targets)}\n`);
  if (values.quick) process.stdout.write("This was a quick run, whose numbers are not meaningful.\n");
}

function formatElapsed(startedAt: number): string {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
