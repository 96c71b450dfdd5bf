/** Writes the tables of arguments, outputs and results into the pages, as of the types of the package. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../demo/repository";
import { readPublicApi } from "./public-api";
import { withTables } from "./tables";

const api = readPublicApi();
for (const file of readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".md")) continue;
  const path = join(repository, "docs", file);
  const page = readFileSync(path, "utf8");
  const current = withTables(page, api);
  if (current !== page) writeFileSync(path, current);
}
