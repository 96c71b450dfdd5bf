/** The formats of a report. Each text ends in one newline. */

import type { Category, DriftReport } from "../report";
import { html } from "./html";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { generatedText, labelOf, lineOf, sectionsOf, summaryText } from "./sections";

export const FORMAT_NAMES = ["text", "json", "markdown", "junit", "html"] as const;

/** @param failOn the categories that JUnit counts as failures */
type Print = (report: DriftReport, failOn?: readonly Category[]) => string;

export const FORMATS: Readonly<Record<(typeof FORMAT_NAMES)[number], Print>> = {
  text,
  /** The report itself, described by `schema/drift-report.v1.json`. */
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown,
  junit,
  html,
};

/** Plain text for a terminal or a log. */
function text(report: DriftReport): string {
  const lines = [summaryText(report), generatedText(report)];
  for (const { title, hint, next, groups } of sectionsOf(report)) {
    lines.push("", `${title}: ${hint}`);
    for (const group of groups) {
      lines.push(`  ${labelOf(group)}`);
      for (const row of group.rows) if (row.length > 0) lines.push(`    ${lineOf(row)}`);
    }
    lines.push(`Next: ${next}`);
  }
  return `${lines.join("\n")}\n`;
}
