import assert from "node:assert/strict";
import {
  lineThrough,
  median,
  parabolaThrough,
  ratio,
  spread,
  summary,
  valueAt,
} from "../../../bench/report/statistics";

describe("bench: statistics", () => {
  it("returns the middle value as median, or the mean of the two middle values", () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([10, 1, 2, 4]), 3);
    assert.throws(() => median([]), /nothing was measured/);
  });

  it("summarizes runs without changing them", () => {
    const runs = [10, 2, 4];
    assert.deepEqual(summary(runs), { median: 4, min: 2, max: 10, runs: 3 });
    assert.deepEqual(runs, [10, 2, 4]);
    assert.equal(spread(summary(runs)), 2);
    assert.equal(spread(summary([0, 0])), 0);
  });

  it("compares the runs of each round", () => {
    assert.deepEqual(ratio([10, 40, 90], [10, 20, 30]), { median: 2, min: 1, max: 3, runs: 3 });
    assert.throws(() => ratio([1, 2], [1]), /cannot be paired/);
  });

  it("fits a line by least squares", () => {
    const points = [1, 10, 100].map((x) => ({ x, y: 7 + 3 * x }));
    const { slope, intercept } = lineThrough(points);
    assert.ok(Math.abs(slope - 3) < 1e-9);
    assert.ok(Math.abs(intercept - 7) < 1e-9);
    assert.throws(() => lineThrough([{ x: 1, y: 1 }]), /two different x/);
  });

  it("fits a parabola by least squares", () => {
    const sizes = [100, 500, 1000];
    const measured = sizes.map((x) => ({ x, y: 2 + 0.03 * x + 0.0001 * x * x }));
    const through = parabolaThrough(measured);
    assert.ok(Math.abs(valueAt(through, 10_000) - 10_302) < 1e-6);
    assert.throws(() => parabolaThrough(measured.slice(1)), /three different x/);
  });

  it("fits a line where a parabola would be curved downwards", () => {
    const points = [1, 4, 9].map((x) => ({ x, y: Math.sqrt(x) }));
    const { slope, intercept } = lineThrough(points);
    assert.deepEqual(parabolaThrough(points), { constant: intercept, linear: slope, square: 0 });
  });
});
