import type { Emulator } from "../../src/emulator";

/** Requests by method, without those that got a challenge, and the challenges. */
export interface Traffic {
  readonly GET: number;
  readonly POST: number;
  readonly PUT: number;
  readonly PATCH: number;
  readonly DELETE: number;
  readonly challenges: number;
}

/** Counts the requests to the emulator since the last call, and clears them. */
export function takeTraffic(emulator: Emulator): Traffic {
  const accepted = emulator.requests().filter(({ challenge }) => challenge === undefined);
  const count = (verb: string): number => accepted.filter(({ method }) => method === verb).length;
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

/** Counts the requests that may change something. */
export function countWrites({ POST, PUT, PATCH, DELETE }: Traffic): number {
  return POST + PUT + PATCH + DELETE;
}
