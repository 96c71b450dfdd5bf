/**
 * `npm run generate [<part>...]`: writes what follows from something else. Without a part it writes what a change of the tables and
 * descriptions needs, `code` and `tables`.
 */

import { messageOf } from "../../test/support/errors";
import { writeCode } from "./code";
import { writeTables } from "../docs/write-tables";
import { writePictures } from "../docs/pictures";
import { writePrograms } from "../docs/write-programs";
import { recordStates } from "../../test/states/record";

const PARTS: Readonly<Record<string, () => void | Promise<void>>> = {
  /** Interfaces, classes and functions in `src`. */
  code: writeCode,
  /** The tables of arguments, outputs and results in the pages, and how the package is installed. */
  tables: writeTables,
  /** The programs of the pages in TypeScript, Python and Go, from those in YAML. Requires Go. */
  programs: writePrograms,
  /** The pictures of the pages, of real runs. Requires Chromium. */
  pictures: writePictures,
  /** What this version writes into states, which later versions must read. Existing files stay. */
  states: recordStates,
};

async function main(): Promise<void> {
  const given = process.argv.slice(2);
  for (const name of given.length === 0 ? ["code", "tables"] : given) {
    const write = PARTS[name];
    if (write === undefined) throw new Error(`"${name}" is not one of ${Object.keys(PARTS).join(", ")}.`);
    await write();
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
