/** Creates, reads, updates and deletes one alert configuration, whether it is a resource or a member of a set. */

import {
  deleteAlertConfig,
  getAlertConfig,
  listAlertConfigs,
  setAlertConfigEnabled,
  updateAlertConfig,
} from "../../api/alert-configs";
import { asStored, confirmDeletion, orReadBack, orUndefined } from "../../api/common";
import type { BatchedReads } from "../../core/batched-reads";
import { sharedReads } from "../../core/batched-reads";
import type { Carried } from "../../core/carried";
import { droppedText, lossText, mayLose, writtenState } from "../../core/carried";
import { objectText, withKnownLists } from "../../core/converge";
import type { Context, Adoption, Losses, SecretAt } from "../../core/definition";
import { NO_LOSSES, PartialWriteError } from "../../core/definition";
import type { KeptField } from "../../core/kept-fields";
import { sendKeeping } from "../../core/kept-fields";
import type { NotTaken } from "../../core/not-taken";
import { maybeNotTaken, samePaths } from "../../core/not-taken";
import type { Path } from "../../core/problems";
import { parsePath, valueAt } from "../../core/problems";
import { isShapeError, messageOf } from "../../errors";
import type { AlertBody, LiveAlert } from "../../fields/alert-config";
import { NOTIFICATION } from "../../fields/notification";
import { argumentNames } from "../../fields/table";
import { jsonEqual, omit, pick } from "../../json";
import { pathIn, sameAlert } from "./compare";
import type { FormerWrite } from "./put-body";
import { carriedFields, undeclaredIn } from "./put-body";
import {
  argsOfLive,
  baselineAfterSwitch,
  baselineOf,
  compareDeclared,
  declaresFurtherSecrets,
  notTakenOf,
  refresh,
} from "./drift";
import type { AlertArgs, AlertState } from "./encoding";
import { openAlert, serviceFieldsOf, writableBody } from "./encoding";
import { createExactlyOnce } from "./create-once";
import { explainRefusal } from "./refusals";
import type { AlertScope, ProjectId } from "./scope";
import { alertId, alertText, collectionOf, GLOBAL, IN_PROJECT, placeText, scopeOf } from "./scope";
import { differingSecrets, openPart, secretPart } from "../../secrets/notifications";

/** The reads of the alert configurations of a project, or of the global ones. */
export function readsOf(context: Context, projectId: ProjectId): BatchedReads<LiveAlert> {
  return sharedReads(context, collectionOf(projectId), (api) => ({
    list: async () => listAlertConfigs(api, projectId),
    get: async (id) => getAlertConfig(api, projectId, id),
    idOf: ({ id }) => id,
  }));
}

/** Reads an alert configuration. @param id the Pulumi id */
export async function readAlert(
  context: Context,
  id: string,
  scope: AlertScope,
): Promise<LiveAlert | undefined> {
  const { projectId, alertConfigId } = scope.splitId(id);
  return readsOf(context, projectId).read(alertConfigId);
}

/** @throws PartialWriteError if it exists, and nothing but its id is known */
export async function createAlert(context: Context, args: AlertArgs): Promise<AlertState> {
  const { projectId } = args;
  try {
    const live = await readsOf(context, projectId).writing(async () => createExactlyOnce(context, args));
    return stateOf(args, await asTaken(context, args, live));
  } catch (error) {
    const id = isShapeError(error) ? error.id : undefined;
    if (id === undefined) throw explainRefusal(error, args);
    // It exists, so the state must name it: as if the service had returned what is declared.
    const state = stateOf(args, { id, ...openAlert(args), notifications: args.notifications.map(openPart) });
    const message = `${messageOf(error)} The ${scopeOf(projectId).what} ${id} was created in the ${placeText(projectId)}.`;
    throw new PartialWriteError(message, alertId(projectId, id), state, { cause: error });
  }
}

/**
 * Writes what differs: a PATCH if that is `enabled` alone.
 * @param isLossAllowed whether secrets that the program does not declare may be removed
 */
export async function updateAlert(
  context: Context,
  olds: AlertState,
  news: AlertArgs,
  isLossAllowed = mayLose(news, olds.args),
): Promise<AlertState> {
  const { alertConfigId: id } = olds.service;
  if (!isSwitch(olds.args, news))
    return stateOf(news, await replaceAlert(context, id, news, { former: formerWrite(olds), isLossAllowed }));
  const patch = async (): Promise<LiveAlert> =>
    setAlertConfigEnabled(context.api, news.projectId, id, news.enabled === true);
  const live = await write(context, id, news, patch);
  // A PATCH writes one field; the others may hold somebody's change and are not a baseline.
  const { notTaken = [], ...state } = stateOf(news, live, baselineAfterSwitch(olds.baseline, news, live));
  const isSwitched = ({ path: [name] }: NotTaken): boolean => name === "enabled";
  const before = (olds.notTaken ?? []).filter((each) => !isSwitched(each));
  return { ...state, ...maybeNotTaken([...notTaken.filter(isSwitched), ...before]) };
}

/** Whether only `enabled` differs, in a project. The baseline of a switch keeps the order of the notifications. */
function isSwitch(olds: AlertArgs, news: AlertArgs): news is AlertArgs & { readonly projectId: string } {
  return (
    news.projectId !== undefined &&
    (news.enabled === true) !== (olds.enabled === true) &&
    jsonEqual(olds.notifications, news.notifications) &&
    sameAlert(olds, news, ["enabled"])
  );
}

/** How an alert configuration is found, compared and written that exists before its resource. */
function adoptionIn(scope: AlertScope): Adoption<AlertArgs, AlertState, LiveAlert> {
  return {
    what: scope.what,
    find: async (context, id) => readAlert(context, id, scope),
    compare: compareDeclared,
    known(args, live) {
      const notifications = (live.notifications ?? []).map((each) => pick(each, argumentNames(NOTIFICATION)));
      return withKnownLists(scope.table, args, { ...argsOfLive(args.projectId, live), notifications });
    },
    write: async (context, _, args, live) => replaceAlert(context, live.id, args),
    stateOf: stateAsFound,
    lacksSecret: declaresFurtherSecrets,
  };
}

export const alertAdoption = adoptionIn(IN_PROJECT);
export const globalAlertAdoption = adoptionIn(GLOBAL);

/**
 * The paths of the secrets that an update writes because they differ.
 * @param olds `undefined` if all of them are written
 */
export function writtenSecrets(olds: AlertArgs | undefined, news: AlertArgs): readonly string[] {
  if (!Array.isArray(news.notifications)) return [];
  const before = Array.isArray(olds?.notifications) ? olds.notifications : [];
  return differingSecrets(before, news.notifications);
}

/** What an update would remove although the program does not declare it, as far as the state shows. */
export function losses(olds: AlertState, news: AlertArgs): Losses {
  const { args, baseline, service } = olds;
  if (!Array.isArray(news.notifications) || sameAlert(args, news) || isSwitch(args, news)) return NO_LOSSES;
  const { notifications, ...returned } = baseline.returned;
  const found = {
    id: service.alertConfigId,
    ...returned,
    notifications: notifications.filter((each) => each !== null),
  };
  if (args.imported === true && compareDeclared(news, found).same) return NO_LOSSES;
  return lossesOf(news, undeclaredIn(news, found, formerWrite(olds)));
}

function lossesOf(body: AlertBody, { lost, dropped = [] }: Carried): Losses {
  const textOf = pathIn(body);
  const texts = (paths: readonly Path[]): string[] => paths.map((path) => textOf({ path }));
  return { secrets: texts(lost), dropped: texts(dropped) };
}

/** The secrets that an update writes although nothing has confirmed them. Those that it replaces or drops do not count. */
export function unverifiedSecrets({ args, baseline }: AlertState, news: AlertArgs): readonly SecretAt[] {
  const { unverified = [] } = baseline;
  if (unverified.length === 0 || !Array.isArray(news.notifications)) return [];
  if (sameAlert(args, news) || isSwitch(args, news)) return [];
  const kept = new Set(news.notifications.flatMap((each) => Object.values(secretPart(each))));
  const secrets = unverified.map((path) => ({ path, value: valueAt(args, parsePath(path)) }));
  return secrets.filter(({ value }) => kept.has(value as string));
}

/** Deletes an alert configuration, which may be gone already. @throws Error if it still exists */
export async function removeAlert(context: Context, projectId: ProjectId, id: string): Promise<void> {
  const { api, pause } = context;
  const read = async (): Promise<unknown> => getAlertConfig(api, projectId, id);
  const deletion = readsOf(context, projectId).writing(async () => deleteAlertConfig(api, projectId, id));
  await orUndefined(confirmDeletion(deletion, `the ${alertText(projectId, id)}`, read, pause));
}

/** The state after a read: the given one if nothing has changed. A new timestamp or link alone is not a change. */
export function refreshedState(state: AlertState, live: LiveAlert): AlertState {
  const { args, adjusted } = refresh(state.args, state.baseline, live);
  const notTaken = adjusted.map(({ path }) => ({ path, isDrift: false }));
  if (sameAlert(args, state.args) && samePaths(notTaken, state.notTaken)) return state;
  return { ...omit(state, ["notTaken"]), args, ...maybeNotTaken(notTaken), service: serviceFieldsOf(live) };
}

/** The state after a write, or of an alert configuration that is only looked up. */
export function stateOf(args: AlertArgs, live: LiveAlert, baseline = baselineOf(args, live)): AlertState {
  return {
    args: omit(args, ["changedSecrets"]),
    service: serviceFieldsOf(live),
    baseline,
    ...maybeNotTaken(notTakenOf(baseline, live)),
  };
}

/** The state of what exists as declared. @param unverified the paths of the secrets that the service does not confirm */
export function stateAsFound(args: AlertArgs, live: LiveAlert, unverified: readonly string[]): AlertState {
  const state = { ...stateOf(args, live), ...(args.projectId === undefined && { existedBefore: true }) };
  return unverified.length === 0 ? state : { ...state, baseline: { ...state.baseline, unverified } };
}

/** The last write of a resource; `undefined` after an import, which wrote nothing. */
export function formerWrite(olds: AlertState): FormerWrite | undefined {
  const written = writtenState(olds);
  return written && { ...written.baseline, shown: written.args };
}

interface Replacing {
  /** The last write. */
  readonly former?: FormerWrite | undefined;
  readonly isLossAllowed?: boolean;
}

/**
 * Replaces a whole alert configuration, and keeps what the program does not declare.
 * @throws Error if a secret would be lost
 */
export async function replaceAlert(
  context: Context,
  id: string,
  args: AlertArgs,
  replacing: Replacing = {},
): Promise<LiveAlert> {
  const { api, warn } = context;
  const { projectId } = args;
  const body = writableBody(args);
  const put = async (): Promise<LiveAlert> => {
    const list = async (): Promise<LiveAlert[]> => listAlertConfigs(api, projectId);
    const listed = await listBeforeWrites(context, projectId, list);
    const before = listed.get(id) ?? (await getAlertConfig(api, projectId, id));
    const say = (text: string): void =>
      warn(`The ${objectText(context, scopeOf(projectId).what, alertId(projectId, id))}: ${text}`);
    const kept = before === undefined ? [] : keptFields(args, body, before, { ...replacing, say });
    const send = async (complete: AlertBody): Promise<LiveAlert> =>
      updateAlertConfig(api, projectId, id, complete);
    return sendKeeping(body, kept, send, say);
  };
  return write(context, id, args, put);
}

/** @throws Error if a secret would be lost */
function keptFields(
  args: AlertArgs,
  body: AlertBody,
  live: LiveAlert,
  {
    former,
    isLossAllowed = mayLose(args, former?.shown),
    say,
  }: Replacing & { readonly say: (text: string) => void },
): readonly KeptField[] {
  const carried = undeclaredIn(body, live, former);
  const { secrets, dropped } = lossesOf(body, carried);
  const refusal = isLossAllowed ? undefined : lossText(secrets);
  if (refusal !== undefined) throw new Error(refusal);
  const removal = droppedText(dropped);
  if (removal !== undefined) say(removal);
  return [...carried.kept, ...carriedFields(body, live, former?.declared)];
}

/** Returns the alert configurations of a project before the first PUT of this run: all PUTs need one list. */
export async function listBeforeWrites(
  { once }: Context,
  projectId: ProjectId,
  list: () => Promise<readonly LiveAlert[]>,
): Promise<ReadonlyMap<string, LiveAlert>> {
  return once(`before writes: ${collectionOf(projectId)}`, async () =>
    list().then((all) => new Map(all.map((each) => [each.id, each]))),
  );
}

/** Runs a write. A refusal names the argument that caused it; a response that cannot be read leads to a read. */
async function write(context: Context, id: string, args: AlertArgs, request: () => Promise<LiveAlert>) {
  const { projectId } = args;
  const read = async (): Promise<LiveAlert | undefined> => getAlertConfig(context.api, projectId, id);
  try {
    const live = await readsOf(context, projectId).writing(async () =>
      orReadBack(request(), read, (found) => compareDeclared(args, found).same),
    );
    return await asTaken(context, args, live);
  } catch (error) {
    // The service returns a 404 for an unknown metric as well.
    throw explainRefusal(error, args);
  }
}

/** The alert configuration after a write. @param response what the service returned */
async function asTaken({ api }: Context, args: AlertArgs, response: LiveAlert): Promise<LiveAlert> {
  const isWritten = (live: LiveAlert): boolean => notTakenOf(baselineOf(args, live), live).length === 0;
  return asStored(response, isWritten, async () => getAlertConfig(api, args.projectId, response.id));
}
