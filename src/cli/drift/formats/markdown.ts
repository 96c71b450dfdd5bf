import type { DriftReport } from "../report";
import { CATEGORIES } from "../report";
import type { Section } from "./sections";
import { generatedText, labelOf, nounOf, sectionsOf, summaryText } from "./sections";

/** GitHub-flavored Markdown, for a comment in a merge request. */
export function markdown(report: DriftReport): string {
  const { summary } = report;
  const numbers = CATEGORIES.map((category) => [
    String(summary[category]),
    nounOf(category, summary[category]),
  ]);
  const parts = [
    "## Drift report",
    summaryText(report),
    code(generatedText(report)),
    table(["Number", "Of"], [[String(summary.managed), "compared objects"], ...numbers]),
    ...sectionsOf(report).flatMap((section) => [
      `### ${section.title}`,
      `${section.hint} ${section.next}`,
      table(["Object", ...section.columns], rowsOf(section)),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function rowsOf({ groups }: Section): string[][] {
  return groups.flatMap((group) => group.rows.map((row) => [labelOf(group), ...row].map(code)));
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/**
 * Text as code. Nothing inside a code span is active, except what ends it or the cell, and renderers disagree about a
 * backslash before a pipe. Text with such characters becomes an element with each sign as a character reference.
 */
function code(content: string): string {
  if (content === "") return "";
  if (!/[`|\\<>&]/.test(content)) return `\`${content}\``;
  const escaped = content.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}
