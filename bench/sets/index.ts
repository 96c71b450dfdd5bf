/** Compares `AlertConfigSet` on the real engine with single resources, an empty provider, and loops of curl. */

import type { Report, RunOptions } from "../report/types";
import { createReport } from "./report";
import type { Plan } from "./rounds";
import { measureAll } from "./rounds";

const withCheckpoints = { skipsCheckpoints: false, rounds: 1 } as const;
const withoutCheckpoints = { skipsCheckpoints: true, rounds: 1 } as const;

const FULL: readonly Plan[] = [
  {
    ...withCheckpoints,
    n: 500,
    projects: 1,
    subjects: ["sets", "plugin sets", "floor", "single", "curl"],
    rounds: 2,
  },
  // Single resources are measured as long as that takes minutes and not hours.
  { ...withCheckpoints, n: 100, projects: 2, subjects: ["sets", "single", "curl"] },
  { ...withCheckpoints, n: 500, projects: 10, subjects: ["sets", "single", "curl"] },
  { ...withCheckpoints, n: 1000, projects: 20, subjects: ["sets", "single", "curl"] },
  { ...withCheckpoints, n: 10_000, projects: 200, subjects: ["sets", "plugin sets"] },
  // The other steps of curl take as long, and show no more.
  { ...withCheckpoints, n: 10_000, projects: 200, subjects: ["curl"], steps: ["up"] },
  { ...withoutCheckpoints, n: 100, projects: 2, subjects: ["sets", "single"] },
  { ...withoutCheckpoints, n: 500, projects: 10, subjects: ["sets", "single"] },
  { ...withoutCheckpoints, n: 1000, projects: 20, subjects: ["sets", "single"] },
  { ...withoutCheckpoints, n: 10_000, projects: 200, subjects: ["sets", "plugin sets"] },
];

const QUICK: readonly Plan[] = [
  { ...withCheckpoints, n: 10, projects: 1, subjects: ["sets", "plugin sets", "floor", "curl"] },
  { ...withCheckpoints, n: 2, projects: 2, subjects: ["single"], steps: ["up"] },
  { ...withCheckpoints, n: 4, projects: 2, subjects: ["single"], steps: ["up"] },
  { ...withCheckpoints, n: 8, projects: 2, subjects: ["single"], steps: ["up"] },
  { ...withCheckpoints, n: 20, projects: 4, subjects: ["sets", "curl"], steps: ["up"] },
  { ...withoutCheckpoints, n: 20, projects: 4, subjects: ["sets"], steps: ["up"] },
];

export async function run({ quick, say }: RunOptions): Promise<Report> {
  return createReport(await measureAll(quick ? QUICK : FULL, say));
}
