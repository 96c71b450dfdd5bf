/** Fake programs, written for /bin/sh, and temporary folders. */

import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../../support/engine/context";
import { pinnedVersion } from "../../support/engine/pinned";

/** Creates temporary folders, which are removed after each test. */
export function temporaryFolders(): () => Promise<string> {
  const made: string[] = [];
  afterEach(async () => {
    for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), "opsmanager-engine-"));
    made.push(folder);
    return folder;
  };
}

/** Creates a context that records messages. */
export function fakeContext(settings: { home?: string; path?: string; signal?: AbortSignal } = {}) {
  const messages: string[] = [];
  const context: Context = {
    home: settings.home ?? "/nowhere",
    env: { PATH: settings.path ?? "" },
    say: (line: string) => messages.push(line),
    signal: settings.signal ?? new AbortController().signal,
  };
  return { context, messages };
}

/** Writes an executable shell script. */
export async function writeScript(file: string, ...lines: string[]): Promise<void> {
  await writeFile(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  await chmod(file, 0o755);
}

/** Writes a complete fake engine. */
export async function writeEngine(binDir: string, version = `v${pinnedVersion}`): Promise<void> {
  await mkdir(binDir, { recursive: true });
  await writeScript(join(binDir, "pulumi"), `[ "$1" = version ] && echo ${version}`);
  await writeScript(join(binDir, "pulumi-language-nodejs"), "echo 40123", "exec /bin/sleep 60");
  await writeScript(join(binDir, "pulumi-resource-pulumi-nodejs"), "exit 0");
}

/** Writes a `go` that "builds" by copying the programs of a fake engine. */
export async function writeGo(folder: string, version = "go1.26.8") {
  const engine = join(folder, "engine");
  const log = join(folder, "builds.log");
  await writeEngine(engine);
  await writeFile(log, "");
  await writeScript(
    join(folder, "go"),
    `if [ "$1" = env ]; then echo ${version}; exit; fi`,
    'while [ "$1" != -o ]; do shift; done',
    `echo "\${2##*/}" >> '${log}'`,
    "/bin/sleep 0.2",
    `/bin/cp '${engine}'/"\${2##*/}" "$2"`,
  );
  /** The names of the built programs, in order. */
  const builds = async () => (await readFile(log, "utf8")).split("\n").filter(Boolean);
  return { folder, builds };
}
