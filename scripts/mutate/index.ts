/**
 * `npm run mutate [<area>...]`: changes the code of an area in one place after the other, runs the fast tests of the area, and
 * records in `test/README.md` how many of the changes a test noticed.
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { run as runProgram } from "../../test/support/run";
import type { Area } from "./areas";
import { AREAS } from "./areas";

const FOLDER = join(repository, ".build/mutants");
const README = join(repository, "test/README.md");

/** The part of Stryker's report that is used here (https://github.com/stryker-mutator/mutation-testing-elements). */
interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: Readonly<Record<"start" | "end", Readonly<Record<"line" | "column", number>>>>;
}

/** The changes of a run by what they are, with whether a test noticed them. */
type Found = ReadonlyMap<string, { readonly place: string; readonly isNoticed: boolean }>;

async function run(name: string, files: readonly string[], tests: readonly string[]): Promise<Found> {
  const report = join(FOLDER, `${name}.json`);
  const config = join(FOLDER, `${name}.config.json`);
  await mkdir(FOLDER, { recursive: true });
  const options = {
    testRunner: "mocha",
    plugins: ["@stryker-mutator/mocha-runner"],
    mochaOptions: { spec: tests },
    coverageAnalysis: "perTest",
    concurrency: 2,
    mutate: files,
    // A changed text of a message is not a fault, and the tests of messages would be all that is measured.
    mutator: { excludedMutations: ["StringLiteral"] },
    ignoreStatic: true,
    // On a busy machine a slow test must not count as noticed.
    timeoutMS: 30_000,
    ignorePatterns: ["bench", "dist"],
    tempDirName: ".build/stryker",
    reporters: ["json", "clear-text"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: report },
  };
  await writeFile(config, JSON.stringify(options));
  const stryker = join(repository, "node_modules/.bin/stryker");
  const { code, output } = await runProgram(stryker, ["run", config], { cwd: repository, env: process.env });
  await writeFile(join(FOLDER, `${name}.txt`), output);
  if (code !== 0) throw new Error(output);
  const { files: found } = JSON.parse(await readFile(report, "utf8")) as Report;
  return new Map(Object.entries(found).flatMap(([file, { mutants }]) => mutants.flatMap(foundIn(file))));
}

function foundIn(file: string) {
  return ({ status, mutatorName, replacement, location: { start, end } }: Mutant) => {
    const isNoticed = status === "Killed" || status === "Timeout";
    if (!isNoticed && status !== "Survived" && status !== "NoCoverage") return [];
    const place = `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
    return [[`${place} ${mutatorName} ${replacement ?? ""}`, { place, isNoticed }] as const];
  };
}

/** @returns the numbers of the changes that a test noticed, and of all */
async function mutate(
  name: string,
  { mutate: files, first, tests }: Area,
): Promise<[noticed: number, all: number]> {
  const all = await run(`${name}-first`, files, first);
  // Only what the quick tests do not notice is worth the slow ones.
  const left = [...all].filter(([, { isNoticed }]) => !isNoticed);
  const places = [...new Set(left.map(([, { place }]) => place))];
  const later: Found = places.length === 0 ? new Map() : await run(name, places, tests);
  const missed = left.filter(([change]) => later.get(change)?.isNoticed !== true);
  return [all.size - missed.length, all.size];
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => AREAS[name] === undefined);
  if (unknown !== undefined) throw new Error(`"${unknown}" is not an area: ${Object.keys(AREAS).join(", ")}`);
  for (const [name, area] of Object.entries(AREAS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const [noticed, all] = await mutate(name, area);
    const row = `| ${name} | ${noticed} of ${all} | ${Math.floor((noticed / all) * 100)} % |`;
    console.log(row);
    const readme = await readFile(README, "utf8");
    await writeFile(README, readme.replace(new RegExp(`^\\| ${name} \\|.*$`, "m"), row));
  }
}

void main();
