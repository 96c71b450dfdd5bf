/** Finds the language hosts of Pulumi, which a release has beside the CLI, or builds them with Go. */

import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { repository } from "../../test/support/repository";
import type { Program } from "../../test/support/engine/build-with-go";
import { buildProgram } from "../../test/support/engine/build-with-go";
import { findPrograms } from "../../test/support/engine/find";
import { succeed } from "../../test/support/run";

const FOLDER = join(repository, ".build/languages");

const SDK = "github.com/pulumi/pulumi/sdk/v3";
const HOSTS = join(__dirname, "go/language-hosts");
const PROGRAMS = {
  go: { module: HOSTS, packagePath: `${SDK}/go/pulumi-language-go` },
  python: { module: HOSTS, packagePath: `${SDK}/python/cmd/pulumi-language-python` },
  yaml: {
    module: join(__dirname, "go/yaml"),
    packagePath: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
} as const;

export type Language = keyof typeof PROGRAMS;

/** Builds a program of Go into a folder, with a scratch folder of its own. */
export async function buildInto(folder: string, program: Omit<Program, "linkerFlags">): Promise<void> {
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), "build-"));
  try {
    await buildProgram({ ...program, linkerFlags: "-s -w" }, { binDir: folder, scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @param binDir the folder of the engine @returns the folder of the language host */
export async function ensureLanguageHost(language: Language, binDir: string): Promise<string> {
  const name = `pulumi-language-${language}`;
  const [found] = await findPrograms(name, [binDir, FOLDER, process.env["PATH"]].join(delimiter));
  if (found !== undefined) return dirname(found);
  await mkdir(FOLDER, { recursive: true });
  // Another process may build it as well: the host comes last and at once, so that who finds it finds all of it.
  const place = await mkdtemp(`${FOLDER}-`);
  try {
    await buildInto(place, { name, ...PROGRAMS[language] });
    if (language === "python") await addPythonScripts(place, name);
    const others = (await readdir(place)).filter((file) => file !== name);
    for (const file of [...others, name]) await rename(join(place, file), join(FOLDER, file));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
  return FOLDER;
}

/** The host of Python needs two scripts beside it: the program of Python that it starts, and the launcher, which has the name of the host. */
async function addPythonScripts(place: string, host: string): Promise<void> {
  const env = { ...process.env, GOWORK: "off" };
  const sdk = await succeed("go", ["list", "-m", "-f", "{{.Dir}}", SDK], { cwd: HOSTS, env });
  const exec = `${host}-exec`;
  await addScript(join(sdk.trim(), "python/cmd", exec), join(place, exec));
  await rename(join(place, host), join(place, `${host}-host`));
  await addScript(join(__dirname, "python-launcher.sh"), join(place, host));
}

async function addScript(source: string, file: string): Promise<void> {
  await copyFile(source, file);
  await chmod(file, 0o755);
}
