/** The results of the requests of a set, by member. */

import { isUnknownOutcome, messageOf } from "../../errors";
import { groupBy, omit } from "../../json";
import type { Member } from "./encoding";

/** The result of one create, update or delete. */
export interface Outcome {
  /** Absent if it does not exist, as far as is known. */
  readonly member?: Member;
  readonly error?: unknown;
  /** Whether something is, or may be, different from before in spite of the error. */
  readonly isDone?: boolean;
}

/** By the name of the member. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export const NONE: Outcomes = new Map();

export async function allOutcomes(runs: readonly (readonly [string, Promise<Outcome>])[]): Promise<Outcomes> {
  return new Map(await Promise.all(runs.map(async ([name, run]) => [name, await run] as const)));
}

/** After a write that failed: whatever the service made of it, the next one writes all of the alert configuration. */
export function failedOutcome(member: Member, error: unknown): Outcome {
  return { member: omit(member, ["alert"]), error, isDone: isUnknownOutcome(error) };
}

/**
 * Describes the failures: one line for each reason, with the paths of what failed for it.
 * @param groups each with what stands before the names
 * @returns an empty text if nothing failed
 */
export function failureText(groups: Readonly<Record<string, Outcomes>>): string {
  const failures = Object.entries(groups).flatMap(([prefix, outcomes]) =>
    [...outcomes].flatMap(([name, { error }]) =>
      error === undefined ? [] : [{ path: prefix + name, reason: messageOf(error) }],
    ),
  );
  if (failures.length === 0) return "";
  const byReason = groupBy(failures, ({ reason }) => reason.replaceAll("\n", "\n    "));
  const lines = [...byReason].map(
    ([reason, all]) => `  ${all.map(({ path }) => path).join(", ")}: ${reason}`,
  );
  const count = failures.length === 1 ? "One request failed" : `${failures.length} requests failed`;
  return `${count}; completed changes were saved. Run \`pulumi up\` again to apply the rest:\n${lines.join("\n")}`;
}
