/**
 * `npm run nightly [<name>...]`: what is slow and rarely breaks. It runs at night, before a release, and after a change of what an
 * entry is about.
 */

import { runShown } from "../test/support/run-shown";

interface Entry {
  /** The command, after `npm`. */
  readonly run: readonly string[];
  /** Why it is not a part of `.ci/run`. */
  readonly why: string;
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  examples: {
    run: ["test", "nightly"],
    why: "The fleet, the pipelines, two rounds of the long run and the commands of the guides install and deploy whole projects: 25 minutes. `npm test docs` compiles every program of the pages, and runs the commands of those that every user reads. They use the package as a user does, and what it does is tested elsewhere. The documentation site is built and searched in a browser: 4 minutes. Its links and pictures are checked by `npm test docs`.",
  },
  interop: {
    run: ["run", "interop"],
    why: "Other clients, other servers, and a second server of the API matter when Digest, the transport or a kind of resource changes. Downloads and builds them with Go, Python and Java. `npm test` has curl and the vectors of RFC 7616.",
  },
  backends: {
    run: ["test", "backends"],
    why: "Pulumi stores states on PostgreSQL and S3; only what it asks of the provider meanwhile could break here. Builds a server with Go.",
  },
  compatibility: {
    run: ["run", "compat", "--", "--short"],
    why: "Other versions of Node.js, package managers and compilers matter when a dependency, the entry points or the types change. Downloads them.",
  },
  coverage: { run: ["run", "coverage"], why: "The tests are those of `npm test`." },
};

async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => ENTRIES[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is not one of ${Object.keys(ENTRIES).join(", ")}.`);
  const failed: string[] = [];
  for (const [name, { run, why }] of Object.entries(ENTRIES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`=== ${name}: npm ${run.join(" ")}\n${why}\n`);
    if ((await runShown("npm", run)) !== 0) failed.push(name);
  }
  console.log(failed.length === 0 ? "All passed." : `Failed: ${failed.join(", ")}.`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

void main();
