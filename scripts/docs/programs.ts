/** The programs of the pages in the languages of the plugin, between `<!-- languages -->` and `<!-- end -->`. */

import type { Page } from "./blocks";
import { blocksOf, valueOf } from "./blocks";

/** The languages by their names in code blocks. YAML is the source. */
export const LANGUAGES = {
  ts: "TypeScript with the plugin",
  python: "Python",
  go: "Go",
  yaml: "YAML",
} as const;

export type Language = keyof typeof LANGUAGES;

/** The languages by their names in Pulumi's schema and registry (`pkg/codegen/docs.go`). */
export const PULUMI_NAMES: Readonly<Record<Language, string>> = {
  ts: "typescript",
  python: "python",
  go: "go",
  yaml: "yaml",
};

export const MARKED = /(<!-- languages -->\n)([\s\S]*?)(<!-- end -->)/g;
/** The mark of their blocks. */
export const MARK = "plugin";

/** The programs of a region of a page. */
export type Programs = Readonly<Record<Language, string>>;

/** The programs of each region of a page, in its order. */
export function programsIn(page: Page): Partial<Programs>[] {
  return [...page.text.matchAll(MARKED)].map(([, , region = ""]) => {
    const blocks = blocksOf({ path: page.path, text: region });
    return Object.fromEntries(
      blocks.map(({ language, mark, text }) => [valueOf(mark, MARK) ?? language, text]),
    ) as Partial<Programs>;
  });
}

/** A page of the site, where the programs are the tabs of one group, with that of the classes before them, if there is one. */
export function withTabs(text: string): string {
  return text.replaceAll(
    /(?:```ts\n([^`]*)```\n\n)?(<!-- languages -->\n[\s\S]*?<!-- end -->)/g,
    (_whole, classes: string | undefined, region: string) => {
      const [programs = {}] = programsIn({ path: "", text: region });
      const tabs = Object.entries(programs).map(([language, program]) =>
        tab(language, LANGUAGES[language as Language], program),
      );
      const first = classes === undefined ? [] : [tab("ts", "TypeScript", classes)];
      return `::: code-group\n${[...first, ...tabs].join("\n")}:::\n`;
    },
  );
}

const tab = (language: string, title: string, program: string): string =>
  `\`\`\`${language} [${title}]\n${program}\`\`\`\n`;
