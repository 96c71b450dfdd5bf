/** What a stack costs on several backends, and what many projects cost in one stack or in many. */

import type { Report, RunOptions } from "../report/types";
import type { Cell } from "./measurement";
import { BACKENDS, SUBJECTS } from "./measurement";
import { createReport } from "./report";
import { measureAll } from "./rounds";

const FULL: readonly Cell[] = [
  ...SUBJECTS.flatMap((subject) =>
    BACKENDS.flatMap((backend) =>
      [100, 500].flatMap((n) =>
        [false, true].map((skipsCheckpoints) => ({
          subject,
          backend,
          n,
          projects: n / 50,
          stacks: 1,
          skipsCheckpoints,
        })),
      ),
    ),
  ),
  // With 100 and 500, from which the time of 10,000 single resources in one stack is extrapolated.
  { subject: "single", backend: "file", n: 1000, projects: 20, stacks: 1, skipsCheckpoints: false },
  { subject: "sets", backend: "file", n: 10_000, projects: 200, stacks: 1, skipsCheckpoints: false },
  { subject: "sets", backend: "file", n: 10_000, projects: 200, stacks: 20, skipsCheckpoints: false },
  { subject: "single", backend: "file", n: 10_000, projects: 200, stacks: 20, skipsCheckpoints: false },
];

const QUICK: readonly Cell[] = [
  ...BACKENDS.map((backend) => ({
    subject: "sets" as const,
    backend,
    n: 4,
    projects: 2,
    stacks: 1,
    skipsCheckpoints: false,
  })),
  { subject: "single", backend: "file", n: 4, projects: 2, stacks: 2, skipsCheckpoints: true },
];

export async function run({ quick, say }: RunOptions): Promise<Report> {
  return createReport(await measureAll(quick ? QUICK : FULL, say));
}
