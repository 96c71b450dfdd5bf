/** The package as npm packs it, for tests of what a user has after an installation. */

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { repository } from "../../support/repository";
import { run } from "../../support/run";
import { prepared } from "./prepared";

/** The fields of a `package.json` that an installation needs. */
interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** Packs the repository before the tests of the current suite. Use it only in tests and hooks. */
export function usePackage() {
  let parent: string | undefined;

  before(async function packRepository() {
    await prepared();
    parent = await mkdtemp(join(tmpdir(), "packed-"));
    await succeed("npm", ["pack", "--ignore-scripts", "--pack-destination", parent], repository);
    const { version } = await readManifest(repository);
    await succeed("tar", ["-xzf", `pulumi-opsmanager-${version}.tgz`], parent);
  });

  after(async () => {
    if (parent !== undefined) await rm(parent, { recursive: true, force: true });
  });

  const folder = (): string => {
    if (parent === undefined) throw new Error("the package is not packed: use it in tests and hooks only");
    return join(parent, "package");
  };
  return {
    /** The folder with the files of the tarball. */
    get folder() {
      return folder();
    },
    /** Installs the package into a project without a registry: links lead to everything else that both depend on. */
    install: async (project: string) => install(project, folder()),
  };
}

async function install(project: string, packed: string): Promise<void> {
  const modules = join(project, "node_modules");
  await cp(packed, join(modules, "pulumi-opsmanager"), { recursive: true });
  const { dependencies, devDependencies } = await readManifest(project);
  const { dependencies: ours } = await readManifest(packed);
  const names = Object.keys({ ...dependencies, ...devDependencies, ...ours });
  for (const name of names.filter((other) => other !== "pulumi-opsmanager")) await link(name, modules);
}

/** Links a dependency of the repository, and its commands. */
async function link(name: string, modules: string): Promise<void> {
  const source = join(repository, "node_modules", name);
  await makeLink(source, join(modules, name));
  const { bin = {} } = await readManifest(source);
  const commands = typeof bin === "string" ? { [basename(name)]: bin } : bin;
  for (const [command, file] of Object.entries(commands)) {
    await makeLink(join(source, file), join(modules, ".bin", command));
  }
}

async function makeLink(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Runs a program in a folder and asserts that it succeeds. */
export async function succeed(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { code, output } = await run(program, args, { cwd, env });
  assert.equal(code, 0, `${program} ${args.join(" ")} failed:\n${output}`);
}
