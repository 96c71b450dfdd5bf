/** What a preview says of alert configurations that an update of a set deletes. */

import type { Ownership } from "../../core/ownership";
import { joinId } from "../../core/resource-id";
import { containsUnknown, isUnknown } from "../../unknowns";
import { alertObject } from "../alert-config/encoding";
import type { Members, SetArgs, UnmanagedAlertConfig } from "./encoding";
import { declaredMembers } from "./encoding";
import { planOf } from "./plan";

/** What a preview says of the members that the program drops: the engine shows that the set loses them, not where they go. */
export function removalTexts(news: SetArgs, members: Members, ownership: Ownership): string[] {
  const { projectId, alertConfigs } = news;
  const plan = isUnknown(alertConfigs) ? undefined : planOf(members, declaredMembers(news));
  if (plan?.removed.size === 0) return [];
  const newOwner = (id: string): string | undefined =>
    ownership.ownerName(alertObject(joinId(projectId, id)));
  // A declared member that is not known yet may turn out to be that of another name.
  const isOpen = containsUnknown(alertConfigs);
  const removed = isOpen
    ? [...members].filter(([name]) => plan?.unchanged.has(name) !== true)
    : [...(plan?.removed ?? [])];
  const moved = isOpen ? [] : removed.filter(([, { id }]) => newOwner(id) !== undefined);
  const deleted = removed.filter((each) => !moved.includes(each));
  const list = (some: typeof removed, text: (id: string) => string): string =>
    some.map(([name, { id }]) => `  ${name}: ${text(id)}`).join("\n");
  const heading = isOpen
    ? "These members are deleted on the service unless alertConfigs, which is not known yet, declares them:"
    : "These members are deleted on the service:";
  return [
    ...(moved.length === 0
      ? []
      : [
          "Other resources of the program take over these members; nothing is deleted on the service:\n" +
            list(moved, (id) => `${id}, to ${JSON.stringify(newOwner(id))}`),
        ]),
    ...(deleted.length === 0 ? [] : [`${heading}\n${list(deleted, (id) => id)}`]),
  ];
}

/** Names every alert configuration that the update may delete. */
export function unmanagedText(
  { projectId, unmanaged, unmanagedExcept }: SetArgs,
  found: readonly UnmanagedAlertConfig[],
): string {
  const when = isUnknown(unmanaged) ? ' if unmanaged, which is not known yet, is "delete"' : "";
  const unless = containsUnknown(unmanagedExcept)
    ? ", unless unmanagedExcept, which is not known yet, contains their ids"
    : "";
  return (
    `Alert configurations of the project ${projectId} that are not declared are deleted${when}${unless}: ` +
    `${found.map(({ id, eventTypeName }) => `${id} (${eventTypeName})`).join(", ")}.`
  );
}
