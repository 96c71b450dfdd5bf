/** Collects the pages of the documentation site in `.build/site`; TypeDoc adds the reference, and VitePress makes the site. */

import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { stagePages } from "./stage";

void stagePages(join(repository, ".build/site"));
