/** The programs of the pages in the languages of the plugin. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { readSitePages } from "./blocks";
import { withLanguages } from "./languages";
import { registryIndex } from "./registry";

export async function writePrograms(): Promise<void> {
  for (const { path, text } of await withLanguages(readSitePages()))
    writeFileSync(join(repository, path), text);
  writeFileSync(join(repository, "docs/_index.md"), registryIndex());
}
