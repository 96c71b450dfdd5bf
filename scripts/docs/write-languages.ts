/** `npm run docs:languages`: writes the programs of the pages in the languages of the plugin. Requires Go. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../demo/repository";
import { readSitePages } from "./blocks";
import { withLanguages } from "./languages";
import { registryIndex } from "./registry";

async function main(): Promise<void> {
  for (const { path, text } of await withLanguages(readSitePages()))
    writeFileSync(join(repository, path), text);
  writeFileSync(join(repository, "docs/_index.md"), registryIndex());
}

void main();
