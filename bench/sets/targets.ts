/** The targets of sets. */

import { number, times } from "../report/format";
import { median, ratio } from "../report/statistics";
import type { Target } from "../report/types";
import type { Cell, Measurement, Subject } from "./measurement";
import { runsOf } from "./results";

const ONE_SET: Cell = { n: 500, projects: 1, skipsCheckpoints: false };
const MOST_OF_FLOOR = 0.25;
const MANY: Cell = { n: 10_000, projects: 200, skipsCheckpoints: false };
const MOST_SECONDS = 300;

/** The targets that were measured. */
export function targetsOf(all: readonly Measurement[]): Target[] {
  const seconds = (subject: Subject, cell: Cell): number[] =>
    runsOf(all, subject, "up", cell).map((run) => run.seconds);
  const targets: Target[] = [];
  const [one, floor, many] = [seconds("sets", ONE_SET), seconds("floor", ONE_SET), seconds("sets", MANY)];
  if (one.length > 0 && floor.length > 0) {
    const over = ratio(one, floor);
    targets.push({
      what: `up of one set of ${ONE_SET.n}`,
      goal: `at most ${MOST_OF_FLOOR} times the floor of ${ONE_SET.n} resources`,
      measured: times(over),
      met: over.median <= MOST_OF_FLOOR,
    });
  }
  if (many.length > 0)
    targets.push({
      what: `up of ${number(MANY.n)} in ${MANY.projects} sets`,
      goal: `at most ${MOST_SECONDS} s`,
      measured: `${number(median(many))} s`,
      met: median(many) <= MOST_SECONDS,
    });
  return targets;
}
