/** The formats of a report. Each text ends in one newline. */

import type { Category, DriftReport } from "../report";
import { html } from "./html";
import { junit } from "./junit";
import { markdown } from "./markdown";
import { generatedText, linesOf, sectionsOf, summaryText } from "./sections";

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
  const sections = sectionsOf(report).flatMap(({ title, hint, next, groups }) => [
    "",
    `${title}: ${hint}`,
    ...groups.flatMap((group) => [`  ${group.label}`, ...linesOf(group).map((line) => `    ${line}`)]),
    `Next: ${next}`,
  ]);
  return `${[summaryText(report), generatedText(report), ...sections].join("\n")}\n`;
}
