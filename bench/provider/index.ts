/** The provider on the real engine, beside a provider that does nothing, one written by hand, and a loop of curl. */

import type { Report, RunOptions } from "../report/types";
import { reportOf } from "./report";
import type { Plan } from "./rounds";
import { measureAll } from "./rounds";

/** Often where the targets are, once where a run takes minutes. */
const FULL: readonly Plan[] = [
  { n: 1, latencyMs: 0, rounds: 2, reads: 1 },
  { n: 10, latencyMs: 0, rounds: 2, reads: 1 },
  { n: 100, latencyMs: 0, rounds: 5, reads: 1 },
  { n: 500, latencyMs: 0, rounds: 1, reads: 3, without: ["by hand"] },
  { n: 1, latencyMs: 20, rounds: 1, reads: 1 },
  { n: 10, latencyMs: 20, rounds: 1, reads: 1 },
  { n: 100, latencyMs: 20, rounds: 1, reads: 1 },
  { n: 500, latencyMs: 20, rounds: 1, reads: 1, without: ["by hand", "curl"] },
  { n: 1, latencyMs: 100, rounds: 1, reads: 1 },
  { n: 10, latencyMs: 100, rounds: 1, reads: 1 },
  { n: 100, latencyMs: 100, rounds: 3, reads: 1 },
  { n: 500, latencyMs: 100, rounds: 1, reads: 1, without: ["by hand", "curl"] },
];

const QUICK: readonly Plan[] = [
  { n: 1, latencyMs: 0, rounds: 1, reads: 1 },
  { n: 10, latencyMs: 0, rounds: 2, reads: 2 },
  { n: 10, latencyMs: 20, rounds: 1, reads: 1 },
];

export async function run({ quick, say }: RunOptions): Promise<Report> {
  return reportOf(await measureAll(quick ? QUICK : FULL, say));
}
