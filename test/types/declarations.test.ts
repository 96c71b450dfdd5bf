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
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const { importedFiles } = ts.preProcessFile(readFileSync(file, "utf8"));
    for (const { fileName: name } of importedFiles) {
      if (name.startsWith(".")) visit(declarationOf(resolve(dirname(file), name)));
      else found.add(`${name} in ${relative(repository, file)}`);
    }
  };
  visit(join(repository, "dist", `${entry}.d.ts`));
  return [...found];
}

function declarationOf(path: string): string {
  const file = [`${path}.d.ts`, join(path, "index.d.ts")].find(existsSync);
  if (file === undefined) throw new Error(`no declaration file for ${path}`);
  return file;
}

describe("the type declarations of the package", () => {
  for (const entry of ENTRIES) {
    it(`do not need the types of our dependencies (${entry})`, () => {
      const others = packagesOf(entry).filter((text) => {
        const name = text.split(" in ")[0] ?? "";
        return !name.startsWith("node:") && !ALLOWED.includes(name);
      });
      assert.deepEqual(others, []);
    });
  }
});
