/** Compares the provider on the real engine with an empty provider, one written by hand, and a loop of curl. */

import type { Report, RunOptions } from "../report/types";
import { createReport } from "./report";
import type { Plan } from "./rounds";
import { measureAll } from "./rounds";

/** More rounds for cells with targets, one round for cells that take minutes. */
const FULL: readonly Plan[] = [
  { n: 1, latencyMs: 0, rounds: 2, reads: 1 },
  { n: 10, latencyMs: 0, rounds: 2, reads: 1 },
  { n: 100, latencyMs: 0, rounds: 5, reads: 1 },
  { n: 500, latencyMs: 0, rounds: 1, reads: 3, without: ["by hand"] },
  { n: 1, latencyMs: 100, rounds: 1, reads: 1 },
  { n: 10, latencyMs: 100, rounds: 1, reads: 1 },
  { n: 100, latencyMs: 100, rounds: 3, reads: 1 },
  { n: 500, latencyMs: 100, rounds: 1, reads: 1, without: ["by hand", "curl"] },
];

const QUICK: readonly Plan[] = [
  { n: 1, latencyMs: 0, rounds: 1, reads: 1 },
  { n: 10, latencyMs: 0, rounds: 2, reads: 2 },
  { n: 10, latencyMs: 100, rounds: 1, reads: 1 },
];

export async function run({ quick, say }: RunOptions): Promise<Report> {
  return createReport(await measureAll(quick ? QUICK : FULL, say));
}
