/** How a set takes over what exists as declared. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Context } from "../../core/definition";
import { quotedNames } from "../../core/ownership";
import type { AlertConfig } from "../../fields/alert-config";
import { creationsEnd } from "../alert-config/create-once";
import type { AlertsByName } from "../alert-config/encoding";
import type { Match } from "../alert-config/matching";
import { matchExisting } from "../alert-config/matching";
import { listBeforeWrites } from "../alert-config/operations";
import { alertObject } from "../alert-config/scope";
import { unsettledOthers } from "./others";
import type { Outcome } from "./outcomes";
import { NONE } from "./outcomes";

/**
 * Lists a project. The search finds what exists as declared and belongs to no resource, as far as is known when it is called.
 * @param declared the members to look for
 */
export async function listToAdopt(context: Context, projectId: string, declared: AlertsByName) {
  const { api, ownership, urn } = context;
  const live = await listAlertConfigs(api, projectId);
  await listBeforeWrites(context, projectId, async () => live);
  await creationsEnd(context, projectId);
  const isFree = ({ id }: AlertConfig): boolean => ownership.isFree(alertObject(projectId, id), urn);
  return { live, search: () => matchExisting(declared, live.filter(isFree)) };
}

/** Says what is adopted, by name and id. @param unsettled the resources that may have one of them */
export function adoptionText(
  projectId: string,
  matches: ReadonlyMap<string, Match>,
  unsettled: readonly string[],
): string {
  const lines = [...matches].map(([name, { live, unverifiedSecrets, isAmbiguous }]) => {
    const secrets = unverifiedSecrets.join(", ");
    const note = isAmbiguous
      ? "; its secrets are written, since the service does not show them"
      : secrets === ""
        ? ""
        : `; the service does not show whether it has the declared ${secrets}`;
    return `  ${name}: ${live.id}${note}`;
  });
  const unless = unsettled.length === 0 ? "" : ", unless another resource of this program has them";
  return (
    `Alert configurations of the project ${projectId} exist as declared and are adopted${unless}:\n${lines.join("\n")}\n` +
    "A resource that had one of them and is no longer declared loses it; nothing is deleted on the service."
  );
}

/**
 * Finds what exists as declared. As long as a resource of the program has not shown what it has, it may have such an alert
 * configuration: then the set neither adopts it nor creates a second one.
 */
export async function findCertain(context: Context, projectId: string, added: AlertsByName) {
  const { live, search } = await listToAdopt(context, projectId, added);
  const found = search();
  if (found.size === 0) return { live, matches: found, contested: NONE };
  const unsettled = await unsettledOthers(context);
  // Meanwhile a resource may have shown that one is its own.
  const matches = search();
  if (unsettled.length === 0) return { live, matches, contested: NONE };
  const outcomes = [...matches].map(([name, match]): [string, Outcome] => {
    const error = new Error(contestedText(match.live.id, unsettled));
    return [name, { error }];
  });
  return { live, matches: new Map<string, Match>(), contested: new Map(outcomes) };
}

function contestedText(id: string, unsettled: readonly string[]): string {
  const names = quotedNames(unsettled);
  return (
    `the project has the equal alert configuration ${id}, which may belong to ${names}: what a resource has is not known before Pulumi ` +
    "compares it, and it compares resources that depend on this set later. Let this set depend on them (dependsOn) and not the " +
    "reverse, and run `pulumi up` without targets. It was neither adopted nor created."
  );
}

/** Makes an adopted alert configuration that of this resource, for the other resources of the program. */
export function holdAdopted({ ownership, urn }: Context, object: string): void {
  ownership.hold(object, urn);
  if (urn !== undefined) ownership.claim({ object, urn, adopts: true });
}
