/** The targets of sets. */

import { number, times } from "../report/format";
import { ratio, summary } from "../report/statistics";
import type { Target } from "../report/types";
import type { Cell, Measurement } from "./measurement";
import { cellsOf, runsOf } from "./results";

const ONE_SET: Cell = { n: 500, projects: 1, skipsCheckpoints: false };
const MOST_OF_FLOOR = 0.25;
const MANY: Cell = { n: 10_000, projects: 200, skipsCheckpoints: false };
const MOST_SECONDS = 300;

/** The targets that were measured. */
export function targetsOf(all: readonly Measurement[]): Target[] {
  return [...overFloor(all), ...timeOfMany(all), ...requestTargets(all)];
}

function overFloor(all: readonly Measurement[]): Target[] {
  const [ours, floor] = [runsOf(all, "sets", "up", ONE_SET), runsOf(all, "floor", "up", ONE_SET)];
  if (ours.length === 0 || floor.length === 0) return [];
  const over = ratio(
    ours.map(({ seconds }) => seconds),
    floor.map(({ seconds }) => seconds),
  );
  return [
    {
      what: `up of one set of ${ONE_SET.n}`,
      goal: `at most ${MOST_OF_FLOOR} times the floor of ${ONE_SET.n} resources`,
      measured: times(over),
      met: over.median <= MOST_OF_FLOOR,
    },
  ];
}

function timeOfMany(all: readonly Measurement[]): Target[] {
  const runs = runsOf(all, "sets", "up", MANY);
  if (runs.length === 0) return [];
  const { median } = summary(runs.map(({ seconds }) => seconds));
  return [
    {
      what: `up of ${number(MANY.n)} in ${MANY.projects} sets`,
      goal: `at most ${MOST_SECONDS} s`,
      measured: `${number(median)} s`,
      met: median <= MOST_SECONDS,
    },
  ];
}

/** A list for each project and a POST for each alert configuration; one project needs no more than one challenge. */
function requestTargets(all: readonly Measurement[]): Target[] {
  return cellsOf(all).flatMap((cell) => {
    const runs = runsOf(all, "sets", "up", cell);
    if (runs.length === 0) return [];
    const challenges = cell.projects === 1 ? " + 1 challenge" : "";
    const asked = ({ byEndpoint, challenges: challenged }: Measurement): string => {
      const lists = byEndpoint["GET /groups/{projectId}/alertConfigs"] ?? 0;
      const posts = byEndpoint["POST /groups/{projectId}/alertConfigs"] ?? 0;
      const others = Object.values(byEndpoint).reduce((sum, count) => sum + count, 0) - lists - posts;
      const further = others === 0 ? "" : ` + ${others} others`;
      const ofOneProject = ` + ${challenged} challenge${challenged === 1 ? "" : "s"}`;
      return `${lists} GET + ${posts} POST${further}${cell.projects === 1 ? ofOneProject : ""}`;
    };
    const goal = `${cell.projects} GET + ${cell.n} POST${challenges}`;
    const found = [...new Set(runs.map(asked))];
    const skips = cell.skipsCheckpoints ? ", without checkpoints" : "";
    return [
      {
        what: `requests of up of ${number(cell.n)} in ${cell.projects === 1 ? "one set" : `${cell.projects} sets`}${skips}`,
        goal,
        measured: found.join("; "),
        met: found.length === 1 && found[0] === goal,
      },
    ];
  });
}
