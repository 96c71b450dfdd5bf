/** Measures all subjects in turn, in several rounds, so that changes of the machine affect all of them. */

import type { HelperProcess } from "../support/helper-process";
import { startHelper } from "../support/helper-process";
import { curlRequests } from "./curl";
import type { Door, LoadAnswer, LoadQuestion, ServerAnswer, ServerQuestion } from "./exchange";
import { SUBJECTS } from "./subjects";

export const CURL = "curl --digest, one process";

export interface Plan {
  readonly concurrencies: readonly number[];
  readonly rounds: number;
  /** The measured time of each subject in each round ... */
  readonly seconds: number;
  /** ... after this warm-up. */
  readonly warmUpSeconds: number;
}

/** One subject in one round. */
export interface Measurement extends LoadAnswer {
  readonly subject: string;
  readonly concurrency: number;
  readonly round: number;
  readonly server: ServerAnswer;
}

const LOAD = require.resolve("./load");

interface Stage {
  readonly ports: Record<Door, number>;
  /** Returns the counters of the server since the last call. */
  readonly take: () => Promise<ServerAnswer>;
}

type Load = HelperProcess<LoadQuestion, LoadAnswer | undefined>;

export async function measureAll(plan: Plan, say: (line: string) => void): Promise<Measurement[]> {
  const server = startHelper<ServerQuestion, unknown>(require.resolve("./server"));
  const loads = new Map(
    SUBJECTS.map(({ name }) => [name, startHelper<LoadQuestion, LoadAnswer | undefined>(LOAD)]),
  );
  const found: Measurement[] = [];
  try {
    const stage: Stage = {
      ports: (await server.ask("ports")) as Record<Door, number>,
      take: async () => (await server.ask("take")) as ServerAnswer,
    };
    say("warming up");
    for (const { name, door } of SUBJECTS) await run(stage, loads.get(name)!, name, door, 16, plan);
    for (let round = 1; round <= plan.rounds; round++) {
      for (const concurrency of plan.concurrencies) {
        say(
          `round ${round} of ${plan.rounds}: ${concurrency} at once, ${SUBJECTS.length + 1} clients in turn`,
        );
        for (const { name: subject, door } of SUBJECTS) {
          const answer = await run(stage, loads.get(subject)!, subject, door, concurrency, plan);
          found.push({ subject, concurrency, round, ...answer });
        }
        found.push({ subject: CURL, concurrency, round, ...(await runCurl(stage, concurrency, plan)) });
      }
    }
    return found;
  } finally {
    await Promise.all([server, ...loads.values()].map((helper) => helper.stop()));
  }
}

type Run = LoadAnswer & { readonly server: ServerAnswer };

async function run(
  { ports, take }: Stage,
  load: Load,
  subject: string,
  door: Door,
  concurrency: number,
  { seconds, warmUpSeconds }: Plan,
): Promise<Run> {
  await load.ask({ do: "open", subject, port: ports[door], concurrency });
  await load.ask({ do: "run", seconds: warmUpSeconds });
  await take();
  const answer = await load.ask({ do: "run", seconds });
  const server = await take();
  await load.ask({ do: "close" });
  if (answer === undefined || server.requests - server.challenges !== answer.requests)
    throw new Error(`${subject}: the server accepted ${server.requests - server.challenges} requests`);
  return { ...answer, server };
}

/** curl is measured for a number of requests, because it accepts no duration. */
async function runCurl({ ports, take }: Stage, concurrency: number, { seconds }: Plan): Promise<Run> {
  const requests = Math.round((concurrency > 1 ? 1500 : 750) * seconds);
  await take();
  const usage = await curlRequests(ports.MD5, requests, concurrency);
  return { requests, ...usage, server: await take() };
}
