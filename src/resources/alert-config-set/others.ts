/** Finds what a project has besides a set: alert configurations that nobody declares, and those of other resources. */

import type { Context } from "../../core/definition";
import type { AlertConfig } from "../../fields/alert-config";
import { pick } from "../../json";
import { containsUnknown, isUnknown } from "../../unknowns";
import { exceptedIds } from "../alert-config/encoding";
import { alertObject } from "../alert-config/scope";
import type { SetArgs, SetState } from "./encoding";
import type { UnmanagedAlertConfig } from "../../types/alert-config";

/** A set, with the members that it has now. */
type Managing = Pick<SetState, "args" | "members">;

/** Alert configurations that a set recorded as unmanaged. */
type Recorded = readonly UnmanagedAlertConfig[];

/** The alert configurations that the set neither declares nor excepts. */
export function unmanagedOf(set: Managing, live: readonly AlertConfig[]): UnmanagedAlertConfig[] {
  const found = live.map((each): UnmanagedAlertConfig => pick(each, ["id", "eventTypeName", "enabled"]));
  return remaining(set, found).sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function isWatching(unmanaged: SetArgs["unmanaged"]): boolean {
  return unmanaged === "report" || unmanaged === "delete";
}

/** How long a set waits for the next of the other resources of its program to show which alert configurations it has. */
const OTHERS_MS = 10_000;
/** The wait before a set deletes its own members, which it does in any case. */
export const OTHERS_BEFORE_DELETION_MS = 2_000;
const PAUSE_MS = 50;

/** Returns the resources that did not show it: those that depend on the set, and those that are not among the targets. */
export async function unsettledOthers(
  { ownership, urn, pause }: Context,
  limitMs = OTHERS_MS,
): Promise<string[]> {
  let unsettled = ownership.unsettledFor(urn);
  for (let waited = 0; waited < limitMs && unsettled.length > 0; waited += PAUSE_MS) {
    await pause(PAUSE_MS);
    const now = ownership.unsettledFor(urn);
    if (now.length < unsettled.length) waited = 0;
    unsettled = now;
  }
  return unsettled;
}

/**
 * The recorded alert configurations that `unmanaged: "delete"` deletes: those that no resource of the program has, and that the state
 * listed before this run.
 */
export function deletable(context: Pick<Context, "ownership" | "urn">, set: Managing, recorded: Recorded) {
  const { ownership, urn } = context;
  const { projectId, unmanaged } = set.args;
  if (unmanaged !== "delete") return [];
  return remaining(set, recorded).filter(({ id }) => {
    const object = alertObject(projectId, id);
    return ownership.isFree(object, urn) && !ownership.wasFound(object);
  });
}

/** The recorded alert configurations that are still unmanaged. */
export function remaining({ args, members }: Managing, recorded: Recorded): UnmanagedAlertConfig[] {
  if (!isWatching(args.unmanaged)) return [];
  const ids = [...members.values()].map(({ id }) => id);
  const managed = new Set([...ids, ...exceptedIds(args.unmanagedExcept)]);
  return recorded.filter(({ id }) => !managed.has(id));
}

/** Names every alert configuration that the update may delete. @param adds whether a new member may equal one */
export function unmanagedText(
  { projectId, unmanaged, unmanagedExcept }: SetArgs,
  found: Recorded,
  adds: boolean,
): string {
  const when = isUnknown(unmanaged) ? ' if unmanaged, which is not known yet, is "delete"' : "";
  const except = containsUnknown(unmanagedExcept)
    ? ", unless unmanagedExcept, which is not known yet, contains their ids"
    : "";
  const adopted = adds ? ", unless a new member adopts them" : "";
  return (
    `Alert configurations of the project ${projectId} that are not declared are deleted${when}${except}${adopted}: ` +
    `${found.map(({ id, eventTypeName }) => `${id} (${eventTypeName})`).join(", ")}.`
  );
}
