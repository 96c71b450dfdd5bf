/**
 * The writes of a set of alert configurations, in this order:
 *
 * 1. `planOf` (`plan.ts`) compares the members in the state with the declared ones: unchanged, changed, removed or added.
 * 2. For added members the project is listed anew, and `matchExisting` (`../alert-config/matching.ts`) assigns what exists as declared
 *    and belongs to no resource. Such a member is adopted.
 * 3. While a resource of the program has not shown its objects, it may have such an object: then the set neither adopts nor creates
 *    that member (`adopting.ts`).
 * 4. What is left is created once: after a lost response the service is searched in place of a second POST.
 * 5. Only if all of it succeeded, removed members are deleted (`deleting.ts`).
 */

import { stateAsDeclared } from "../../core/converge";
import type { Context } from "../../core/definition";
import { PartialWriteError } from "../../core/definition";
import { joinId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import { rowsOfAlert } from "../alert-config/comparison";
import { CreatedUnreadable } from "../alert-config/create-once";
import { keptOf } from "../alert-config/drift";
import type { AlertArgs } from "../alert-config/encoding";
import { alertObject } from "../alert-config/encoding";
import type { Match } from "../alert-config/matching";
import {
  AlertGone,
  createAlert,
  existingAlertConfig,
  replaceAlert,
  stateOf,
  updateAlert,
} from "../alert-config/operations";
import { adoptionText, findCertain, holdAdopted } from "./adopting";
import { removeEach, removeUnmanaged } from "./deleting";
import type { Member, SetArgs, SetState, UnmanagedAlertConfig } from "./encoding";
import { declaredMembers } from "./encoding";
import { OTHERS_BEFORE_DELETION_MS, remaining, unmanagedOf, unsettledOthers } from "./others";
import type { Outcome, Outcomes } from "./outcomes";
import { allOutcomes, failedOutcome, failureText, NONE } from "./outcomes";
import type { Plan } from "./plan";

/** A write of a set. */
interface Work {
  readonly id: string;
  readonly args: SetArgs;
  readonly plan: Plan;
  /** The unmanaged alert configurations in the state; with `unmanaged: "delete"` those are deleted. */
  readonly recorded: readonly UnmanagedAlertConfig[];
  /** Whether `recorded` is out of date. */
  readonly lists: boolean;
}

/**
 * Carries out a plan: first what is created and changed, and only if all of it succeeded what is deleted, so that a project never
 * has less than before because of an error.
 * @throws PartialWriteError with what was done, if something failed
 */
export async function carryOut(context: Context, work: Work): Promise<SetState> {
  const { id, args, plan, recorded, lists } = work;
  const { projectId } = args;
  const { ownership } = context;
  const { live, matches, contested } =
    lists || plan.added.size > 0
      ? await findCertain(context, projectId, plan.added)
      : { live: undefined, matches: new Map<string, Match>(), contested: NONE };
  for (const match of matches.values()) holdAdopted(context, alertObject(projectId, match.live.id));
  if (matches.size > 0) context.say(adoptionText(projectId, matches, []));

  const members = new Map([...plan.unchanged, ...plan.removed]);
  const record = (outcomes: Outcomes): Outcomes => {
    for (const [name, { member }] of outcomes) {
      if (member === undefined) members.delete(name);
      else members.set(name, member);
    }
    return outcomes;
  };
  const runs = [...declaredMembers(args)].flatMap(([name, news]): [string, Promise<Outcome>][] => {
    const [ours, member] = [forMember(context, name), plan.changed.get(name)];
    if (member !== undefined) return [[name, change(ours, member, news)]];
    const isAdded = plan.added.has(name) && !contested.has(name);
    return isAdded ? [[name, add(ours, matches.get(name), news)]] : [];
  });
  const written = record(new Map([...contested, ...(await allOutcomes(runs))]));
  const isWritten = [...written.values()].every(({ error }) => error === undefined);
  if (isWritten && plan.removed.size > 0) await unsettledOthers(context, OTHERS_BEFORE_DELETION_MS);
  const removed = isWritten ? record(await removeEach(context, projectId, plan.removed)) : NONE;
  const set = { args, members };
  const others = isWritten ? await removeUnmanaged(context, set, recorded) : NONE;

  const found = live === undefined ? remaining(set, recorded) : unmanagedOf(set, live);
  const failures = failureText({
    "alertConfigs.": new Map([...written, ...removed]),
    "unmanagedAlertConfigs ": others,
  });
  const state: SetState = {
    args: {
      ...args,
      unmanagedAlertConfigs: found.filter((each) => !ownership.wasDeleted(alertObject(projectId, each.id))),
    },
    members,
    isIncomplete: failures !== "",
  };
  if (failures === "") return state;
  const isAnyDone = [written, removed, others].some((outcomes) =>
    [...outcomes.values()].some(({ isDone }) => isDone),
  );
  if (!isAnyDone) throw new Error(failures);
  throw new PartialWriteError(failures, id, state);
}

/** The context of a member, so that messages name it. */
export function forMember(context: Context, name: string): Context {
  return { ...context, name: `alertConfigs.${name}` };
}

/** @param found what the service has, if that is known to be as declared */
async function change(
  context: Context,
  member: Member,
  news: AlertArgs,
  found?: AlertConfig,
): Promise<Outcome> {
  const { id } = member;
  try {
    return { member: { id, alert: await write(context, member, news, found) }, isDone: true };
  } catch (error) {
    // Somebody has deleted it.
    return error instanceof AlertGone ? create(context, news) : failedOutcome(id, error);
  }
}

async function write(context: Context, { id, alert }: Member, news: AlertArgs, found?: AlertConfig) {
  if (alert === undefined) {
    const kept = found && keptOf(news, rowsOfAlert(news, found));
    return stateOf(news, await replaceAlert(context, id, news, kept));
  }
  const sought = { kind: existingAlertConfig, context, id: joinId(news.projectId, id), args: news };
  const asDeclared = alert.args.imported === true ? await stateAsDeclared(sought) : undefined;
  return asDeclared ?? updateAlert(context, alert, news);
}

async function add(context: Context, match: Match | undefined, news: AlertArgs): Promise<Outcome> {
  if (match === undefined) return create(context, news);
  const { live, isAmbiguous } = match;
  const outcome = isAmbiguous
    ? await change(context, { id: live.id }, news, live)
    : { member: { id: live.id, alert: stateOf(news, live) } };
  return { ...outcome, isDone: true };
}

async function create(context: Context, news: AlertArgs): Promise<Outcome> {
  try {
    const alert = await createAlert(context, news);
    return { member: { id: alert.service.alertConfigId, alert }, isDone: true };
  } catch (error) {
    return error instanceof CreatedUnreadable
      ? { member: { id: error.id }, error, isDone: true }
      : { error, isDone: false };
  }
}
