/** `npm run generate`: writes the files that are generated from the tables and descriptions. */

import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../demo/repository";
import { generatedFiles } from "./files";

const files = generatedFiles();
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}
execFileSync("npx", ["oxfmt", ...Object.keys(files)], { cwd: repository, stdio: "inherit" });
