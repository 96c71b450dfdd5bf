/** The folder that an export writes. */

import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { kindNamed } from "../../kinds";
import { UsageError } from "../usage";
import { askedTexts } from "./asked";
import type { Inventory } from "./inventory";

/** The folder of the modules of projects. */
export const MODULES_FOLDER = "projects";

/** How the first line of a generated module begins, after the slashes. */
export const GENERATED = "Exported";

/** How that of a project begins. */
export const PROJECT_COMMENT = `${GENERATED}: the project `;

/** How the line of an option of the export begins in index.ts, after the slashes. */
export const OPTION_COMMENT = "Option: ";

/** @throws UsageError before anything is read */
export async function refuseFilledFolder(folder: string, force: boolean): Promise<void> {
  if (force || !existsSync(folder)) return;
  const found = await readdir(folder).catch(() => undefined);
  if (found === undefined) throw new UsageError(`--out: ${folder} is not a folder`);
  if (found.length > 0) {
    throw new UsageError(
      `--out: the folder ${folder} is not empty. To add what a program lacks, use --into; to write the program again, --force`,
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
    const text = await readText(join(folder, path));
    if (isGenerated(text)) modules.set(path, text);
    else others.push(basename(path, ".ts"));
  }
  return { modules, others };
}

/** The text of a file; an empty one if it does not exist. */
export async function readText(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => "");
}

/** Refuses to leave out what an earlier export has declared: the next `pulumi up` would delete it. */
export function refuseLoss({ modules, others }: FormerProgram, { places, asked, skipped }: Inventory): void {
  const projects = new Set(places.map(({ id }) => id));
  const listings = new Set(skipped.map(({ listing }) => listing));
  const isUnread = (kind: string): boolean => {
    const listing = kindNamed(kind)?.declaring.listing;
    return listing !== undefined && listings.has(listing);
  };
  const index = modules.get("index.ts") ?? "";
  const options = askedTexts(asked);
  const [, lacking] =
    [...index.matchAll(new RegExp(`^// ${OPTION_COMMENT}(.*)$`, "gm"))].find(
      ([, option = ""]) => !options.includes(option),
    ) ?? [];
  if (lacking !== undefined)
    throw lossError(`index.ts was exported with ${lacking}, which this export does not have`);
  const imports = index.matchAll(/^import ["']\.\/projects\/([^"']+)["']/gm);
  const foreign = [...imports].find(([, name = ""]) => others.includes(name));
  if (foreign !== undefined)
    throw lossError(
      `index.ts imports projects/${foreign[1]}.ts, which no export with --out has written or which was edited`,
    );
  for (const [path, text] of modules) {
    const kinds = new Set([...text.matchAll(/new opsmanager\.(\w+)/g)].map(([, kind = ""]) => kind));
    const ids = [...text.matchAll(/\bprojectId(?: =|:) ["']([^"']+)/g)].map(([, id = ""]) => id);
    const isUnclear = ids.length === 0 && text.startsWith(`// ${PROJECT_COMMENT}`);
    const lost = [
      ...[...kinds].filter(isUnread),
      ...ids.filter((id) => !projects.has(id)).map((id) => `the project ${id}`),
      ...(isUnclear ? ["a project that it does not name"] : []),
    ];
    if (lost.length > 0)
      throw lossError(
        `${path} of an earlier export declares resources that this one has not read: ${lost.join(", ")}`,
      );
  }
}

function lossError(reason: string): Error {
  return new Error(
    `${reason}. The next \`pulumi up\` would delete what it declares. If that is what you want, remove the file and its import. To ` +
      "add to a program what it lacks, use --into. Nothing was written.",
  );
}

/** Whether an export wrote a module. */
export function isGenerated(text: string): boolean {
  return text.startsWith(`// ${GENERATED}`);
}

/** Refuses symbolic links, which lead out of the folder, and whatever else a file cannot replace. The folder itself may be a link. */
export async function refuseLinks(folder: string, files: Iterable<string>): Promise<void> {
  for (const path of [MODULES_FOLDER, ...files]) {
    const target = join(folder, path);
    const found = await lstat(target).catch(() => undefined);
    const what = path === MODULES_FOLDER ? "folder" : "file";
    if (found === undefined || (what === "file" ? found.isFile() : found.isDirectory())) continue;
    const is = found.isSymbolicLink() ? "a symbolic link" : `not a ${what}`;
    throw new Error(
      `${target} is ${is}, and would be written: remove it, or choose another --out. Nothing was written.`,
    );
  }
}

/** Writes files by their paths in the folder, and leaves others in place. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}
