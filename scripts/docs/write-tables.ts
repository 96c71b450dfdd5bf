/** What the pages repeat: the tables of arguments, outputs and results, as of the types of the package, and its installation. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { readSitePages } from "./blocks";
import { withInstallation } from "./installation";
import { readPublicApi } from "./public-api";
import { withTables } from "./tables";

export function writeTables(): void {
  const api = readPublicApi();
  for (const { path, text } of readSitePages()) {
    const current = withInstallation(withTables(text, api));
    if (current !== text) writeFileSync(join(repository, path), current);
  }
}
