/** The folder that an export writes. */

import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../usage";

/** The folder of the modules of projects. */
export const MODULES_FOLDER = "projects";

/** How the first line of a generated module begins, after the slashes. */
export const GENERATED = "Exported";

/** How that of a project begins. */
export const PROJECT_COMMENT = `${GENERATED}: the project `;

/** @throws UsageError before anything is read */
export async function refuseFilledFolder(folder: string, force: boolean): Promise<void> {
  if (force || !existsSync(folder)) return;
  const found = await readdir(folder).catch(() => undefined);
  if (found === undefined) throw new UsageError(`--out: ${folder} is not a folder`);
  if (found.length > 0) {
    throw new UsageError(
      `--out: the folder ${folder} is not empty. To add what a program lacks, use --into; to write the program anew, --force`,
    );
  }
}

/** What a folder contains before an export. */
export interface FormerProgram {
  /** The modules of an earlier export, by path. */
  readonly modules: ReadonlyMap<string, string>;
  /** The names of other modules of projects. */
  readonly others: readonly string[];
}

export async function readFormer(folder: string): Promise<FormerProgram> {
  const names = await readdir(join(folder, MODULES_FOLDER)).catch(() => []);
  const modules = new Map<string, string>();
  const others: string[] = [];
  for (const path of ["index.ts", ...names.map((name) => `${MODULES_FOLDER}/${name}`)]) {
    const text = await readFile(join(folder, path), "utf8").catch(() => "");
    if (isGenerated(text)) modules.set(path, text);
    else others.push(basename(path, ".ts"));
  }
  return { modules, others };
}

/** How the line of an option of the export begins in index.ts, after the slashes. */
export const OPTION_COMMENT = "Option: ";

/** What an export has read. */
interface Read {
  /** The ids of the projects. */
  readonly projects: ReadonlySet<string>;
  /** The classes of the resources of which not all could be read. */
  readonly unread: ReadonlySet<string>;
  /** The options that asked for something. */
  readonly options: readonly string[];
}

/** Refuses to leave out what an earlier export has declared: the next `pulumi up` would delete it. */
export function refuseLoss({ modules, others }: FormerProgram, { projects, unread, options }: Read): void {
  const index = modules.get("index.ts") ?? "";
  const [, lacking] =
    [...index.matchAll(new RegExp(`^// ${OPTION_COMMENT}(.*)$`, "gm"))].find(
      ([, option = ""]) => !options.includes(option),
    ) ?? [];
  if (lacking !== undefined) {
    throw new Error(
      `index.ts was exported with ${lacking}, which this export does not have. The next \`pulumi up\` would delete what it ` +
        "declares. Give the option again, or remove its line and what it has declared from index.ts if that is what you want. " +
        "Nothing was written.",
    );
  }
  const imports = [...index.matchAll(/^import ["']\.\/(projects\/[^"']+)["']/gm)];
  const foreign = imports
    .map(([, path]) => `${path}.ts`)
    .find((path) => !modules.has(path) && others.includes(basename(path, ".ts")));
  if (foreign !== undefined) {
    throw new Error(
      `index.ts imports ${foreign}, which no export with --out has written or which was edited, and would import it no more. The ` +
        "next `pulumi up` would delete what it declares. Remove the import if that is what you want. To add to a program what it " +
        "lacks, use --into. Nothing was written.",
    );
  }
  for (const [path, text] of modules) {
    const kinds = new Set([...text.matchAll(/new opsmanager\.(\w+)/g)].map(([, kind = ""]) => kind));
    const ids = projectsIn(text);
    const isUnclear = ids.length === 0 && text.startsWith(`// ${PROJECT_COMMENT}`);
    const lost = [
      ...[...kinds].filter((kind) => unread.has(kind)),
      ...ids.filter((id) => !projects.has(id)).map((id) => `the project ${id}`),
      ...(isUnclear ? ["a project that it does not name"] : []),
    ];
    if (lost.length === 0) continue;
    throw new Error(
      `${path} of an earlier export declares resources that this one has not read: ${lost.join(", ")}. The next \`pulumi up\` ` +
        "would delete them. Export all of them, or remove the file if that is what you want. To add to a program what it lacks, use " +
        "--into. Nothing was written.",
    );
  }
}

/** Whether an export wrote a module. */
export function isGenerated(text: string): boolean {
  return text.startsWith(`// ${GENERATED}`);
}

/** The ids of the projects of a module. */
function projectsIn(text: string): string[] {
  return [...text.matchAll(/\bprojectId(?: =|:) ["']([^"']+)/g)].map(([, id = ""]) => id);
}

/**
 * Refuses symbolic links, which lead out of the folder, and whatever else a file cannot replace. The folder itself may be a link.
 * @param files none to check the folder of the modules alone
 */
export async function refuseLinks(folder: string, files: Iterable<string> = []): Promise<void> {
  await refuseUnless("folder", join(folder, MODULES_FOLDER));
  for (const path of files) await refuseUnless("file", join(folder, path));
}

async function refuseUnless(kind: "file" | "folder", target: string): Promise<void> {
  const found = await lstat(target).catch(() => undefined);
  if (found === undefined || (kind === "file" ? found.isFile() : found.isDirectory())) return;
  const what = found.isSymbolicLink() ? "a symbolic link" : `not a ${kind}`;
  throw new Error(
    `${target} is ${what}, and would be written: remove it, or choose another --out. Nothing was written.`,
  );
}

/**
 * Writes files by their paths in the folder, and leaves others in place.
 * @param former whose modules are removed, unless they are written
 */
export async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
  former?: FormerProgram,
): Promise<void> {
  for (const path of former?.modules.keys() ?? []) if (!files.has(path)) await rm(join(folder, path));
  for (const [path, text] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
