/** The scope of alert configurations: a project, or global. What differs between the two is here and in `validation.ts`. */

import type { ProjectId } from "../../api/alert-configs";
import type { Description } from "../../core/description";
import { objectName } from "../../core/ownership-table";
import { idOfParts } from "../../core/resource-id";
import { ALERT_CONFIG, GLOBAL_ALERT_CONFIG } from "../../fields/alert-config";
import type { Fields } from "../../fields/table";
import { pick } from "../../json";
import { ALERT_CONFIG_DESCRIPTION, GLOBAL_ALERT_CONFIG_DESCRIPTION } from "./description";

export type { ProjectId } from "../../api/alert-configs";

export interface AlertScope {
  readonly description: Description;
  /** The name of the class. */
  readonly kind: string;
  /** The object, for messages. */
  readonly what: string;
  readonly table: Fields;
  /** Splits a Pulumi id. @throws Error for an id of another form */
  readonly splitId: (id: string) => { readonly projectId?: ProjectId; readonly alertConfigId: string };
  readonly isGlobal: boolean;
}

const ID = idOfParts(["projectId", "alertConfigId"]);

export const IN_PROJECT: AlertScope = {
  description: ALERT_CONFIG_DESCRIPTION,
  ...pick(ALERT_CONFIG_DESCRIPTION, ["kind", "what"]),
  table: ALERT_CONFIG,
  splitId: ID.split,
  isGlobal: false,
};

export const GLOBAL: AlertScope = {
  description: GLOBAL_ALERT_CONFIG_DESCRIPTION,
  ...pick(GLOBAL_ALERT_CONFIG_DESCRIPTION, ["kind", "what"]),
  table: GLOBAL_ALERT_CONFIG,
  splitId: idOfParts(["alertConfigId"]).split,
  isGlobal: true,
};

export function scopeOf(projectId: ProjectId): AlertScope {
  return projectId === undefined ? GLOBAL : IN_PROJECT;
}

/** The table of what a program declares: `forAllGroups` is required of a global one. */
export function tableOf(declared: { readonly forAllGroups?: unknown }): Fields {
  return declared.forAllGroups === undefined ? ALERT_CONFIG : GLOBAL_ALERT_CONFIG;
}

/** The Pulumi id. */
export function alertId(projectId: ProjectId, alertConfigId: string): string {
  return projectId === undefined ? alertConfigId : ID.idOf({ projectId, alertConfigId });
}

/** The object of an alert configuration, for `Ownership`. */
export function alertObject(projectId: ProjectId, id: string): string {
  return objectName(scopeOf(projectId).kind, alertId(projectId, id));
}

/** For messages: `alert configuration 6b.../6c...`. */
export function alertText(projectId: ProjectId, id: string): string {
  return `${scopeOf(projectId).what} ${alertId(projectId, id)}`;
}

/** One name for the alert configurations of a scope. */
export function collectionOf(projectId: ProjectId): string {
  return projectId === undefined ? "global alert configurations" : `alert configurations of ${projectId}`;
}

/** For messages: `project 6b...`, or `service`. */
export function placeText(projectId: ProjectId): string {
  return projectId === undefined ? "service" : `project ${projectId}`;
}
