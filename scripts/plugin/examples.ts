/** The examples of the schema, which the SDKs show in their own language: the programs of the pages of the resources. */

import { readPages } from "../docs/blocks";
import type { Language } from "../docs/programs";
import { programsIn } from "../docs/programs";

/** The languages by their names in the schema (Pulumi, `pkg/codegen/docs.go`). */
const NAMES: Readonly<Record<Language, string>> = {
  ts: "typescript",
  python: "python",
  go: "go",
  yaml: "yaml",
};

/** A section for the description of a resource; empty if its page has no programs. */
export function exampleOf(kind: string): string {
  const page = readPages().find(({ text }) => text.includes(`<!-- table ${kind}Args -->`));
  const [programs] = page === undefined ? [] : programsIn(page);
  if (programs === undefined) return "";
  const blocks = Object.entries(programs).map(
    ([language, program]) => `\`\`\`${NAMES[language as Language]}\n${program}\`\`\``,
  );
  const example = `{{% example %}}\n${blocks.join("\n")}\n{{% /example %}}`;
  return `\n\n{{% examples %}}\n## Example Usage\n\n${example}\n{{% /examples %}}`;
}
