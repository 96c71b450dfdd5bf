/** `npm run test:times [-- <level>...]`: runs levels of the tests, and writes how long each level and file took. */

import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../demo/repository";
import { run } from "../engine/run";

/** The npm scripts by level. */
const LEVELS: Readonly<Record<string, string>> = {
  fast: "test:fast",
  all: "test",
  tools: "test:tools",
};
const LISTED = 15;
const RESULTS = join(repository, "bench/results/tests.md");

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const wrong = names.find((name) => LEVELS[name] === undefined);
  if (wrong !== undefined) throw new Error(`"${wrong}" is not a level: ${Object.keys(LEVELS).join(", ")}`);
  const sections: string[] = [];
  for (const [level, script] of Object.entries(LEVELS)) {
    if (names.length > 0 && !names.includes(level)) continue;
    const times = join(tmpdir(), `test-times-${process.pid}.json`);
    const started = performance.now();
    const { code, output } = await run("npm", ["run", script], {
      cwd: repository,
      env: { ...process.env, TEST_TIMES: times },
    });
    const seconds = Math.round((performance.now() - started) / 1000);
    if (code !== 0) throw new Error(`${output}\nnpm run ${script} failed after ${seconds} s.`);
    const files = Object.entries(JSON.parse(await readFile(times, "utf8")) as Record<string, number>);
    const slowest = files.sort(([, a], [, b]) => b - a).slice(0, LISTED);
    sections.push(
      `## \`npm run ${script}\`: ${seconds} s\n\n| file | seconds |\n|---|---|\n${slowest.map(([file, time]) => `| \`${file}\` | ${time.toFixed(1)} |`).join("\n")}\n`,
    );
  }
  const cores = availableParallelism();
  const text = `# Time of the tests\n\nThe slowest files of each level, on a machine with ${cores} cores and Node.js ${process.version}.\n\n${sections.join("\n")}`;
  await writeFile(RESULTS, text);
  console.log(text);
}

void main();
