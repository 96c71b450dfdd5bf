/** Formats reports as Markdown, for files and the terminal. */

import type { Machine } from "./machine";
import { describeMachine } from "./machine";
import type { Report, Table, Target } from "./types";

/** Formats a table with aligned columns, numbers to the right. */
export function tableText({ columns, rows }: Omit<Table, "title">): string {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((cells) => (cells[at] ?? "").length)));
  const right = columns.map((_, at) => rows.length > 0 && rows.every((cells) => isNumeric(cells[at] ?? "")));
  const text = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (right[at] ? (cells[at] ?? "").padStart(width) : (cells[at] ?? "").padEnd(width))).join(" | ")} |`;
  const rule = widths.map((width, at) => (right[at] ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  return [text(lines[0] ?? []), `| ${rule.join(" | ")} |`, ...lines.slice(1).map(text)].join("\n");
}

/** Whether a cell is a number, or `-` for a missing value. */
function isNumeric(cell: string): boolean {
  return /^(-|[-+]?\d.*)$/.test(cell);
}

export function targetsText(targets: readonly Target[]): string {
  return tableText({
    columns: ["target", "goal", "measured", ""],
    rows: targets.map(({ what, goal, measured, met }) => [what, goal, measured, met ? "met" : "MISSED"]),
  });
}

/** Formats tables and notes, without charts and machine. */
export function tablesText({ tables, notes }: Pick<Report, "tables" | "notes">): string {
  const parts = tables.map((table) => `**${table.title}**\n\n${tableText(table)}`);
  if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join("\n"));
  return parts.join("\n\n");
}

/** Formats the file of a part. */
export function reportText(report: Report, machine: Machine): string {
  const parts = [
    `# ${report.title}`,
    `<!-- written by npm run bench -->`,
    describeMachine(machine),
    ...report.charts.map(({ name, title }) => `![${title}](${name}.svg)`),
    tablesText(report),
  ];
  if (report.targets.length > 0) parts.push(`## Targets\n\n${targetsText(report.targets)}`);
  return `${parts.join("\n\n")}\n`;
}
