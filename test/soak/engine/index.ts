/** Rounds on the real engine, several at the same time, each in a process of its own. */

import { fork } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { prepared } from "../../e2e/support/prepared";
import { buildPlugin } from "../../../scripts/plugin/build";
import { prepareBuilds, WORK_FOLDER } from "./builds";
import type { RoundReport } from "./round";
import type { RoundOptions } from "./world";

/** @returns how many rounds failed */
export async function soakEngine(
  rounds: number,
  first: number,
  say: (line: string) => void,
): Promise<number> {
  return soak(rounds, first, say);
}

/** The same with the plugin in place of the dynamic classes. */
export async function soakPlugin(
  rounds: number,
  first: number,
  say: (line: string) => void,
): Promise<number> {
  return soak(rounds, first, say, await buildPlugin(join(WORK_FOLDER, "plugin")));
}

async function soak(
  rounds: number,
  first: number,
  say: (line: string) => void,
  plugin?: string,
): Promise<number> {
  const binDir = await prepared();
  const { from, ...builds } = await prepareBuilds();
  if (plugin === undefined) say(`upgrades: from ${from}`);
  const seeds = Array.from({ length: rounds }, (_, index) => first + index);
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const startedAt = performance.now();
      const { story, problems, output } = await play({ seed, binDir, builds, plugin });
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      say(`seed ${seed}, ${seconds} s: ${story.join(" ")}`);
      for (const problem of problems) say(`seed ${seed}: ${problem}`);
      if (problems.length === 0) continue;
      failed++;
      const log = join(WORK_FOLDER, `${plugin === undefined ? "" : "plugin-"}seed-${seed}.log`);
      await writeFile(log, output);
      say(`seed ${seed}: what Pulumi printed is in ${log}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failed;
}

/** Plays a round in a child process. Ending without a report is a problem. */
async function play(options: RoundOptions): Promise<RoundReport> {
  const child = fork(join(__dirname, "play.ts"), [JSON.stringify(options)], {
    execArgv: ["-r", "ts-node/register/transpile-only"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve) => {
    let report: RoundReport | undefined;
    child.once("message", (message) => (report = message as RoundReport));
    child.once("close", (code) =>
      resolve(report ?? { story: [], problems: [`the round ended with ${code}`], output: stderr }),
    );
  });
}
