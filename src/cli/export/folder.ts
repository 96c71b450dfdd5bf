/** The folder that an export writes. */

import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { kindNamed } from "../../kinds";
import { oneLine } from "../text";
import { UsageError } from "../usage";
import { askedTexts } from "./asked";
import type { Inventory } from "./inventory";

/** The folder of the modules of projects. */
export const MODULES_FOLDER = "projects";

/** How the first line of a generated module begins, after the slashes. */
export const GENERATED = "Exported";

/** How that of a project begins. */
export const PROJECT_COMMENT = `${GENERATED}: the project `;

/** How the line of an option of the export begins in index.ts or Pulumi.yaml, after the slashes or the hash. */
export const OPTION_COMMENT = "Option: ";

/** How the line of a project begins in Pulumi.yaml, after the hash. */
export const YAML_PROJECT_COMMENT = "The project ";

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
  /** The modules of an earlier export, or its program in YAML, by path. */
  readonly modules: ReadonlyMap<string, string>;
  /** The names of other modules of projects. */
  readonly others: readonly string[];
}

export async function readFormer(folder: string): Promise<FormerProgram> {
  const names = await readdir(join(folder, MODULES_FOLDER)).catch(() => []);
  const modules = new Map<string, string>();
  const others: string[] = [];
  for (const path of ["Pulumi.yaml", "index.ts", ...names.map((name) => `${MODULES_FOLDER}/${name}`)]) {
    const text = await readText(join(folder, path));
    if (isGenerated(text)) modules.set(path, text);
    else if (path.endsWith(".ts")) others.push(basename(path, ".ts"));
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
  for (const [path, text] of modules) {
    const lacking = matchesOf(new RegExp(`^(?://|#) ${OPTION_COMMENT}(.*)$`, "gm"), text).find(
      (option) => !options.includes(option),
    );
    if (lacking !== undefined)
      throw lossError(`${path} was exported with ${lacking}, which this export does not have`);
  }
  const imports = matchesOf(/^import ["']\.\/projects\/([^"']+)["']/gm, index);
  const foreign = imports.find((name) => others.includes(name));
  if (foreign !== undefined)
    throw lossError(
      `index.ts imports projects/${foreign}.ts, which no export with --out has written or which was edited`,
    );
  for (const [path, text] of modules) {
    const { kinds, ids, names, isUnclear } = declaredIn(text);
    const lost = [
      ...kinds.filter(isUnread),
      ...ids.filter((id) => !projects.has(id)).map((id) => `the project ${id}`),
      ...names.filter((name) => !places.some((each) => oneLine(each.name) === name)).map(projectText),
      ...(isUnclear ? ["a project that it does not name"] : []),
    ];
    if (lost.length > 0)
      throw lossError(
        `${path} of an earlier export declares resources that this one has not read: ${lost.join(", ")}`,
      );
  }
}

const projectText = (name: string): string => `the project ${name}`;

/** What a module or a program in YAML declares: the names of classes, and the projects by their ids, or by the names in comments. */
function declaredIn(text: string) {
  if (!text.startsWith("//")) {
    const kinds = matchesOf(/^ {4}type: opsmanager:(\w+)$/gm, text);
    const ids = matchesOf(/^(?: {2}\w+| {6}projectId): "([^"$]+)"$/gm, text);
    const names = matchesOf(new RegExp(`^ {2}# ${YAML_PROJECT_COMMENT}(.*)$`, "gm"), text);
    return { kinds, ids, names: kinds.includes("Project") ? names : [], isUnclear: false };
  }
  const kinds = matchesOf(/new opsmanager\.(\w+)/g, text);
  const ids = matchesOf(/\bprojectId(?: =|:) ["']([^"']+)/g, text);
  const names = matchesOf(new RegExp(`^// ${PROJECT_COMMENT}(.*)\\.$`, "gm"), text);
  const isOfProject = text.startsWith(`// ${PROJECT_COMMENT}`);
  // The program declares the project itself, whose id is then nowhere in it.
  const isHome = kinds.includes("Project") && text.includes("\nconst projectId = project.id;\n");
  return { kinds, ids, names: isHome ? names : [], isUnclear: isOfProject && !isHome && ids.length === 0 };
}

/** The first group of all matches, each once. */
function matchesOf(pattern: RegExp, text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))];
}

function lossError(reason: string): Error {
  return new Error(
    `${reason}. The next \`pulumi up\` would delete what it declares. If that is what you want, remove the file and its import. To ` +
      "add to a program what it lacks, use --into, or export into another folder if the program uses the plugin. Nothing was written.",
  );
}

/** Whether an export wrote a module, or a program in YAML. */
export function isGenerated(text: string): boolean {
  return text.startsWith(`// ${GENERATED}`) || text.startsWith(`# ${GENERATED}`);
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
