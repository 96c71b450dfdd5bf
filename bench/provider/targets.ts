/** The targets of the provider. */

import { times } from "../report/format";
import type { Target } from "../report/types";
import type { Cell, Measurement, Step, Subject } from "./measurement";
import { overFloor, runsOf, sizes } from "./results";

interface MostTimes {
  /** @default "classes" */
  readonly subject?: Subject;
  readonly step: Step;
  readonly cell: Cell;
  readonly most: number;
}

const TIMES: readonly MostTimes[] = [
  { step: "up", cell: { n: 100, latencyMs: 0 }, most: 1.1 },
  { step: "up", cell: { n: 100, latencyMs: 100 }, most: 1.15 },
  { step: "refresh", cell: { n: 500, latencyMs: 0 }, most: 1.1 },
  // Two responses, one after the other, that the floor does not wait for.
  { step: "refresh", cell: { n: 100, latencyMs: 100 }, most: 1.45 },
  { subject: "plugin", step: "up", cell: { n: 100, latencyMs: 0 }, most: 0.9 },
  { subject: "plugin", step: "no-op up", cell: { n: 100, latencyMs: 0 }, most: 1 },
  { subject: "plugin", step: "refresh", cell: { n: 100, latencyMs: 0 }, most: 0.9 },
  { subject: "plugin", step: "destroy", cell: { n: 100, latencyMs: 0 }, most: 0.75 },
  { subject: "plugin", step: "up", cell: { n: 500, latencyMs: 0 }, most: 0.8 },
  { subject: "plugin", step: "no-op up", cell: { n: 500, latencyMs: 0 }, most: 0.95 },
  { subject: "plugin", step: "refresh", cell: { n: 500, latencyMs: 0 }, most: 0.9 },
];

/** The targets that were measured. */
export function targetsOf(all: readonly Measurement[]): Target[] {
  const timed = TIMES.flatMap(({ subject = "classes", step, cell, most }): Target[] => {
    const over = overFloor(all, subject, step, cell);
    if (over === undefined) return [];
    return [
      {
        what: `${step} of ${cell.n}, ${cell.latencyMs} ms latency${subject === "classes" ? "" : `, ${subject}`}`,
        goal: `at most ${most.toFixed(2)} times the floor`,
        measured: times(over),
        met: over.median <= most,
      },
    ];
  });
  return [...timed, ...requestTargets(all)];
}

function requestTargets(all: readonly Measurement[]): Target[] {
  return sizes(all).flatMap((n) => {
    const goals: readonly (readonly [Step, number, latencyMs: number])[] = [
      ["up", n + 1, 0],
      ["no-op up", 0, 0],
      // A list and its challenge; used above a few resources, and a page has 500 items.
      ...([0, 100] as const).flatMap((latencyMs) =>
        n >= 10 && n <= 500 && runsOf(all, "classes", "refresh", { n, latencyMs }).length > 0
          ? [["refresh", 2, latencyMs] as const]
          : [],
      ),
    ];
    return goals.map(([step, goal, latencyMs]) => {
      const counts = runsOf(all, "classes", step, { n, latencyMs }).map((m) => m.requests + m.challenges);
      const found = [...new Set(counts)];
      return {
        what: `${step} of ${n}, ${latencyMs} ms latency, requests with challenges`,
        goal: String(goal),
        measured: found.join(", "),
        met: found.length > 0 && found.every((count) => count === goal),
      };
    });
  });
}
