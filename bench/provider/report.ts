import { number, times, withSpread } from "../report/format";
import type { Chart, Report, Table } from "../report/types";
import type { Measurement, Step, Subject } from "./measurement";
import { STEPS, SUBJECTS } from "./measurement";
import { growthOf, latencies, medianOf, overFloor, runsOf, secondsOf, sizes } from "./results";
import { targetsOf } from "./targets";

const NOTES = [
  "Each row is a command of the real engine with `--skip-preview` and a file backend, from start to end: the median with the fastest and the slowest run; × is the ratio to the floor, round by round.",
  "classes: the dynamic classes; plugin: the same program with the plugin and its SDK for Node.js.",
  "floor: an empty dynamic provider with the same inputs, whose writes only wait for the latency of the service.",
  "by hand: a dynamic provider with the Digest client of urllib, which gets a challenge for each request; it reads and compares, but does not handle defaults, masks and retries.",
  "curl: a sequential shell loop of `curl --digest`; a refresh reads each object and compares nothing.",
  "The service is the emulator on the same machine as the engine; programs are not type-checked (PULUMI_NODEJS_TRANSPILE_ONLY), since that would dominate the measurement.",
];

const NONE = "–";

export function createReport(all: readonly Measurement[]): Report {
  return {
    part: "provider",
    title: "up, no-op up, refresh and destroy",
    notes: NOTES,
    tables: [
      ...latencies(all).map((latencyMs) => timeTable(all, latencyMs)),
      requestTable(all),
      sizeTable(all),
      growthTable(all),
    ],
    charts: [
      chart(all, "up", Math.min(...latencies(all))),
      chart(all, "up", Math.max(...latencies(all))),
      chart(all, "refresh", Math.min(...latencies(all))),
    ],
    targets: targetsOf(all),
    measurements: [...all],
  };
}

function timeTable(all: readonly Measurement[], latencyMs: number): Table {
  const rows = STEPS.flatMap((step) =>
    sizes(all).flatMap((n) => {
      const cell = { n, latencyMs };
      if (secondsOf(all, "classes", step, cell) === undefined) return [];
      const cells = SUBJECTS.flatMap((subject) => {
        const seconds = secondsOf(all, subject, step, cell);
        const time = seconds === undefined ? NONE : withSpread(seconds);
        if (!isPaired(subject)) return [time];
        const over = overFloor(all, subject, step, cell);
        return [time, over === undefined ? NONE : times(over)];
      });
      return [[step, String(n), ...cells]];
    }),
  );
  const columns = SUBJECTS.flatMap((subject) => (isPaired(subject) ? [subject, "× floor"] : [subject]));
  return { title: `Seconds, ${latencyMs} ms latency`, columns: ["", "N", ...columns], rows };
}

/** Whether the subject ran in the same rounds as the floor. */
function isPaired(subject: Subject): boolean {
  return subject === "classes" || subject === "plugin" || subject === "by hand";
}

function requestTable(all: readonly Measurement[]): Table {
  const latencyMs = Math.min(...latencies(all));
  const asked = SUBJECTS.filter((subject) => subject !== "floor");
  const rows = STEPS.flatMap((step) =>
    sizes(all).map((n) => [
      step,
      String(n),
      ...asked.map((subject) => {
        const runs = runsOf(all, subject, step, { n, latencyMs });
        if (runs.length === 0) return NONE;
        return [...new Set(runs.map(({ requests, challenges }) => `${requests} + ${challenges}`))].join("; ");
      }),
    ]),
  );
  return { title: "Requests + challenges", columns: ["", "N", ...asked], rows };
}

function sizeTable(all: readonly Measurement[]): Table {
  const latencyMs = Math.min(...latencies(all));
  const engines = SUBJECTS.filter((subject) => subject !== "curl");
  const rows = sizes(all).map((n) => {
    const runs = engines.map((subject) => runsOf(all, subject, "up", { n, latencyMs }));
    const shown = (value: number | undefined): string =>
      value === undefined ? NONE : number(Math.round(value));
    return [String(n), ...runs.map((of) => shown(medianOf(of.map(({ stateBytes }) => stateBytes))))];
  });
  return {
    title: "Bytes of state for each resource after `up`",
    columns: ["N", ...engines],
    rows,
  };
}

function growthTable(all: readonly Measurement[]): Table {
  const rows = STEPS.flatMap((step) =>
    latencies(all).flatMap((latencyMs) => {
      const lines = SUBJECTS.map((subject) => growthOf(all, subject, step, latencyMs));
      if (lines.every((line) => line === undefined)) return [];
      const shown = lines.map((line) =>
        line === undefined ? NONE : `${number(line.slope * 1000)} ms + ${number(line.intercept)} s`,
      );
      return [[step, `${latencyMs} ms`, ...shown]];
    }),
  );
  return {
    title: "Growth: for each alert configuration, and constant",
    columns: ["", "latency", ...SUBJECTS],
    rows,
  };
}

function chart(all: readonly Measurement[], step: Step, latencyMs: number): Chart {
  return {
    name: `provider-${step}-${latencyMs}ms`,
    title: `${step}, ${latencyMs} ms latency`,
    x: { title: "alert configurations", log: true },
    y: { title: "seconds", log: true },
    series: SUBJECTS.map((subject) => ({
      name: subject,
      points: sizes(all).flatMap((n) => {
        const seconds = secondsOf(all, subject, step, { n, latencyMs });
        return seconds === undefined
          ? []
          : [{ x: n, y: seconds.median, low: seconds.min, high: seconds.max }];
      }),
    })),
  };
}
