/** The provider on the real engine, beside a provider that does nothing, one written by hand, and a loop of curl. */

import type { Report, RunOptions } from "../report/types";
import { reportOf } from "./report";
import type { Plan } from "./rounds";
import { measureAll } from "./rounds";

/** Often where the targets are, once where a run takes minutes. */
const FULL: readonly Plan[] = [
  ...[0, 20, 100].flatMap((latencyMs) => [
    { n: 1, latencyMs, rounds: 3 },
    { n: 10, latencyMs, rounds: 3 },
  ]),
  { n: 100, latencyMs: 0, rounds: 7 },
  { n: 100, latencyMs: 20, rounds: 3 },
  { n: 100, latencyMs: 100, rounds: 5 },
  { n: 500, latencyMs: 0, rounds: 3 },
  { n: 500, latencyMs: 20, rounds: 1 },
  { n: 500, latencyMs: 100, rounds: 1 },
];

const QUICK: readonly Plan[] = [
  { n: 1, latencyMs: 0, rounds: 1 },
  { n: 10, latencyMs: 0, rounds: 2 },
  { n: 10, latencyMs: 20, rounds: 1 },
];

export async function run({ quick, say }: RunOptions): Promise<Report> {
  return reportOf(await measureAll(quick ? QUICK : FULL, say));
}
