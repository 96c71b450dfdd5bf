/** The results of the requests of a set, by member. */

import { isUnknownOutcome, messageOf } from "../../errors";
import { groupBy } from "../../json";
import type { Member } from "./encoding";

/** The result of one create, update or delete. */
export interface Outcome {
  /** Absent if it does not exist, as far as is known. */
  readonly member?: Member;
  readonly deletedId?: string;
  readonly error?: unknown;
  /** Whether something is, or may be, different from before. */
  readonly isDone: boolean;
}

/** By the name of the member. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export const NONE: Outcomes = new Map();

export async function allOutcomes(runs: readonly (readonly [string, Promise<Outcome>])[]): Promise<Outcomes> {
  return new Map(await Promise.all(runs.map(async ([name, run]) => [name, await run] as const)));
}

export function hasFailed(outcomes: Outcomes): boolean {
  return [...outcomes.values()].some(({ error }) => error !== undefined);
}

/** After a write that failed: whatever the service made of it, the next one writes all of the alert configuration. */
export function failedOutcome(id: string, error: unknown): Outcome {
  return { member: { id }, error, isDone: isUnknownOutcome(error) };
}

/** A path, and why the request for it failed. */
type Failure = readonly [path: string, error: unknown];

export function failuresIn(outcomes: Outcomes, prefix: string): Failure[] {
  return [...outcomes].flatMap(([name, { error }]): Failure[] =>
    error === undefined ? [] : [[prefix + name, error]],
  );
}

/** One line for each reason, with the paths of what failed for it. */
export function failureText(failures: readonly Failure[]): string {
  const byReason = groupBy(failures, ([, error]) => messageOf(error).replaceAll("\n", "\n    "));
  const lines = [...byReason].map(([reason, all]) => `  ${all.map(([path]) => path).join(", ")}: ${reason}`);
  const count = failures.length === 1 ? "One request failed" : `${failures.length} requests failed`;
  return `${count}; completed changes were saved. Run \`pulumi up\` again to apply the rest:\n${lines.join("\n")}`;
}
