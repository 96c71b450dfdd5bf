/** The load process: sends requests with one client and a given concurrency. */

import { handleQuestions } from "../support/helper-process";
import type { Caller, LoadAnswer, LoadQuestion } from "./exchange";
import { ANSWER } from "./exchange";
import { SUBJECTS } from "./subjects";

let caller: Caller | undefined;
let workers = 0;

async function run(seconds: number): Promise<LoadAnswer> {
  const client = caller;
  if (client === undefined) throw new Error("no client is open");
  let requests = 0;
  const usage = process.cpuUsage();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const keepRequesting = async (worker: number): Promise<void> => {
    while (performance.now() < until) {
      const response = await client.get(worker);
      if (!isExpected(response)) throw new Error(`unexpected response: ${JSON.stringify(response)}`);
      requests++;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => keepRequesting(worker)));
  const { user, system } = process.cpuUsage(usage);
  return {
    requests,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: (user + system) / 1e6,
  };
}

/** Cheap, because it is measured as well. */
function isExpected(response: unknown): boolean {
  const { sizeThresholdMB, numUncompressed, numTotal } = (response ?? {}) as Partial<typeof ANSWER>;
  return (
    sizeThresholdMB === ANSWER.sizeThresholdMB &&
    numUncompressed === ANSWER.numUncompressed &&
    numTotal === ANSWER.numTotal
  );
}

handleQuestions(async (question: LoadQuestion) => {
  if (question.do === "run") return run(question.seconds);
  await caller?.close();
  caller = undefined;
  if (question.do === "close") return undefined;
  const subject = SUBJECTS.find(({ name }) => name === question.subject);
  if (subject === undefined) throw new Error(`no subject ${question.subject}`);
  caller = await subject.open(`http://127.0.0.1:${question.port}`, question.concurrency);
  workers = question.concurrency;
  return undefined;
});
process.once("disconnect", () => process.exit());
