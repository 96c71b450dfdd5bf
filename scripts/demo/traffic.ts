/** What a step sent to the service. */

import type { Emulator } from "../../src/emulator";

/** Requests by verb, without those that were only challenged, and the challenges. */
export interface Traffic {
  readonly GET: number;
  readonly POST: number;
  readonly PUT: number;
  readonly PATCH: number;
  readonly DELETE: number;
  readonly challenges: number;
}

/** Counts what the emulator has seen since the last time, and forgets it. */
export function takeTraffic(emulator: Emulator): Traffic {
  const answered = emulator.requests().filter(({ challenge }) => challenge === undefined);
  const count = (verb: string): number => answered.filter(({ method }) => method === verb).length;
  const { challenges } = emulator.counters;
  emulator.clearRequests();
  return {
    GET: count("GET"),
    POST: count("POST"),
    PUT: count("PUT"),
    PATCH: count("PATCH"),
    DELETE: count("DELETE"),
    challenges,
  };
}

/** How many requests could have changed something. */
export function writesIn({ POST, PUT, PATCH, DELETE }: Traffic): number {
  return POST + PUT + PATCH + DELETE;
}
