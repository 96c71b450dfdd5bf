/** The report of the measurement: tables and charts. */

import { number, times, withSpread } from "../report/format";
import type { Summary } from "../report/statistics";
import { median, ratio, summary } from "../report/statistics";
import type { Chart, Report, Table } from "../report/types";
import type { Measurement, Plan } from "./rounds";
import { CURL } from "./rounds";
import { FLOOR, OURS_SHA256, SUBJECTS } from "./subjects";

const NAMES = [...SUBJECTS.map(({ name }) => name), CURL];

type Figure = (measurement: Measurement) => number;

const perSecond: Figure = ({ requests, seconds }) => requests / seconds;
const cpuMicroseconds: Figure = ({ requests, cpuSeconds }) => (cpuSeconds * 1e6) / requests;
const challengesPerThousand: Figure = ({ requests, server }) => (server.challenges * 1000) / requests;
const serverShare: Figure = ({ server }) => server.busy * 100;

export function reportOf(
  measurements: readonly Measurement[],
  { concurrencies, rounds, seconds }: Plan,
): Report {
  const of = (subject: string, concurrency: number, figure: Figure): number[] =>
    measurements
      .filter((one) => one.subject === subject && one.concurrency === concurrency)
      .map((one) => figure(one));

  const table = (title: string, cell: (subject: string, concurrency: number) => string): Table => ({
    title,
    columns: ["client", ...concurrencies.map((concurrency) => `${concurrency} at once`)],
    rows: NAMES.map((name) => [name, ...concurrencies.map((concurrency) => cell(name, concurrency))]),
  });

  const chart = (name: string, title: string, unit: string, figure: Figure): Chart => ({
    name,
    title,
    x: { title: "requests in progress at once", log: true },
    y: { title: unit },
    series: NAMES.filter((subject) => subject !== OURS_SHA256).map((subject) => ({
      name: subject,
      points: concurrencies.map((x) => point(x, summary(of(subject, x, figure)))),
    })),
  });

  const toFloor = (subject: string, concurrency: number): Summary =>
    ratio(of(subject, concurrency, perSecond), of(FLOOR, concurrency, perSecond));

  return {
    part: "client",
    title: "The client by itself",
    notes: [
      `Medians of ${rounds} rounds of ${seconds} s each, with the lowest and the highest. In a round each client has its turn; a ratio is of two turns of the same round.`,
      "Each client has its own process, kept from round to round, and so has the server: node:http, one response of 100 bytes, keep-alive. With Digest it checks nonce, count and response of each request.",
      "Processor time is user and system time of the client's process. curl's contains its start.",
      "Ours has maxConcurrency set to the number at once; its default is 16.",
      "digest-fetch has a client for each of those at once, because one that is shared sends counts twice. urllib, axios and curl request a challenge each time. The first challenge of a client falls into the warm-up, which is not counted.",
    ],
    tables: [
      table("Requests a second", (subject, at) => withSpread(summary(of(subject, at, perSecond)))),
      table("Requests a second, as a share of the floor", (subject, at) => times(toFloor(subject, at))),
      table("Microseconds of processor time for each request", (subject, at) =>
        withSpread(summary(of(subject, at, cpuMicroseconds))),
      ),
      table("Challenges for 1000 requests", (subject, at) =>
        number(median(of(subject, at, challengesPerThousand))),
      ),
      table("How busy the server was, in percent of a core", (subject, at) =>
        number(Math.round(median(of(subject, at, serverShare)))),
      ),
    ],
    charts: [chart("client-requests", "Requests a second", "requests a second", perSecond)],
    targets: [],
    measurements: [...measurements],
  };
}

function point(x: number, { median: y, min: low, max: high }: Summary): Chart["series"][0]["points"][0] {
  return { x, y, low, high };
}
