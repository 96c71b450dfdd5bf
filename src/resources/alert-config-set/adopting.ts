/** How a set takes over what exists as declared. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Context } from "../../core/definition";
import { quotedNames } from "../../core/ownership";
import type { AlertConfig } from "../../fields/alert-config";
import { creationsEnd } from "../alert-config/create-once";
import type { AlertArgs } from "../alert-config/encoding";
import { alertObject } from "../alert-config/encoding";
import type { Match } from "../alert-config/matching";
import { matchExisting } from "../alert-config/matching";
import { listBeforeWrites } from "../alert-config/operations";
import { unsettledOthers } from "./others";
import type { Outcomes } from "./outcomes";
import { NONE } from "./outcomes";

/** Existing alert configurations that mean the same as declared ones, and that no other resource is known to have. */
export async function findExisting(
  context: Context,
  projectId: string,
  declared: ReadonlyMap<string, AlertArgs>,
): Promise<{ live: readonly AlertConfig[]; matches: Map<string, Match> }> {
  const live = await listAlertConfigs(context.api, projectId);
  await listBeforeWrites(context, projectId, async () => live);
  await creationsEnd(context, projectId);
  return { live, matches: matchFree(context, projectId, declared, live) };
}

function matchFree(
  { ownership, urn }: Context,
  projectId: string,
  declared: ReadonlyMap<string, AlertArgs>,
  live: readonly AlertConfig[],
): Map<string, Match> {
  const free = live.filter(({ id }) => ownership.isFree(alertObject(projectId, id), urn));
  return matchExisting(declared, free);
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
export async function findCertain(
  context: Context,
  projectId: string,
  added: ReadonlyMap<string, AlertArgs>,
): Promise<{ live: readonly AlertConfig[]; matches: ReadonlyMap<string, Match>; contested: Outcomes }> {
  const { live, matches } = await findExisting(context, projectId, added);
  if (matches.size === 0) return { live, matches, contested: NONE };
  const unsettled = await unsettledOthers(context);
  const free = matchFree(context, projectId, added, live);
  if (unsettled.length === 0) return { live, matches: free, contested: NONE };
  const outcomes = [...free].map(([name, match]) => {
    const error = new Error(contestedText(match.live.id, unsettled));
    return [name, { error, isDone: false }] as const;
  });
  return { live, matches: new Map(), contested: new Map(outcomes) };
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
