import type { DriftReport } from "../report";
import { generatedText, sectionsOf, summaryText, tableOf } from "./sections";

/** GitHub-flavored Markdown, for a comment in a merge request. */
export function markdown(report: DriftReport): string {
  const parts = [
    "## Drift report",
    summaryText(report),
    code(generatedText(report)),
    ...sectionsOf(report).flatMap((section) => {
      const [columns = [], ...rows] = tableOf(section);
      const lines = [columns, columns.map(() => "---"), ...rows.map((row) => row.map(code))];
      const table = lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
      return [`### ${section.title}`, `${section.hint} ${section.next}`, table];
    }),
  ];
  return `${parts.join("\n\n")}\n`;
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
