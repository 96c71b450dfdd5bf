/** The report of a comparison of a stack with the service. `schema/drift-report.v1.json` describes its JSON form. */

import type { Findings } from "../../core/drift-report";
import { mapValues, pick } from "../../json";

export interface DriftReport extends Findings {
  readonly version: 1;
  /** `managed` counts the compared objects; each other number is the length of its list. */
  readonly summary: Readonly<Record<"managed" | Category, number>>;
}

export const CATEGORIES = ["changed", "missing", "unmanaged", "duplicates", "unverifiable"] as const;

export type Category = (typeof CATEGORIES)[number];

/** The categories that count as drift unless `--fail-on` says otherwise. */
export const DEFAULT_FAIL_ON: readonly Category[] = ["changed", "missing"];

export function reportOf(managed: number, findings: Findings): DriftReport {
  const lists = pick(findings, CATEGORIES);
  return { version: 1, summary: { managed, ...mapValues(lists, ({ length }) => length) }, ...lists };
}
