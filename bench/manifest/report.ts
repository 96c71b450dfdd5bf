import { number, times, withSpread } from "../report/format";
import { lineThrough, median, ratio, summary } from "../report/statistics";
import type { Chart, Report, Table } from "../report/types";
import type { Traffic } from "./service";
import type { Upload } from "./uploads";
import { CURL, CURL_TWICE, OURS } from "./uploads";

export interface Plan {
  readonly megabytes: readonly number[];
  readonly rounds: number;
}

export interface Measurement extends Upload {
  readonly subject: string;
  readonly megabytes: number;
  readonly bytes: number;
  readonly round: number;
  readonly traffic: Traffic;
}

type Figure = (measurement: Measurement) => number;

const SUBJECTS = [OURS, CURL, CURL_TWICE];
const milliseconds: Figure = ({ seconds }) => seconds * 1000;
const cpuMilliseconds: Figure = ({ cpuSeconds }) => cpuSeconds * 1000;
const peakMegabytes: Figure = ({ peakBytes }) => peakBytes / 1e6;
const addedMegabytes: Figure = ({ peakBytes, idleBytes }) => (peakBytes - idleBytes) / 1e6;
const sentMegabytes: Figure = ({ traffic }) => traffic.received / 1e6;
const receivedMegabytes: Figure = ({ traffic }) => traffic.sent / 1e6;

const FIGURES: readonly { readonly column: string; readonly figure: Figure }[] = [
  { column: "ms", figure: milliseconds },
  { column: "ms of processor time", figure: cpuMilliseconds },
  { column: "peak memory, MB", figure: peakMegabytes },
  { column: "above idle, MB", figure: addedMegabytes },
  { column: "sent, MB", figure: sentMegabytes },
  { column: "received, MB", figure: receivedMegabytes },
  { column: "requests", figure: ({ traffic }) => traffic.requests },
  { column: "challenges", figure: ({ traffic }) => traffic.challenges },
];

export function createReport(measurements: readonly Measurement[], { megabytes, rounds }: Plan): Report {
  const of = (subject: string, size: number, figure: Figure): number[] =>
    measurements.filter((one) => one.subject === subject && one.megabytes === size).map((one) => figure(one));

  const growth = (subject: string, figure: Figure): string => {
    const points = megabytes.map((x) => ({ x, y: median(of(subject, x, figure)) }));
    const { slope, intercept } = lineThrough(points);
    return `${number(slope)} per MB ${intercept < 0 ? "-" : "+"} ${number(Math.abs(intercept))}`;
  };

  const bySize = (size: number): Table => ({
    title: `A manifest of ${size} MB`,
    columns: ["upload", ...FIGURES.map(({ column }) => column)],
    rows: SUBJECTS.map((subject) => [
      subject,
      ...FIGURES.map(({ figure }) => withSpread(summary(of(subject, size, figure)))),
    ]),
  });

  const chart = (name: string, title: string, unit: string, figure: Figure): Chart => ({
    name,
    title,
    x: { title: "size of the manifest, MB" },
    y: { title: unit },
    series: SUBJECTS.map((subject) => ({
      name: subject,
      points: megabytes.map((x) => {
        const { median: y, min: low, max: high } = summary(of(subject, x, figure));
        return { x, y, low, high };
      }),
    })),
  });

  return {
    part: "manifest",
    title: "The upload of a version manifest",
    notes: [
      `Medians of ${rounds} rounds, with minimum and maximum. Each round runs every upload in a new process; before it, the service has a manifest of nearly the same size with three fewer versions. 1 MB is 1,000,000 bytes.`,
      "Ours is a create in the provider process: it reads the file, checks it, reads the manifest of the service, compares the two, and uploads. Its time starts after the package is loaded; that of curl includes its start.",
      "Bytes are counted at the sockets of the emulator, with headers. After each upload the manifest of the emulator must equal the file.",
      "Memory is the peak of resident memory: for our process from /proc, for curl from its parent. Idle is our process with the loaded package, and curl --version.",
    ],
    tables: [
      ...megabytes.map(bySize),
      {
        title: "Ours relative to curl",
        columns: ["MB", "time, to PUT", "time, to GET and PUT", "processor time, to GET and PUT", "sent"],
        rows: megabytes.map((size) => [
          String(size),
          ...(
            [
              [milliseconds, CURL],
              [milliseconds, CURL_TWICE],
              [cpuMilliseconds, CURL_TWICE],
              [sentMegabytes, CURL],
            ] as const
          ).map(([figure, other]) => times(ratio(of(OURS, size, figure), of(other, size, figure)))),
        ]),
      },
      {
        title: "Growth with the size",
        columns: ["upload", "ms", "MB of memory above idle", "MB sent"],
        rows: SUBJECTS.map((subject) => [
          subject,
          growth(subject, milliseconds),
          growth(subject, addedMegabytes),
          growth(subject, sentMegabytes),
        ]),
      },
    ],
    charts: [
      chart("manifest-time", "Time of an upload", "milliseconds", milliseconds),
      chart("manifest-memory", "Memory of an upload, above idle", "MB", addedMegabytes),
    ],
    targets: [],
    measurements: [...measurements],
  };
}
