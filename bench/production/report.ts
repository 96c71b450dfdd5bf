/** The report: backends, then many projects. */

import { number } from "../report/format";
import { parabolaThrough, valueAt } from "../report/statistics";
import type { Chart, Report, Table } from "../report/types";
import type { Measurement } from "./measurement";
import { BACKENDS, SUBJECTS } from "./measurement";
import { CONCURRENCY } from "./rounds";

const NOTES = [
  "Each time is that of one `up` of the real engine with `--skip-preview`, from start to end; of many stacks, from the start of the first to the end of the last.",
  "sets: an `AlertConfigSet` for each project. single: an `AlertConfig` for each alert configuration. Each project has 50 alert configurations.",
  "PostgreSQL and the S3-compatible server (Versity S3 Gateway) run on the same machine, so that their network costs nothing.",
  "no checkpoints: with PULUMI_SKIP_CHECKPOINTS=true the engine writes the state only at the end, and a run that is killed loses what it did.",
  `Many stacks: ${CONCURRENCY} at the same time.`,
  "≈: not measured but extrapolated from 100, 500 and 1,000 single resources in one stack, with a + b·n + c·n², since the engine writes the whole state after every step.",
];

const NONE = "–";

export function createReport(all: readonly Measurement[]): Report {
  return {
    part: "production",
    title: "Backends, and many projects",
    notes: NOTES,
    tables: [backendTable(all), fleetTable(all)],
    charts: [backendChart(all)],
    targets: [],
    measurements: [...all],
  };
}

/** Those of one stack with few projects, which were measured on every backend. */
function ofBackends(all: readonly Measurement[]): Measurement[] {
  return all.filter(({ stacks, n }) => stacks === 1 && n <= 500);
}

function backendTable(all: readonly Measurement[]): Table {
  const measured = ofBackends(all);
  const counts = [...new Set(measured.map(({ n }) => n))].sort((a, b) => a - b);
  const rows = SUBJECTS.flatMap((subject) =>
    counts.flatMap((n) =>
      BACKENDS.map((backend) => {
        const of = (skips: boolean): Measurement | undefined =>
          measured.find(
            (one) =>
              one.subject === subject &&
              one.n === n &&
              one.backend === backend &&
              one.skipsCheckpoints === skips,
          );
        const [writing, skipping] = [of(false), of(true)];
        const seconds = (one: Measurement | undefined): string =>
          one === undefined ? NONE : number(one.seconds);
        return [subject, number(n), backend, seconds(writing), seconds(skipping)];
      }),
    ),
  );
  return {
    title: "Seconds of `up` of one stack",
    columns: ["", "N", "backend", "with checkpoints", "no checkpoints"],
    rows: rows.filter((row) => row[3] !== NONE || row[4] !== NONE),
  };
}

function fleetTable(all: readonly Measurement[]): Table {
  const fleet = all.filter(({ n, stacks }) => n > 500 || stacks > 1);
  const largest = Math.max(...all.map(({ n }) => n));
  const points = all
    .filter(
      ({ subject, stacks, backend, skipsCheckpoints }) =>
        subject === "single" && stacks === 1 && backend === "file" && !skipsCheckpoints,
    )
    .map(({ n, seconds }) => ({ x: n, y: seconds }));
  const guess =
    points.length < 3 || points.some(({ x }) => x === largest)
      ? []
      : [["single", number(largest), "1", `≈ ${number(valueAt(parabolaThrough(points), largest))}`, NONE]];
  return {
    title: "Seconds of `up` of many projects on the file backend",
    columns: ["", "N", "stacks", "seconds", "states, kB"],
    rows: [
      ...fleet.map(({ subject, n, stacks, seconds, stateBytes }) => [
        subject,
        number(n),
        number(stacks),
        number(seconds),
        number(Math.round(stateBytes / 1000)),
      ]),
      ...guess,
    ],
  };
}

function backendChart(all: readonly Measurement[]): Chart {
  const measured = ofBackends(all);
  const series = SUBJECTS.flatMap((subject) =>
    BACKENDS.flatMap((backend) =>
      [false, true].map((skips) => ({
        name: `${subject}, ${backend}${skips ? ", no checkpoints" : ""}`,
        points: measured
          .filter(
            (one) => one.subject === subject && one.backend === backend && one.skipsCheckpoints === skips,
          )
          .map(({ n, seconds }) => ({ x: n, y: seconds })),
      })),
    ),
  );
  return {
    name: "production-backends",
    title: "up of one stack on several backends",
    x: { title: "alert configurations" },
    y: { title: "seconds", log: true },
    series: series.filter(({ points }) => points.length > 0),
  };
}
