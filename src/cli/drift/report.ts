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

/** An object of the stack. */
export interface StackObject {
  readonly urn: string;
  /** The Pulumi id of the object. */
  readonly id: string;
}

/** A resource that could not be compared, as a whole or in part. */
export interface NotCompared extends StackObject {
  readonly reason: string;
}

/** What a comparison has found, and what it could not look at. */
export interface Comparison extends Findings {
  readonly compared: readonly StackObject[];
  readonly notCompared: readonly NotCompared[];
}

export interface DriftReport extends Comparison {
  readonly version: 1;
  readonly generated: Generated;
  /** `managed` counts the compared objects; each other number is the length of its list. */
  readonly summary: Readonly<Record<"managed" | Part, number>>;
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

/** The lists of a report. What was not compared is no drift: a baseline cannot accept it. */
export const PARTS = [...CATEGORIES, "notCompared"] as const;

export type Part = (typeof PARTS)[number];

/** The categories that count as drift unless `--fail-on` says otherwise. */
export const DEFAULT_FAIL_ON: readonly Category[] = ["changed", "missing"];

export function reportOf(generated: Generated, comparison: Comparison): DriftReport {
  const { compared } = comparison;
  const lists = pick(comparison, PARTS);
  const summary = { managed: compared.length, ...mapValues(lists, ({ length }) => length) };
  return { version: 1, generated, summary, ...lists, compared };
}
