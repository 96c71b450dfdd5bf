/** How a set takes over what exists as declared. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Context } from "../../core/definition";
import { quotedNames } from "../../core/resource-names";
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
  return { live, search: (sought = declared) => matchExisting(sought, live.filter(isFree)) };
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
 * Takes over what exists as declared. As long as a resource of the program has not shown what it has, it may have such an alert
 * configuration: then the set neither adopts it nor creates a second one.
 */
export async function adoptCertain(context: Context, projectId: string, added: AlertsByName) {
  const { live, search } = await listToAdopt(context, projectId, added);
  const none = new Map<string, Match>();
  if (search().size === 0) return { live, matches: none, contested: NONE };
  const unsettled = await unsettledOthers(context);
  if (unsettled.length === 0)
    return { live, matches: adoptFound(context, projectId, added, search), contested: NONE };
  // Meanwhile a resource may have shown that one is its own.
  const outcomes = [...search()].map(([name, match]): [string, Outcome] => {
    const error = new Error(contestedText(match.live.id, unsettled));
    return [name, { error }];
  });
  return { live, matches: none, contested: new Map(outcomes) };
}

/** Takes over what is found. What another process of the run takes over at the same time is looked for again. */
function adoptFound(
  context: Context,
  projectId: string,
  added: AlertsByName,
  search: (sought: AlertsByName) => Map<string, Match>,
): Map<string, Match> {
  const { ownership, urn } = context;
  const found = search(added);
  if (found.size === 0) return found;
  const objectOf = ({ live }: Match): string => alertObject(projectId, live.id);
  const lost = new Set(ownership.adopt([...found.values()].map(objectOf), urn));
  const refusal = ownership.refusalOf(`The adoption of alert configurations of the project ${projectId}`);
  if (refusal !== undefined) throw new Error(`${refusal} Nothing was written.`);
  if (lost.size === 0) return found;
  const kept = [...found].filter(([, match]) => !lost.has(objectOf(match)));
  const again = new Map([...added].filter(([name]) => lost.has(objectOf(found.get(name) as Match))));
  return new Map([...kept, ...adoptFound(context, projectId, again, search)]);
}

function contestedText(id: string, unsettled: readonly string[]): string {
  const names = quotedNames(unsettled);
  return (
    `the project has the equal alert configuration ${id}, which may belong to ${names}: what a resource has is not known before Pulumi ` +
    "compares it, and it compares resources that depend on this set later. Let this set depend on them (dependsOn) and not the " +
    "reverse, and run `pulumi up` without targets. It was neither adopted nor created."
  );
}
