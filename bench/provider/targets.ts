/** The targets of the provider. */

import { times } from "../report/format";
import type { Target } from "../report/types";
import type { Cell, Measurement, Step, Subject } from "./measurement";
import { overFloor } from "./results";

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
  return TIMES.flatMap(({ subject = "classes", step, cell, most }): Target[] => {
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
}
