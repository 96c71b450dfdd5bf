/** Finds the language host of YAML, which a release of Pulumi has beside the CLI, or builds it with Go. */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repository } from "../demo/repository";
import { buildProgram } from "../engine/build-with-go";
import { findPrograms } from "../engine/find";

const NAME = "pulumi-language-yaml";
const FOLDER = join(repository, ".build/language-yaml");

/** @param binDir the folder of the engine @returns the folder of the language host */
export async function ensureLanguageYaml(binDir: string): Promise<string> {
  const places = [binDir, FOLDER, process.env["PATH"]].join(":");
  const [found] = await findPrograms(NAME, places);
  if (found !== undefined) return dirname(found);
  await mkdir(FOLDER, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), "language-yaml-"));
  const program = {
    name: NAME,
    module: join(__dirname, "language-yaml"),
    packagePath: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    linkerFlags: "-s -w",
  };
  try {
    await buildProgram(program, { binDir: FOLDER, scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return FOLDER;
}
