/** Makes the SDKs of the plugin in `.build/sdks`, in the form in which each language installs them. */

import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KINDS } from "../../src/kinds";
import { VERSION } from "../../src/version";
import { repository } from "../../test/support/repository";
import { pinnedVersion } from "../../test/support/engine/pinned";
import { succeed } from "../../test/support/run";
import { completeSdks } from "./complete";
import { generate } from "./generate";

const FOLDER = join(repository, ".build/sdks");

/** The files of the SDKs. */
export interface Sdks {
  /** An archive for npm. */
  readonly nodejs: string;
  /** A wheel. */
  readonly python: string;
  /** An archive of a Go module. */
  readonly go: string;
}

/** Writes them into an empty folder. */
export async function buildSdks(folder = FOLDER): Promise<Sdks> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), "sdks-"));
  try {
    await generate("sdks", scratch);
    await completeSdks(scratch, KINDS.length);
    return {
      nodejs: await packNodejs(join(scratch, "nodejs"), folder),
      python: await packPython(join(scratch, "python"), folder),
      go: await packGo(join(scratch, "go"), folder),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const { env } = process;

/** Compiles the sources with the compiler and the Pulumi SDK of this package, and adds nothing to what the SDK needs. */
async function packNodejs(source: string, folder: string): Promise<string> {
  const modules = join(repository, "node_modules");
  await symlink(modules, join(source, "node_modules"));
  const compiler = join(modules, "typescript/bin/tsc");
  const flags = ["--ignoreDeprecations", "6.0", "--types", "node", "--skipLibCheck"];
  await succeed(process.execPath, [compiler, "--project", source, ...flags], { env });
  const text = await readFile(join(source, "package.json"), "utf8");
  const { scripts: _, devDependencies: __, ...described } = JSON.parse(text) as Record<string, unknown>;
  const compiled = join(source, "bin");
  await writeFile(join(compiled, "package.json"), `${JSON.stringify(described, null, 2)}\n`);
  const flagsOfPack = ["pack", "--pack-destination", folder, "--silent"];
  const packed = await succeed("npm", flagsOfPack, { cwd: compiled, env });
  return join(folder, packed.trim());
}

async function packPython(source: string, folder: string): Promise<string> {
  const flags = ["--no-deps", "--quiet", "--disable-pip-version-check", "--wheel-dir", folder];
  await succeed("python3", ["-m", "pip", "wheel", ...flags, source], { env });
  return join(folder, `pulumi_opsmanager-${VERSION}-py3-none-any.whl`);
}

async function packGo(source: string, folder: string): Promise<string> {
  // The generator names a version that lacks what it writes.
  const sdk = `github.com/pulumi/pulumi/sdk/v3@v${pinnedVersion}`;
  await succeed("go", ["mod", "edit", `-require=${sdk}`], { cwd: source, env: { ...env, GOWORK: "off" } });
  const archive = join(folder, `pulumi-opsmanager-go-${VERSION}.tar.gz`);
  await succeed("tar", ["-czf", archive, "-C", source, "."], { env });
  return archive;
}
