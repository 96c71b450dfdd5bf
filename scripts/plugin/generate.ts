/** Runs Pulumi's generators, which are programs of Go, over the schema of the package. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../../test/support/repository";
import { succeed } from "../../test/support/run";
import { buildInto } from "./language-hosts";
import { packageSchema } from "./schema";

const FOLDER = join(repository, ".build/generate");

/** The programs, by the folder of their source in `go`. */
const NAMES = { sdks: "sdks", translate: "yaml" } as const;

/** @returns what the program prints, which gets the schema and the folder */
export async function generate(name: keyof typeof NAMES, folder: string): Promise<string> {
  await buildInto(FOLDER, { name, module: join(__dirname, "go", NAMES[name]), packagePath: "." });
  const scratch = await mkdtemp(join(tmpdir(), "schema-"));
  try {
    const schema = join(scratch, "schema.json");
    await writeFile(schema, JSON.stringify(packageSchema()));
    return await succeed(join(FOLDER, name), [schema, folder], { env: process.env });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
