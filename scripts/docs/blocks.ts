/** The code blocks of the documentation, with the marks in the comments before them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../test/support/repository";

/** A page: its path in the repository and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

export interface Block {
  readonly language: string;
  readonly text: string;
  /** The number of its first line in the page. */
  readonly line: number;
  /** The text of the comment on the line before it; empty without one. */
  readonly mark: string;
}

/** The pages of Pulumi's registry, in `docs`: they are in its form, and no pages of our own site. */
export const REGISTRY_PAGES: ReadonlySet<string> = new Set(["_index.md", "installation-configuration.md"]);

/** The first page of the site. */
export const HOME = "docs/.vitepress/home.md";

/** All pages for users: those of `docs`, the README, and those of the examples and the template. */
export function readPages(): Page[] {
  const docs = readdirSync(join(repository, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.startsWith(".") && !REGISTRY_PAGES.has(file))
    .sort()
    .map((file) => `docs/${file}`);
  return ["README.md", ...docs, "examples/README.md", "template/README.md"].map(readPage);
}

/** The pages for users, and the first page of the site. */
export function readSitePages(): Page[] {
  return [...readPages(), readPage(HOME)];
}

export function readPage(path: string): Page {
  return { path, text: readFileSync(join(repository, path), "utf8") };
}

/** Reads the fenced blocks of a page. */
export function blocksOf({ text }: Page): Block[] {
  const fences = /(?:^<!-- (.*) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm;
  return [...text.matchAll(fences)].map(
    ({ 0: whole, 1: mark = "", 2: language = "", 3: content = "", index }) => ({
      language,
      text: content,
      line: text.slice(0, index + whole.indexOf("```")).split("\n").length,
      mark,
    }),
  );
}

/** The value of a mark such as `file: index.ts`. */
export function valueOf(mark: string, name: string): string | undefined {
  return mark.startsWith(`${name}: `) ? mark.slice(name.length + 2) : undefined;
}
