/** The code that is generated from the tables and descriptions. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../../test/support/repository";
import { classFiles } from "./classes";
import { functionFiles } from "./functions";
import { interfaceFiles } from "./interfaces";

/** All files, by their paths in the repository, before they are formatted. */
export function generatedFiles(): Readonly<Record<string, string>> {
  return { ...interfaceFiles(), ...classFiles(), ...functionFiles() };
}

export function writeCode(): void {
  const files = generatedFiles();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  execFileSync("npx", ["oxfmt", ...Object.keys(files)], { cwd: repository, stdio: "inherit" });
}
