/** How a set deletes alert configurations: its own, and those that `unmanaged: "delete"` asks for. */

import type { Context } from "../../core/definition";
import { quotedNames } from "../../core/ownership";
import { joinId } from "../../core/resource-id";
import { alertObject } from "../alert-config/encoding";
import { removeAlert } from "../alert-config/operations";
import type { Members, SetState, UnmanagedAlertConfig } from "./encoding";
import { deletable, unsettledOthers } from "./others";
import type { Outcome, Outcomes } from "./outcomes";
import { allOutcomes, failedOutcome, failureText, NONE } from "./outcomes";

/** Deletes what `unmanaged: "delete"` asks for, unless a resource may have it. */
export async function removeUnmanaged(
  context: Context,
  set: Pick<SetState, "args" | "members">,
  recorded: readonly UnmanagedAlertConfig[],
): Promise<Outcomes> {
  const { projectId } = set.args;
  if (deletable(context, set, recorded).length === 0) return NONE;
  const unsettled = await unsettledOthers(context);
  // Meanwhile a resource may have shown that one is its own.
  const found = deletable(context, set, recorded);
  if (unsettled.length > 0) {
    const error = new Error(
      `not deleted, since it may belong to ${quotedNames(unsettled)}, whose projectId or state is not known yet. Run \`pulumi up\` without targets.`,
    );
    return new Map(found.map(({ id }) => [id, { error, isDone: false }]));
  }
  const outcomes = await removeEach(context, projectId, new Map(found.map((each) => [each.id, each])));
  const deleted = found.filter(({ id }) => context.ownership.wasDeleted(alertObject(projectId, id)));
  if (deleted.length > 0) {
    const list = deleted.map(({ id, eventTypeName }) => `${id} (${eventTypeName})`).join(", ");
    context.say(`Deleted alert configurations of the project ${projectId} that were not declared: ${list}.`);
  }
  return outcomes;
}

/** Deletes alert configurations, except those that other resources of the program have now. */
export async function removeEach(context: Context, projectId: string, objects: Members): Promise<Outcomes> {
  return allOutcomes([...objects].map(([name, { id }]) => [name, remove(context, projectId, id)]));
}

/** Deletes an alert configuration, unless another resource of the program has it now. */
async function remove(context: Context, projectId: string, id: string): Promise<Outcome> {
  const { ownership, urn, say } = context;
  const object = alertObject(projectId, id);
  if (ownership.isTaken(object, urn)) {
    const other = ownership.ownerName(object);
    const by = other === undefined ? "another resource" : `the resource ${JSON.stringify(other)}`;
    say(
      `The alert configuration ${joinId(projectId, id)} is managed by ${by} of this program now: it was not deleted.`,
    );
    return { isDone: true };
  }
  ownership.markForDeletion(object, urn);
  try {
    await removeAlert(context, projectId, id);
    ownership.recordDelete(object);
    return { isDone: true };
  } catch (error) {
    return failedOutcome(id, error);
  }
}

/** Deletes the alert configurations of a set that is deleted itself, unless a resource of the program has them now. */
export async function removeAll(context: Context, projectId: string, members: Members): Promise<void> {
  // An empty URN makes every current owner count as another resource, even the replacement of this one.
  const asNobody = { ...context, urn: "" };
  const failures = failureText({ "alertConfigs.": await removeEach(asNobody, projectId, members) });
  if (failures !== "") throw new Error(failures);
}
