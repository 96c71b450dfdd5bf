/** The report: tables for one project and for many, and a chart. */

import type { Step } from "../provider/measurement";
import { STEPS } from "../provider/measurement";
import { number, withSpread } from "../report/format";
import { median, summary } from "../report/statistics";
import type { Chart, Point, Report, Series, Table } from "../report/types";
import type { Cell, Measurement, Subject } from "./measurement";
import { SUBJECTS } from "./measurement";
import { cellsOf, extrapolated, growthOfSingle, medianSeconds, runsOf } from "./results";
import { CONNECTIONS } from "./rounds";
import { targetsOf } from "./targets";

const NOTES = [
  "Each time is that of a command of the real engine with `--skip-preview` and a file backend, from start to end: the median with the fastest and the slowest run.",
  "sets: an `AlertConfigSet` of the classes for each project. plugin sets: the same with the plugin. single: an `AlertConfig` for each alert configuration. floor: an empty dynamic provider with the inputs of single, which sends nothing.",
  `curl: ${CONNECTIONS} shell loops of \`curl --digest\` at the same time, as many as this package sends requests at the same time; a refresh reads each object and compares nothing.`,
  "≈: not measured but extrapolated from the measured numbers of single resources in several projects, with a + b·n + c·n², since the engine writes the whole state after every step.",
  "no checkpoints: with PULUMI_SKIP_CHECKPOINTS=true the engine writes the state only at the end, and a run that is killed loses what it did.",
  "The service is the emulator in its own process on the same machine; programs are not type-checked (PULUMI_NODEJS_TRANSPILE_ONLY), since that would dominate the measurement.",
  "State: the whole deployment as JSON without whitespace.",
];

const NONE = "–";

export function createReport(all: readonly Measurement[]): Report {
  return {
    part: "sets",
    title: "All alert configurations of a project as one resource",
    notes: NOTES,
    tables: [timeTable(all), growthTable(all), requestTable(all), sizeTable(all)],
    charts: [chart(all)],
    targets: targetsOf(all),
    measurements: [...all],
  };
}

/** The columns that name a cell. */
const CELL = ["N", "projects", "checkpoints"];

function cellColumns({ n, projects, skipsCheckpoints }: Cell): string[] {
  return [number(n), number(projects), skipsCheckpoints ? "no" : "yes"];
}

/** The cells by projects: one, then several. */
function orderedCells(all: readonly Measurement[]): Cell[] {
  return cellsOf(all).sort(
    (a, b) =>
      Number(a.projects > 1) - Number(b.projects > 1) ||
      Number(a.skipsCheckpoints) - Number(b.skipsCheckpoints) ||
      a.n - b.n,
  );
}

function timeTable(all: readonly Measurement[]): Table {
  const time = (subject: Subject, step: Step, cell: Cell): string => {
    const runs = runsOf(all, subject, step, cell);
    if (runs.length > 0) return withSpread(summary(runs.map(({ seconds }) => seconds)));
    const guess = subject === "single" ? extrapolated(all, step, cell) : undefined;
    return guess === undefined ? NONE : `≈ ${number(guess)}`;
  };
  const rows = STEPS.flatMap((step) =>
    orderedCells(all)
      .filter((cell) => SUBJECTS.some((subject) => runsOf(all, subject, step, cell).length > 0))
      .map((cell) => [step, ...cellColumns(cell), ...SUBJECTS.map((subject) => time(subject, step, cell))]),
  );
  return { title: "Seconds", columns: ["", ...CELL, ...SUBJECTS], rows };
}

function growthTable(all: readonly Measurement[]): Table {
  const rows = STEPS.flatMap((step) =>
    [false, true].flatMap((skips) => {
      const growth = growthOfSingle(all, step, skips);
      if (growth === undefined) return [];
      const { constant, linear, square } = growth;
      return [[step, skips ? "no" : "yes", number(constant), number(linear * 1000), number(square * 1e6)]];
    }),
  );
  return {
    title: "Seconds of single resources as a + b·n + c·n², from which ≈ follows",
    columns: ["", "checkpoints", "a, s", "b, ms", "c, µs"],
    rows,
  };
}

function requestTable(all: readonly Measurement[]): Table {
  const rows = orderedCells(all).flatMap((cell) =>
    STEPS.flatMap((step) =>
      SUBJECTS.filter((subject) => subject !== "floor").flatMap((subject) => {
        const runs = runsOf(all, subject, step, cell);
        if (runs.length === 0) return [];
        const asked = [...new Set(runs.map(requestsText))].join("; ");
        const challenges = [...new Set(runs.map((run) => number(run.challenges)))].join("; ");
        return [[subject, step, ...cellColumns(cell), asked, challenges]];
      }),
    ),
  );
  return { title: "Requests", columns: ["", "", ...CELL, "by endpoint", "challenges"], rows };
}

/** `1 GET alertConfigs, 500 POST alertConfigs`. */
function requestsText({ byEndpoint }: Measurement): string {
  const counts = Object.entries(byEndpoint).map(
    ([endpoint, count]) => `${number(count)} ${endpoint.replace("/groups/{projectId}/", "")}`,
  );
  return counts.length === 0 ? "none" : counts.sort().join(", ");
}

function sizeTable(all: readonly Measurement[]): Table {
  const rows = orderedCells(all).flatMap((cell) =>
    SUBJECTS.filter((subject) => subject !== "curl").flatMap((subject) => {
      const runs = runsOf(all, subject, "up", cell);
      if (runs.length === 0) return [];
      const shown = (figure: (run: Measurement) => number | undefined): string => {
        const known = runs.map(figure).filter((value) => value !== undefined);
        return known.length === 0 ? NONE : number(Math.round(median(known)));
      };
      return [
        [
          subject,
          ...cellColumns(cell),
          shown(({ state }) => state && state.bytes / 1000),
          shown(({ state, n }) => state && state.bytes / n),
        ],
      ];
    }),
  );
  return {
    title: "State after `up`",
    columns: ["", ...CELL, "state, kB", "bytes for each"],
    rows,
  };
}

function chart(all: readonly Measurement[]): Chart {
  const cells = orderedCells(all).filter(({ projects }) => projects > 1);
  const pointsOf = (skips: boolean, at: (cell: Cell) => number | undefined): Point[] =>
    cells
      .filter(({ skipsCheckpoints }) => skipsCheckpoints === skips)
      .flatMap((cell) => {
        const seconds = at(cell);
        return seconds === undefined ? [] : [{ x: cell.n, y: seconds }];
      });
  const measured =
    (subject: Subject) =>
    (cell: Cell): number | undefined =>
      medianSeconds(runsOf(all, subject, "up", cell));
  const series: Series[] = [
    { name: "sets", points: pointsOf(false, measured("sets")) },
    { name: "plugin sets", points: pointsOf(false, measured("plugin sets")) },
    { name: "sets, no checkpoints", points: pointsOf(true, measured("sets")) },
    { name: "single", points: pointsOf(false, measured("single")) },
    { name: "single, extrapolated", points: pointsOf(false, (cell) => extrapolated(all, "up", cell)) },
    { name: "single, no checkpoints", points: pointsOf(true, measured("single")) },
    {
      name: "single, no checkpoints, extrapolated",
      points: pointsOf(true, (cell) => extrapolated(all, "up", cell)),
    },
    { name: `curl, ${CONNECTIONS} connections`, points: pointsOf(false, measured("curl")) },
  ];
  return {
    name: "sets-up",
    title: "up of alert configurations in several projects",
    x: { title: "alert configurations", log: true },
    y: { title: "seconds", log: true },
    series: series.filter(({ points }) => points.length > 0),
  };
}
