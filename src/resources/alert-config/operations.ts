/** What happens to one alert configuration, whether it is a resource or a member of a set. */

import { deleteAlertConfig, setAlertConfigEnabled } from "../../api/alert-configs";
import { provesAbsence } from "../../api/common";
import { withKnownLists } from "../../core/converge";
import type { Context, ExistingObject } from "../../core/definition";
import { splitId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import { ALERT_CONFIG } from "../../fields/alert-config";
import { NOTIFICATION } from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import { jsonEqual, omit, pick } from "../../json";
import { rowsOfAlert, sameAlert } from "./comparison";
import { undeclaredSince } from "./complete-body";
import {
  argsOfLive,
  baselineAfterSwitch,
  baselineOf,
  compareDeclared,
  declaresFurtherSecrets,
  keptOf,
  refresh,
} from "./drift";
import type { AlertArgs, AlertState, Baseline, ServiceFields } from "./encoding";
import { openAlert } from "./encoding";
import { createOnce } from "./create-once";
import { readsOf, replaceAlert, WHAT, write } from "./requests";
import { differingSecrets } from "../../secrets/notifications";

export const ID_FORM = "<projectId>/<alertConfigId>";

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

/** How an alert configuration is found, compared and written that exists before its resource. */
export const existingAlertConfig: ExistingObject<AlertArgs, AlertState, AlertConfig> = {
  what: WHAT,
  find: async (context, id) => {
    const { projectId, id: alertConfigId } = splitId(id, ID_FORM);
    return readsOf(context, projectId).read(alertConfigId);
  },
  compare: compareDeclared,
  known(args, live) {
    const notifications = (live.notifications ?? []).map((each) => pick(each, argumentNames(NOTIFICATION)));
    return withKnownLists(ALERT_CONFIG, args, { ...argsOfLive("", live), notifications });
  },
  write: async (context, _, args, live) => {
    // What the report does not show as a change.
    const same = rowsOfAlert(args, live).filter(({ verdict }) => verdict === "same");
    return replaceAlert(context, live.id, args, keptOf(args, same));
  },
  stateOf: (args, live) => stateOf(args, live),
  lacksSecret: declaresFurtherSecrets,
};

/**
 * The paths of the secrets that an update writes because they differ.
 * @param olds `undefined` if all of them are written
 */
export function writtenSecrets(olds: AlertArgs | undefined, news: AlertArgs): readonly string[] {
  if (!Array.isArray(news.notifications)) return [];
  const before = Array.isArray(olds?.notifications) ? olds.notifications : [];
  return differingSecrets(before, news.notifications);
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
