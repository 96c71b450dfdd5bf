/** The report of a comparison of a stack with the service. `schema/drift-report.v1.json` describes its JSON form. */

import type { Findings } from "../../core/drift-report";
import { mapValues, pick } from "../../json";

/** What a report is about. */
export interface Generated {
  /** The time of the comparison, ISO 8601 in UTC. */
  readonly at: string;
  /** The stack, as `project/stack`; empty if the state has no resources. */
  readonly stack: string;
  /** The `baseUrl` of each connection that the stack uses. */
  readonly servers: readonly string[];
  /** The version of this package. */
  readonly package: string;
}

export interface DriftReport extends Findings {
  readonly version: 1;
  readonly generated: Generated;
  /** `managed` counts the compared objects; each other number is the length of its list. */
  readonly summary: Readonly<Record<"managed" | Category, number>>;
}

export const CATEGORIES = [
  "changed",
  "missing",
  "unmanaged",
  "duplicates",
  "unverifiable",
  "notTaken",
] as const;

export type Category = (typeof CATEGORIES)[number];

/** The categories that count as drift unless `--fail-on` says otherwise. */
export const DEFAULT_FAIL_ON: readonly Category[] = ["changed", "missing"];

export function reportOf(generated: Generated, managed: number, findings: Findings): DriftReport {
  const lists = pick(findings, CATEGORIES);
  const summary = { managed, ...mapValues(lists, ({ length }) => length) };
  return { version: 1, generated, summary, ...lists };
}
