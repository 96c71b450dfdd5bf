/** Statistics of repeated runs. */

/** A summary of several runs. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly runs: number;
}

/** @throws RangeError without values */
export function summary(values: readonly number[]): Summary {
  const sorted = sortedNumbers(values);
  return { median: median(sorted), min: sorted[0]!, max: sorted.at(-1)!, runs: sorted.length };
}

/** @throws RangeError without values */
export function median(values: readonly number[]): number {
  const sorted = sortedNumbers(values);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** The range of the runs relative to their median. */
export function spread({ median: middle, min, max }: Summary): number {
  return max === min ? 0 : (max - min) / Math.abs(middle);
}

/**
 * The ratio of `ours` to `theirs`, run by run: both runs of a round met the same conditions of the machine.
 * @throws RangeError if the numbers of runs differ
 */
export function ratio(ours: readonly number[], theirs: readonly number[]): Summary {
  if (ours.length !== theirs.length)
    throw new RangeError(`${ours.length} runs cannot be paired with ${theirs.length}`);
  return summary(ours.map((value, round) => value / theirs[round]!));
}

export interface Line {
  /** The growth of y for each x. */
  readonly slope: number;
  /** y at x = 0. */
  readonly intercept: number;
}

/** Fits a line by least squares. @throws RangeError for fewer than two different x */
export function lineThrough(points: readonly { readonly x: number; readonly y: number }[]): Line {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  let above = 0;
  let below = 0;
  for (const { x, y } of points) {
    above += (x - middleX) * (y - middleY);
    below += (x - middleX) ** 2;
  }
  if (!(below > 0)) throw new RangeError("a line requires points at two different x");
  const slope = above / below;
  return { slope, intercept: middleY - slope * middleX };
}

/** y = constant + linear * x + square * x². */
export interface Parabola {
  readonly constant: number;
  readonly linear: number;
  readonly square: number;
}

/**
 * Fits a parabola that is not curved downwards by least squares: a line if the best one were.
 * @throws RangeError for fewer than three different x
 */
export function parabolaThrough(points: readonly { readonly x: number; readonly y: number }[]): Parabola {
  if (new Set(points.map(({ x }) => x)).size < 3)
    throw new RangeError("a parabola requires points at three different x");
  // Each function is made orthogonal to those before it, so that each coefficient follows by itself.
  const { slope: tilt, intercept: lift } = lineThrough(points.map(({ x }) => ({ x, y: x * x })));
  const { slope, intercept } = lineThrough(points);
  const bend = (x: number): number => x * x - tilt * x - lift;
  const over = points.reduce((sum, { x, y }) => sum + bend(x) * (y - slope * x - intercept), 0);
  const square = Math.max(0, over / points.reduce((sum, { x }) => sum + bend(x) ** 2, 0));
  return { constant: intercept - square * lift, linear: slope - square * tilt, square };
}

export function valueAt({ constant, linear, square }: Parabola, x: number): number {
  return constant + linear * x + square * x * x;
}

function sortedNumbers(values: readonly number[]): number[] {
  if (values.length === 0) throw new RangeError("nothing was measured");
  return [...values].sort((a, b) => a - b);
}
