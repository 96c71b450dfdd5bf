/** The examples of the schema, which the SDKs show in their own language: the programs of the pages. */

import type { Page } from "../docs/blocks";
import type { Language, Programs } from "../docs/programs";
import { programsIn, PULUMI_NAMES } from "../docs/programs";

/** A section for the description of a resource: the first program of its page, or nothing. */
export function exampleOf(kind: string, pages: readonly Page[]): string {
  const page = pages.find(({ text }) => text.includes(`<!-- table ${kind}Args -->`));
  return section(page === undefined ? undefined : programsIn(page)[0]);
}

/** A section for the description of a function: the first program that calls it, or nothing. */
export function exampleOfFunction(name: string, pages: readonly Page[]): string {
  const calls = new RegExp(String.raw`function: "?opsmanager:${name}\b`);
  return section(pages.flatMap(programsIn).find(({ yaml = "" }) => calls.test(yaml)));
}

function section(programs: Partial<Programs> | undefined): string {
  if (programs === undefined) return "";
  const blocks = Object.entries(programs).map(
    ([language, program]) => `\`\`\`${PULUMI_NAMES[language as Language]}\n${program}\`\`\``,
  );
  const example = `{{% example %}}\n${blocks.join("\n")}\n{{% /example %}}`;
  return `\n\n{{% examples %}}\n## Example Usage\n\n${example}\n{{% /examples %}}`;
}
