/** Queries of measurements. */

import { lineThrough, median, ratio, summary } from "../report/statistics";
import type { Line, Summary } from "../report/statistics";
import type { Cell, Measurement, Step, Subject } from "./measurement";

/** The runs of a subject, in the order of the rounds. */
export function runsOf(
  all: readonly Measurement[],
  subject: Subject,
  step: Step,
  { n, latencyMs }: Cell,
): Measurement[] {
  return all
    .filter((m) => m.subject === subject && m.step === step && m.n === n && m.latencyMs === latencyMs)
    .sort((a, b) => a.round - b.round);
}

/** `undefined` if the subject was not measured. */
export function secondsOf(
  all: readonly Measurement[],
  subject: Subject,
  step: Step,
  cell: Cell,
): Summary | undefined {
  const runs = runsOf(all, subject, step, cell);
  return runs.length === 0 ? undefined : summary(runs.map(({ seconds }) => seconds));
}

/** The ratio to the floor, round by round. */
export function overFloor(
  all: readonly Measurement[],
  subject: Subject,
  step: Step,
  cell: Cell,
): Summary | undefined {
  const [runs, floor] = [runsOf(all, subject, step, cell), runsOf(all, "floor", step, cell)];
  if (runs.length === 0 || floor.length === 0) return undefined;
  const seconds = (run: Measurement): number => run.seconds;
  return ratio(runs.map(seconds), floor.map(seconds));
}

/** Fits seconds over N; `undefined` for fewer than two N. */
export function growthOf(
  all: readonly Measurement[],
  subject: Subject,
  step: Step,
  latencyMs: number,
): Line | undefined {
  const points = sizes(all).flatMap((n) => {
    const seconds = secondsOf(all, subject, step, { n, latencyMs });
    return seconds === undefined ? [] : [{ x: n, y: seconds.median }];
  });
  return points.length < 2 ? undefined : lineThrough(points);
}

export function sizes(all: readonly Measurement[]): number[] {
  return [...new Set(all.map(({ n }) => n))].sort((a, b) => a - b);
}

export function latencies(all: readonly Measurement[]): number[] {
  return [...new Set(all.map(({ latencyMs }) => latencyMs))].sort((a, b) => a - b);
}

/** The median of the defined values. */
export function medianOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : median(known);
}
