import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

const repository = resolve(__dirname, "../..");
const ENTRIES = ["index", "client", "runtime", "emulator/index"];

/** The peer dependencies, which users of this package have installed. */
const ALLOWED = ["@pulumi/pulumi"];

/** Lists the packages that the declarations of an entry point import, each with the importing file. */
function packagesOf(entry: string): string[] {
  const found = new Set<string>();
  const files = new Set([join(repository, "dist", `${entry}.d.ts`)]);
  for (const file of files) {
    for (const { fileName: name } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
      const path = resolve(dirname(file), name);
      if (name.startsWith("."))
        files.add([`${path}.d.ts`, join(path, "index.d.ts")].find(existsSync) ?? path);
      else if (!name.startsWith("node:") && !ALLOWED.includes(name))
        found.add(`${name} in ${relative(repository, file)}`);
    }
  }
  return [...found];
}

describe("the type declarations of the package", () => {
  for (const entry of ENTRIES)
    it(`do not need the types of our dependencies (${entry})`, () => assert.deepEqual(packagesOf(entry), []));
});
