import assert from "node:assert/strict";
import * as statistics from "../../../bench/report/statistics";

const { lineThrough, median, parabolaThrough, ratio, spread, summary, valueAt } = statistics;

describe("bench: statistics", () => {
  it("summarizes runs without changing them, by the middle value or the mean of the two middle ones", () => {
    const runs = [10, 2, 4];
    assert.deepEqual(summary(runs), { median: 4, min: 2, max: 10, runs: 3 });
    assert.deepEqual(runs, [10, 2, 4]);
    assert.deepEqual([spread(summary(runs)), spread(summary([0, 0])), median([10, 1, 2, 4])], [2, 0, 3]);
    assert.throws(() => median([]), /nothing was measured/);
  });

  it("compares the runs of each round", () => {
    assert.deepEqual(ratio([10, 40, 90], [10, 20, 30]), { median: 2, min: 1, max: 3, runs: 3 });
    assert.throws(() => ratio([1, 2], [1]), /cannot be paired/);
  });

  it("fits a line or a parabola by least squares, and a line where a parabola would be curved downwards", () => {
    const { slope, intercept } = lineThrough([1, 10, 100].map((x) => ({ x, y: 7 + 3 * x })));
    assert.ok(Math.abs(slope - 3) < 1e-9 && Math.abs(intercept - 7) < 1e-9);
    assert.throws(() => lineThrough([{ x: 1, y: 1 }]), /two different x/);
    const measured = [100, 500, 1000].map((x) => ({ x, y: 2 + 0.03 * x + 0.0001 * x * x }));
    assert.ok(Math.abs(valueAt(parabolaThrough(measured), 10_000) - 10_302) < 1e-6);
    assert.throws(() => parabolaThrough(measured.slice(1)), /three different x/);
    const downwards = [1, 4, 9].map((x) => ({ x, y: Math.sqrt(x) }));
    const line = lineThrough(downwards);
    const expected = { constant: line.intercept, linear: line.slope, square: 0 };
    assert.deepEqual(parabolaThrough(downwards), expected);
  });
});
