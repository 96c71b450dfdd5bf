/**
 * The writes of a set of alert configurations, in this order:
 *
 * 1. `planOf` (`plan.ts`) compares the members in the state with the declared ones: unchanged, changed, removed or added.
 * 2. For added members the project is listed again, and `matchExisting` (`../alert-config/matching.ts`) assigns what exists as declared
 *    and belongs to no resource. Such a member is adopted, without a write unless masks leave open which of several it is.
 * 3. While a resource of the program has not shown its objects, it may have such an object: then the set neither adopts nor creates
 *    that member (`adopting.ts`).
 * 4. What is left is created once: after a lost response the service is searched in place of a second POST.
 * 5. Only if all of it succeeded, removed members are deleted, and with `unmanaged: "delete"` what the state lists.
 */

import { provesAbsence } from "../../api/common";
import { stateAsDeclared } from "../../core/converge";
import type { Context } from "../../core/definition";
import { PartialWriteError } from "../../core/definition";
import { quotedNames } from "../../core/resource-names";
import { omit } from "../../json";
import type { AlertArgs } from "../alert-config/encoding";
import type { Match } from "../alert-config/matching";
import * as alerts from "../alert-config/operations";
import { alertId, alertObject, alertText, IN_PROJECT } from "../alert-config/scope";
import { adoptCertain, adoptionText } from "./adopting";
import type { Member, Members, SetArgs, SetState } from "./encoding";
import type { UnmanagedAlertConfig } from "../../types/alert-config";
import { declaredMembers, notTakenOfMembers } from "./encoding";
import { deletable, OTHERS_BEFORE_DELETION_MS, remaining, unmanagedOf, unsettledOthers } from "./others";
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
  /** Whether secrets that the program does not declare may be removed. */
  readonly isLossAllowed: boolean;
}

/**
 * Carries out a plan: first what is created and changed, and only if all of it succeeded what is deleted, so that a project never
 * has less than before because of an error.
 * @throws PartialWriteError with what was done, if something failed
 */
export async function carryOut(context: Context, work: Work): Promise<SetState> {
  const { id, args, plan, recorded, lists, isLossAllowed } = work;
  const { projectId } = args;
  const { ownership, urn } = context;
  const { live, matches, contested } =
    lists || plan.added.size > 0
      ? await adoptCertain(context, projectId, plan.added)
      : { live: undefined, matches: new Map<string, Match>(), contested: NONE };
  if (matches.size > 0) context.say(adoptionText(projectId, matches, []));

  const members = new Map([...plan.unchanged, ...plan.removed]);
  const record = (outcomes: Outcomes): Outcomes => {
    for (const [name, { member }] of outcomes) {
      if (member === undefined) members.delete(name);
      else members.set(name, member);
    }
    return outcomes;
  };
  const due = [...declaredMembers(args)].filter(
    ([name]) => !plan.unchanged.has(name) && !contested.has(name),
  );
  const runs = due.map(([name, news]) => {
    const [ours, member] = [forMember(context, name), plan.changed.get(name)];
    const match = matches.get(name);
    const run = member === undefined ? add(ours, match, news) : change(ours, member, news, isLossAllowed);
    return [name, run] as const;
  });
  const written = record(new Map([...contested, ...(await allOutcomes(runs))]));
  const isWritten = [...written.values()].every(({ error }) => error === undefined);
  const mayBeOthers = [...members.values(), ...plan.removed.values()].some(
    (each) => each.mayBeOthers === true,
  );
  const unsettled =
    isWritten && (plan.removed.size > 0 || mayBeOthers)
      ? await unsettledOthers(context, OTHERS_BEFORE_DELETION_MS)
      : [];
  const isCertain = ownership.knowsNeighbours(urn) && unsettled.length === 0;
  const removed = isWritten ? record(await removeMembers(context, projectId, plan.removed, isCertain)) : NONE;
  // Whoever has them would have said so.
  if (isWritten && isCertain && mayBeOthers)
    for (const [name, member] of members) members.set(name, omit(member, ["mayBeOthers"]));
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
    ...notTakenOfMembers(members),
    isIncomplete: failures !== "",
  };
  if (failures === "") return state;
  const isAnyDone = [written, removed, others].some((outcomes) =>
    [...outcomes.values()].some(({ error, isDone }) => error === undefined || isDone === true),
  );
  if (!isAnyDone) throw new Error(failures);
  throw new PartialWriteError(failures, id, state);
}

/** The context of a member, so that messages name it. */
export function forMember(context: Context, name: string): Context {
  return { ...context, name: `alertConfigs.${name}` };
}

async function change(
  context: Context,
  member: Member,
  news: AlertArgs,
  isLossAllowed = false,
): Promise<Outcome> {
  try {
    return { member: { ...member, alert: await write(context, member, news, isLossAllowed) } };
  } catch (error) {
    // Somebody has deleted it.
    return provesAbsence(error) ? create(context, news) : failedOutcome(member, error);
  }
}

async function write(context: Context, { id, alert }: Member, news: AlertArgs, isLossAllowed: boolean) {
  if (alert === undefined)
    return alerts.stateOf(news, await alerts.replaceAlert(context, id, news, { isLossAllowed }));
  const sought = { kind: alerts.alertAdoption, context, id: alertId(news.projectId, id), args: news };
  const asDeclared = alert.args.imported === true ? await stateAsDeclared(sought) : undefined;
  return asDeclared ?? alerts.updateAlert(context, alert, news, isLossAllowed);
}

async function add(context: Context, match: Match | undefined, news: AlertArgs): Promise<Outcome> {
  if (match === undefined) return create(context, news);
  const { live, isAmbiguous, unverifiedSecrets } = match;
  const isCertain = context.ownership.knowsNeighbours(context.urn);
  const member: Member = { id: live.id, ...(!isCertain && { mayBeOthers: true }) };
  return isAmbiguous
    ? change(context, member, news)
    : { member: { ...member, alert: alerts.stateAsFound(news, live, unverifiedSecrets) } };
}

async function create(context: Context, news: AlertArgs): Promise<Outcome> {
  try {
    const alert = await alerts.createAlert(context, news);
    return { member: { id: alert.service.alertConfigId, alert } };
  } catch (error) {
    if (!(error instanceof PartialWriteError)) return { error };
    return { member: { id: IN_PROJECT.splitId(error.id).alertConfigId }, error, isDone: true };
  }
}

/** Deletes what `unmanaged: "delete"` asks for, unless a resource may have it. */
async function removeUnmanaged(
  context: Context,
  set: Pick<SetState, "args" | "members">,
  recorded: readonly UnmanagedAlertConfig[],
): Promise<Outcomes> {
  const { ownership, urn, say, warn } = context;
  const { projectId } = set.args;
  const before = deletable(context, set, recorded);
  if (before.length === 0) return NONE;
  if (!ownership.knowsNeighbours(urn)) {
    warn(notDeletedText(projectId, before));
    return NONE;
  }
  const unsettled = await unsettledOthers(context);
  // Meanwhile a resource may have shown that one is its own.
  const found = deletable(context, set, recorded);
  if (unsettled.length > 0) {
    const error = new Error(
      `not deleted, since it may belong to ${quotedNames(unsettled)}, whose projectId or state is not known yet. Run \`pulumi up\` without targets.`,
    );
    return new Map(found.map(({ id }) => [id, { error }]));
  }
  const outcomes = await removeEach(context, projectId, new Map(found.map((each) => [each.id, each])));
  const deleted = found.filter(({ id }) => ownership.wasDeleted(alertObject(projectId, id)));
  if (deleted.length > 0)
    say(
      `Deleted alert configurations of the project ${projectId} that were not declared: ${listText(deleted)}.`,
    );
  return outcomes;
}

function notDeletedText(projectId: string, found: readonly UnmanagedAlertConfig[]): string {
  return (
    `Alert configurations of the project ${projectId} that are not declared were not deleted, since they may belong to other resources of ` +
    "the program. Which there are, this run does not know: it had no preview, or has targets. Run `pulumi up` with its preview and " +
    `without \`--target\` and \`--exclude\`: ${listText(found)}.`
  );
}

function listText(found: readonly UnmanagedAlertConfig[]): string {
  return found.map(({ id, eventTypeName }) => `${id} (${eventTypeName})`).join(", ");
}

/**
 * Deletes members that are not declared any more.
 * @param isCertain whether every other resource of the program has shown what it has
 */
async function removeMembers(
  context: Context,
  projectId: string,
  removed: Members,
  isCertain: boolean,
): Promise<Outcomes> {
  const [forgotten, left] = isCertain ? [NO_MEMBERS, removed] : splitForgotten(context, projectId, removed);
  const outcomes = await removeEach(context, projectId, left);
  return new Map([...[...forgotten.keys()].map((name): [string, Outcome] => [name, {}]), ...outcomes]);
}

const NO_MEMBERS: Members = new Map();

/** Names the members that another resource may have, and that are therefore not deleted. Returns them, and the others. */
function splitForgotten(context: Context, projectId: string, members: Members): [Members, Members] {
  const isForgotten = ([, { mayBeOthers }]: [string, Member]): boolean => mayBeOthers === true;
  const all = [...members];
  const forgotten = all.filter(isForgotten);
  for (const [name, { id }] of forgotten)
    context.warn(
      `${name}: the ${alertText(projectId, id)} existed when the set took it over, and another resource of the program may have it, since ` +
        "that run and this one do not know which there are. The set no longer manages it; it was not deleted.",
    );
  return [new Map(forgotten), new Map(all.filter((each) => !isForgotten(each)))];
}

/**
 * Deletes alert configurations, except those that other resources of the program have now.
 * @param isWhole whether the set itself is deleted, so that its own replacement counts as another resource
 */
async function removeEach(
  context: Context,
  projectId: string,
  objects: Members,
  isWhole = false,
): Promise<Outcomes> {
  if (objects.size === 0) return NONE;
  const { ownership, say, urn } = context;
  const objectOf = (id: string): string => alertObject(projectId, id);
  const marked = [...objects.values()].map(({ id }) => objectOf(id));
  const taken = new Set(ownership.markForDeletion(marked, urn, isWhole));
  const refusal = ownership.refusalOf("The deletion");
  return allOutcomes(
    [...objects].map(([name, member]) => {
      const { id } = member;
      if (refusal !== undefined) return [name, Promise.resolve({ member, error: new Error(refusal) })];
      if (!taken.has(objectOf(id))) return [name, remove(context, projectId, id)];
      const other = ownership.ownerName(objectOf(id));
      const by = other === undefined ? "another resource" : `the resource ${JSON.stringify(other)}`;
      say(`The ${alertText(projectId, id)} is managed by ${by} of this program now: it was not deleted.`);
      return [name, Promise.resolve({})];
    }),
  );
}

async function remove(context: Context, projectId: string, id: string): Promise<Outcome> {
  try {
    await alerts.removeAlert(context, projectId, id);
    context.ownership.recordDelete([alertObject(projectId, id)]);
    return {};
  } catch (error) {
    return failedOutcome({ id }, error);
  }
}

/** Deletes the alert configurations of a set that is deleted itself, unless a resource of the program has them now, or may have them. */
export async function removeAll(context: Context, projectId: string, members: Members): Promise<void> {
  const [, left] = splitForgotten(context, projectId, members);
  const failures = failureText({ "alertConfigs.": await removeEach(context, projectId, left, true) });
  if (failures !== "") throw new Error(failures);
}
