/** The examples of the schema, which the SDKs show in their own language: the programs of the pages of the resources. */

import type { Page } from "../docs/blocks";
import type { Language } from "../docs/programs";
import { programsIn, PULUMI_NAMES } from "../docs/programs";

/** A section for the description of a resource; empty if its page has no programs. */
export function exampleOf(kind: string, pages: readonly Page[]): string {
  const page = pages.find(({ text }) => text.includes(`<!-- table ${kind}Args -->`));
  const [programs] = page === undefined ? [] : programsIn(page);
  if (programs === undefined) return "";
  const blocks = Object.entries(programs).map(
    ([language, program]) => `\`\`\`${PULUMI_NAMES[language as Language]}\n${program}\`\`\``,
  );
  const example = `{{% example %}}\n${blocks.join("\n")}\n{{% /example %}}`;
  return `\n\n{{% examples %}}\n## Example Usage\n\n${example}\n{{% /examples %}}`;
}
