/** Measures requests per second and processor time of the client, undici without Digest and other Digest clients. */

import type { Report, RunOptions } from "../report/types";
import { reportOf } from "./report";
import type { Plan } from "./rounds";
import { measureAll } from "./rounds";

const FULL: Plan = { concurrencies: [1, 16, 64], rounds: 5, seconds: 1, warmUpSeconds: 0.4 };
const QUICK: Plan = { concurrencies: [1, 64], rounds: 2, seconds: 0.3, warmUpSeconds: 0.3 };

export async function run({ quick, say }: RunOptions): Promise<Report> {
  const plan = quick ? QUICK : FULL;
  return reportOf(await measureAll(plan, say), plan);
}
