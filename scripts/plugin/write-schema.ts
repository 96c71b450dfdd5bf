/** `npm run schema [-- <file>]`: writes the schema of the package. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { repository } from "../demo/repository";
import { packageSchema } from "./schema";

const file = process.argv[2] ?? join(repository, ".build/plugin/schema.json");
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(packageSchema(), null, 2)}\n`);
