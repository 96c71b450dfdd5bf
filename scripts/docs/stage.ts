/**
 * Collects the pages of the site: `docs`, the examples, and the Markdown files of the repository, with their links to each
 * other. The pages themselves are written for readers of the repository and of the package.
 */

import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, posix, relative, sep } from "node:path";
import { repository } from "../../test/support/repository";
import { HOME, REGISTRY_PAGES } from "./blocks";
import { withTabs } from "./programs";

const DOCS = "docs";
/** Pictures and tables outside `docs`. */
const RESULTS = "bench/results";
/** Where VitePress expects files that it does not change. */
const PICTURES = "public";
/** Markdown files outside `docs` that are pages of the site. */
const ROOT_PAGES = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

/** Writes the pages into an empty folder. @throws Error for a link that leads to nothing on the site */
export async function stagePages(site: string): Promise<void> {
  await rm(site, { recursive: true, force: true });
  for (const file of await filesBelow(DOCS)) {
    if (file.startsWith(".vitepress") || REGISTRY_PAGES.has(file)) continue;
    const source = join(repository, DOCS, file);
    if (extname(file) === ".md")
      await writePage(site, file, await readFile(source, "utf8"), join(DOCS, file));
    else await cp(source, join(site, PICTURES, file));
  }
  await writePage(site, "index.md", await readFile(join(repository, HOME), "utf8"), HOME);
  for (const file of await filesBelow(RESULTS)) {
    const path = join(RESULTS, file);
    if (extname(file) === ".md")
      await writePage(site, path, await readFile(join(repository, path), "utf8"), path);
    else if (extname(file) === ".svg") await cp(join(repository, path), join(site, PICTURES, path));
  }
  for (const file of ROOT_PAGES) {
    await writePage(site, file, await readFile(join(repository, file), "utf8"), file);
  }
  const examples = await readFile(join(repository, "examples/README.md"), "utf8");
  await writePage(site, "examples/index.md", examples, "examples/README.md");
  for (const folder of await foldersOfSources()) {
    await writeFile(join(site, `${folder}.md`), await pageOfSources(folder));
  }
}

async function foldersOfSources(): Promise<string[]> {
  const entries = await readdir(join(repository, "examples"), { withFileTypes: true });
  const examples = entries
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => `examples/${name}`);
  return [...examples, "template"];
}

/** A page with the text of each file of a folder. */
async function pageOfSources(folder: string): Promise<string> {
  const names = (await readdir(join(repository, folder))).filter((name) => /\.(ts|ya?ml|sh)$/.test(name));
  const files = await Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(join(repository, folder, name), "utf8");
      return `## ${name}\n\n\`\`\`${extname(name).slice(1)}\n${text.trimEnd()}\n\`\`\`\n`;
    }),
  );
  return [`# ${folder}\n`, ...files].join("\n");
}

async function writePage(site: string, file: string, text: string, source: string): Promise<void> {
  const targetOf = (path: string) => pageOf(posix.join(dirname(source).split(sep).join("/"), path), source);
  const linked = withTabs(text)
    // A picture is a link to its full size.
    .replace(/!\[(.*)\]\((\S+)\)/g, (_picture, name: string, path: string) => {
      const url = `/${targetOf(path)}`;
      return `[![${name}](${url})](${url})`;
    })
    .replace(
      /(?<=\]\()(?![a-z]+:|#|\/)([^)\s#]+)(#[^)\s]*)?/g,
      (_link, path: string, hash = "") => `${pathBetween(file, targetOf(path))}${String(hash)}`,
    );
  const to = join(site, file);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, linked);
}

/** The page of the site for a path of the repository. */
function pageOf(target: string, source: string): string {
  if (!existsSync(join(repository, target)))
    throw new Error(`${source} links to ${target}, which does not exist`);
  // The table of contents is the sidebar of the site.
  if (target === "README.md" || target === `${DOCS}/README.md`) return "index.md";
  if (target.startsWith(`${DOCS}/`)) return target.slice(DOCS.length + 1);
  if (target.startsWith(`${RESULTS}/`)) return target;
  if (ROOT_PAGES.includes(target)) return target;
  if (/^examples(\/README\.md)?\/?$/.test(target)) return "examples/index.md";
  const folder = /^(?:examples\/[\w-]+|template)(?=\/|$)/.exec(target)?.[0];
  if (folder !== undefined) return `${folder}.md`;
  throw new Error(`${source} links to ${target}, which is not on the site`);
}

function pathBetween(from: string, to: string): string {
  const path = relative(dirname(from), to).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path || basename(to)}`;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(repository, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(repository, folder), join(entry.parentPath, entry.name)));
}
