/** What happens to one alert configuration, whether it is a resource or a member of a set. */

import { deleteAlertConfig, setAlertConfigEnabled } from "../../api/alert-configs";
import { provesAbsence } from "../../api/common";
import type { Existing } from "../../core/adoption";
import { existing, logOverwrite, logUnverified, overwriteNote } from "../../core/adoption";
import type { Context } from "../../core/definition";
import { joinId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import { jsonEqual, omit } from "../../json";
import { sameAlert } from "./comparison";
import { undeclaredSince } from "./complete-body";
import { baselineAfterSwitch, baselineOf, compareDeclared, declaresFurtherSecrets, refresh } from "./drift";
import type { AlertArgs, AlertState, Baseline, ServiceFields } from "./encoding";
import { openAlert } from "./encoding";
import { createOnce, readsOf, replaceAlert, WHAT, write } from "./requests";
import { differingSecrets } from "./secrets";

/** @throws CreatedUnreadable if it exists, and nothing but its id is known */
export async function createAlert(context: Context, args: AlertArgs): Promise<AlertState> {
  return stateOf(args, await write(context, args, async () => createOnce(context, args)));
}

/** Writes what differs: a PATCH if that is `enabled` alone. */
export async function updateAlert(
  context: Context,
  id: string,
  olds: AlertState,
  news: AlertArgs,
): Promise<AlertState> {
  const found = olds.args.imported === true ? await findAsDeclared(context, id, news) : undefined;
  if (found !== undefined) return found;
  // The baseline of a switch keeps the order of the notifications.
  const isSwitch =
    (news.enabled === true) !== (olds.args.enabled === true) &&
    jsonEqual(olds.args.notifications, news.notifications) &&
    sameAlert(olds.args, news, ["enabled"]);
  if (!isSwitch)
    return stateOf(news, await replaceAlert(context, id, news, undeclaredSince(news, olds.baseline)));
  const patch = async (): Promise<AlertConfig> =>
    setAlertConfigEnabled(context.api, news.projectId, id, news.enabled === true);
  const live = await write(context, news, patch, id);
  // A PATCH writes one field; the others may hold somebody's change and are not a baseline.
  return stateOf(news, live, baselineAfterSwitch(olds.baseline, news, live));
}

/** The state of an imported alert configuration that has the declared secrets, as far as the service shows them. */
async function findAsDeclared(
  context: Context,
  id: string,
  args: AlertArgs,
): Promise<AlertState | undefined> {
  const live = await readsOf(context, args.projectId).read(id);
  if (live === undefined) return undefined;
  const found = comparedWith(context, args, live);
  if (!found.same || declaresFurtherSecrets(args, live)) {
    logOverwrite(found, context.say);
    return undefined;
  }
  logUnverified(found, context.say);
  return stateOf(args, live);
}

/**
 * The paths of the secrets that an update writes because they differ.
 * @param olds `undefined` if all of them are written
 */
export function writtenSecrets(olds: AlertArgs | undefined, news: AlertArgs): readonly string[] {
  if (!Array.isArray(news.notifications)) return [];
  const before = Array.isArray(olds?.notifications) ? olds.notifications : [];
  return differingSecrets(before, news.notifications);
}

/** Describes what the first update of an imported alert configuration will overwrite. */
export async function overwrittenAlert(
  context: Context,
  id: string,
  args: AlertArgs,
): Promise<string | undefined> {
  const live = await readsOf(context, args.projectId).read(id);
  return live && overwriteNote(comparedWith(context, args, live));
}

function comparedWith(context: Context, args: AlertArgs, live: AlertConfig): Existing {
  return existing(context, WHAT, joinId(args.projectId, live.id), args, compareDeclared(args, live));
}

/** @returns whether the response shows that it is gone */
export async function removeAlert(context: Context, projectId: string, id: string): Promise<boolean> {
  try {
    return await readsOf(context, projectId).writing(async () =>
      deleteAlertConfig(context.api, projectId, id),
    );
  } catch (error) {
    if (!provesAbsence(error)) throw error;
    return true;
  }
}

/** The state after a read: the given one if nothing has changed. A new timestamp or link alone is not a change. */
export function refreshedState(state: AlertState, live: AlertConfig): AlertState {
  const { args } = refresh(state.args, state.baseline, live);
  if (sameAlert(args, state.args)) return state;
  return { args, service: serviceFields(live), baseline: state.baseline };
}

/** The state after a write, or of an alert configuration that is only looked up. */
export function stateOf(args: AlertArgs, live: AlertConfig, baseline?: Baseline): AlertState {
  return {
    args: omit(args, ["changedSecrets"]),
    service: serviceFields(live),
    baseline: baseline ?? baselineOf(args, live),
  };
}

/** The response of a service that adds nothing and returns no secret. */
export function asReturned(id: string, args: AlertArgs): AlertConfig {
  const { notifications, ...fields } = openAlert(args);
  return { id, ...fields, notifications: [...notifications] };
}

function serviceFields({ id, groupId, created, updated, links }: AlertConfig): ServiceFields {
  return { alertConfigId: id, groupId, created, updated, links };
}
