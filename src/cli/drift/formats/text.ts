import type { DriftReport } from "../report";
import { labelOf, lineOf, sectionsOf, summaryText } from "./sections";

/** Plain text for a terminal or a log. */
export function text(report: DriftReport): string {
  const lines = [summaryText(report)];
  for (const { title, hint, groups } of sectionsOf(report)) {
    lines.push("", `${title}: ${hint}`);
    for (const group of groups) {
      lines.push(`  ${labelOf(group)}`);
      for (const row of group.rows) if (row.length > 0) lines.push(`    ${lineOf(row)}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
