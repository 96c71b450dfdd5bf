/** The pages of Pulumi's registry, in the form that it expects: `_index.md` has the program of a page in each language. */

import { readPage } from "./blocks";
import type { Language } from "./programs";
import { programsIn, PULUMI_NAMES } from "./programs";

const SOURCE = "docs/resources/alert-config.md";
const MARKED = /(\{\{< chooser language "[^"]*" >\}\}\n)[\s\S]*?(\{\{< \/chooser >\}\})/;

/** Returns `_index.md` with the programs of {@link SOURCE}. */
export function registryIndex(): string {
  const [programs = {}] = programsIn(readPage(SOURCE));
  const choices = Object.entries(programs).map(([language, program]) => {
    const name = PULUMI_NAMES[language as Language];
    return `{{% choosable language ${name} %}}\n\n\`\`\`${name}\n${program}\`\`\`\n\n{{% /choosable %}}\n`;
  });
  return readPage("docs/_index.md").text.replace(
    MARKED,
    (_whole, start: string, end: string) => `${start}${choices.join("")}${end}`,
  );
}
