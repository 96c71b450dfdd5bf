/** Queries of measurements. */

import type { Step } from "../provider/measurement";
import type { Parabola } from "../report/statistics";
import { median, parabolaThrough, valueAt } from "../report/statistics";
import type { Cell, Measurement, Subject } from "./measurement";

/** The runs of a subject, in the order of the rounds. */
export function runsOf(
  all: readonly Measurement[],
  subject: Subject,
  step: Step,
  { n, projects, skipsCheckpoints }: Cell,
): Measurement[] {
  return all
    .filter((m) => m.subject === subject && m.step === step && m.n === n)
    .filter((m) => m.projects === projects && m.skipsCheckpoints === skipsCheckpoints)
    .sort((a, b) => a.round - b.round);
}

/** The cells of measurements, in their order. */
export function cellsOf(all: readonly Measurement[]): Cell[] {
  const cells = all.map(
    ({ n, projects, skipsCheckpoints }) =>
      [`${n} ${projects} ${skipsCheckpoints}`, { n, projects, skipsCheckpoints }] as const,
  );
  return [...new Map(cells).values()];
}

/** The time of single resources in several projects over their number; `undefined` for fewer than three numbers. */
export function growthOfSingle(
  all: readonly Measurement[],
  step: Step,
  skipsCheckpoints: boolean,
): Parabola | undefined {
  const cells = cellsOf(all).filter(
    (cell) => cell.projects > 1 && cell.skipsCheckpoints === skipsCheckpoints,
  );
  const points = cells.flatMap((cell) => {
    const seconds = medianSeconds(runsOf(all, "single", step, cell));
    return seconds === undefined ? [] : [{ x: cell.n, y: seconds }];
  });
  return new Set(points.map(({ x }) => x)).size < 3 ? undefined : parabolaThrough(points);
}

/** The extrapolated time of single resources where they were not measured. */
export function extrapolated(all: readonly Measurement[], step: Step, cell: Cell): number | undefined {
  if (cell.projects === 1 || runsOf(all, "single", step, cell).length > 0) return undefined;
  const growth = growthOfSingle(all, step, cell.skipsCheckpoints);
  return growth && valueAt(growth, cell.n);
}

export function medianSeconds(runs: readonly Measurement[]): number | undefined {
  return runs.length === 0 ? undefined : median(runs.map(({ seconds }) => seconds));
}
