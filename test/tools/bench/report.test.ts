import assert from "node:assert/strict";
import { chartSvg } from "../../../bench/report/chart";
import { number, times, withSpread } from "../../../bench/report/format";
import { tableText, targetsText } from "../../../bench/report/markdown";

describe("bench: report", () => {
  it("formats numbers with three significant digits", () => {
    assert.deepEqual([0, 7, 0.01234, 1.234, 12.34, 1234.5, 12_345_678].map(number), [
      "0",
      "7",
      "0.0123",
      "1.23",
      "12.3",
      "1,235",
      "12,345,678",
    ]);
    assert.equal(withSpread({ median: 12.34, min: 11, max: 14.04, runs: 5 }, "ms"), "12.3 ms (11–14)");
    assert.equal(withSpread({ median: 5, min: 5, max: 5, runs: 1 }, "ms"), "5 ms");
    assert.equal(times({ median: 0.8, min: 0.789, max: 1, runs: 3 }), "0.80 (0.79–1.00)");
  });

  it("formats tables with right-aligned numbers", () => {
    const text = tableText({
      columns: ["who", "requests/s"],
      rows: [
        ["a | b", "1,234"],
        ["c", "-"],
      ],
    });
    assert.equal(
      text,
      [
        "| who    | requests/s |",
        "| ------ | ---------: |",
        "| a \\| b |      1,234 |",
        "| c      |          - |",
      ].join("\n"),
    );
  });

  it("marks missed targets", () => {
    const text = targetsText([
      { what: "a", goal: "≥ 1", measured: "2", met: true },
      { what: "b", goal: "≤ 1", measured: "2", met: false },
    ]);
    assert.match(text, /a .* met {4}\|\n.*b .* MISSED \|/);
  });

  it("draws a chart with series, titles and spread", async () => {
    const svg = await chartSvg({
      name: "chart",
      title: "How it grows",
      x: { title: "N", log: true },
      y: { title: "seconds" },
      series: [
        { name: "ours", points: [1, 10, 100].map((x) => ({ x, y: x / 10, low: x / 11, high: x / 9 })) },
        { name: "theirs", points: [{ x: 1, y: 3 }] },
      ],
    });
    assert.match(svg, /^<svg /);
    for (const text of ["How it grows", "N", "seconds", "ours", "theirs"])
      assert.ok(svg.includes(`>${text}</text>`), text);
    assert.equal(svg.match(/aria-roledescription="rule mark"/g)?.length, 3);
  });
});
