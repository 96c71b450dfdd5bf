import assert from "node:assert/strict";
import type { Measurement } from "../../../bench/sets/measurement";
import { createReport } from "../../../bench/sets/report";
import { extrapolated } from "../../../bench/sets/results";
import { targetsOf } from "../../../bench/sets/targets";

const LIST = "GET /groups/{projectId}/alertConfigs";
const POST = "POST /groups/{projectId}/alertConfigs";

function measured(some: Partial<Measurement>): Measurement {
  return {
    subject: "sets",
    step: "up",
    n: 500,
    projects: 1,
    skipsCheckpoints: false,
    round: 0,
    seconds: 1,
    byEndpoint: {},
    challenges: 1,
    cpuSeconds: 0,
    ...some,
  };
}

describe("bench: sets", () => {
  const singles = [100, 500, 1000].map((n) =>
    measured({ subject: "single", n, projects: n / 50, seconds: 3 + n / 100 + (n / 100) ** 2 }),
  );
  const many = measured({ n: 10_000, projects: 200, seconds: 150 });

  it("extrapolates single resources where they were not measured, and marks it", () => {
    const all = [...singles, many];
    assert.equal(Math.round(extrapolated(all, "up", many) ?? 0), 10_103);
    assert.equal(extrapolated(all, "up", { ...many, skipsCheckpoints: true }), undefined);
    assert.equal(extrapolated(all, "destroy", many), undefined);
    const [time] = createReport(all).tables;
    const single = time?.columns.indexOf("single") ?? -1;
    assert.deepEqual(
      time?.rows.map((row) => row[single]),
      ["5", "33", "113", "≈ 10,103"],
    );
  });

  it("has targets for the time relative to the floor, the time of 10,000 and the requests", () => {
    const requests = { [LIST]: 1, [POST]: 500 };
    const verdicts = (...all: Measurement[]) =>
      targetsOf(all).map(({ measured: value, met }) => [value, met]);
    const floor = measured({ subject: "floor", seconds: 40 });
    assert.deepEqual(verdicts(measured({ seconds: 10, byEndpoint: requests }), floor), [
      ["0.25", true],
      ["1 GET + 500 POST + 1 challenge", true],
    ]);
    assert.deepEqual(
      verdicts(measured({ seconds: 11, byEndpoint: { ...requests, "PUT /other": 2 }, challenges: 3 }), floor),
      [
        ["0.28", false],
        ["1 GET + 500 POST + 2 others + 3 challenges", false],
      ],
    );
    const listed = { [LIST]: 200, [POST]: 10_000 };
    assert.deepEqual(verdicts({ ...many, seconds: 301, byEndpoint: listed, challenges: 11 }), [
      ["301 s", false],
      ["200 GET + 10000 POST", true],
    ]);
  });
});
