import type { DriftReport } from "../report";

/** The report itself, described by `schema/drift-report.v1.json`. */
export function json(report: DriftReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
