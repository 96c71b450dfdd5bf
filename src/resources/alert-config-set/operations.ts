/** The requests of a set of alert configurations. */

import { listAlertConfigs } from "../../api/alert-configs";
import { leftAfterDeletion, notDeleted, orUndefined } from "../../api/common";
import { stateAsDeclared } from "../../core/converge";
import type { Context } from "../../core/definition";
import { PartialWriteError } from "../../core/definition";
import { quotedNames } from "../../core/ownership";
import { joinId } from "../../core/resource-id";
import { isUnknownOutcome, messageOf } from "../../errors";
import type { AlertConfig } from "../../fields/alert-config";
import { groupBy, pick } from "../../json";
import { rowsOfAlert } from "../alert-config/comparison";
import { keptOf } from "../alert-config/drift";
import type { AlertArgs, AlertState } from "../alert-config/encoding";
import { alertObject, exceptedIds } from "../alert-config/encoding";
import {
  createAlert,
  existingAlertConfig,
  removeAlert,
  stateOf,
  updateAlert,
} from "../alert-config/operations";
import {
  AlertGone,
  creationsEnd,
  CreatedUnreadable,
  listBeforeWrites,
  replaceAlert,
} from "../alert-config/requests";
import type { Member, Members, SetArgs, SetState, UnmanagedAlertConfig } from "./encoding";
import { declaredMembers } from "./encoding";
import type { Match } from "../alert-config/matching";
import { matchExisting } from "../alert-config/matching";
import type { Plan } from "./plan";

/** The alert configurations that the set neither declares nor excepts. */
export function unmanagedOf(
  args: SetArgs,
  members: Members,
  live: readonly AlertConfig[],
): UnmanagedAlertConfig[] {
  const found = live.map((each): UnmanagedAlertConfig => pick(each, ["id", "eventTypeName", "enabled"]));
  return remaining(args, members, found).sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function isWatching(unmanaged: SetArgs["unmanaged"]): boolean {
  return unmanaged === "report" || unmanaged === "delete";
}

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
  const free = live.filter(({ id }) => ownership.isFree(alertObject(joinId(projectId, id)), urn));
  return matchExisting(declared, free);
}

/** How long a set waits for the next of the other resources of its program to show which alert configurations it has. */
const OTHERS_MS = 10_000;
/** The same before a deletion of its own members, which it carries out in any case. */
const OTHERS_BEFORE_DELETION_MS = 2_000;
const PAUSE_MS = 50;

/** Returns the resources that did not show it: those that depend on the set, and those that are no targets. */
async function unsettledOthers({ ownership, urn, pause }: Context, limitMs = OTHERS_MS): Promise<string[]> {
  let unsettled = ownership.unsettledFor(urn);
  for (let waited = 0; waited < limitMs && unsettled.length > 0; waited += PAUSE_MS) {
    await pause(PAUSE_MS);
    const now = ownership.unsettledFor(urn);
    if (now.length < unsettled.length) waited = 0;
    unsettled = now;
  }
  return unsettled;
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

/** The result of one create, update or delete. */
interface Outcome {
  /** Absent if it does not exist, as far as is known. */
  readonly member?: Member;
  readonly deletedId?: string;
  /** Whether the response to the deletion does not show that it is gone. */
  readonly isUnconfirmed?: boolean;
  readonly error?: unknown;
  /** Whether something is, or may be, different from before. */
  readonly isDone: boolean;
}

/** By path. */
type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * Carries out a plan: first what is created and changed, and only if all of it succeeded what is deleted, so that a project never
 * has less than before because of an error.
 * @throws PartialWriteError with what was done, if something failed
 */
export async function carryOut(context: Context, work: Work): Promise<SetState> {
  const { id, args, plan, recorded, lists } = work;
  const { projectId } = args;
  const declared = declaredMembers(args);
  const argsOf = (name: string): AlertArgs => declared.get(name) as AlertArgs;

  const declaredAsNew = new Map(plan.added.map((name) => [name, argsOf(name)]));
  const { live, matches, contested } =
    lists || declaredAsNew.size > 0
      ? await findCertain(context, projectId, declaredAsNew)
      : { live: undefined, matches: new Map<string, Match>(), contested: NONE };
  for (const match of matches.values()) holdAdopted(context, joinId(projectId, match.live.id));
  if (matches.size > 0) context.say(adoptionText(projectId, matches, []));

  const added = [...declaredAsNew].filter(([name]) => !contested.has(name));
  const written = new Map([
    ...contested,
    ...(await allOutcomes([
      ...[...plan.changed].map(
        ([name, member]) => [name, change(forMember(context, name), member, argsOf(name))] as const,
      ),
      ...added.map(([name, news]) => [name, add(forMember(context, name), matches.get(name), news)] as const),
    ])),
  ]);
  const members = new Map([...plan.unchanged, ...plan.removed]);
  const record = (outcomes: Outcomes): void => {
    for (const [name, { member }] of outcomes) {
      if (member === undefined) members.delete(name);
      else members.set(name, member);
    }
  };
  record(written);
  const isWritten = !hasFailed(written);
  if (isWritten && plan.removed.size > 0) await unsettledOthers(context, OTHERS_BEFORE_DELETION_MS);
  const removed = isWritten ? await removeConfirmed(context, projectId, plan.removed) : NONE;
  record(removed);
  const others = isWritten ? await removeUnmanaged(context, args, members, recorded) : NONE;

  const found = live === undefined ? remaining(args, members, recorded) : unmanagedOf(args, members, live);
  const deleted = new Set([...removed.values(), ...others.values()].map(({ deletedId }) => deletedId));
  const failures = [
    ...failuresIn(written, "alertConfigs."),
    ...failuresIn(removed, "alertConfigs."),
    ...failuresIn(others, "unmanagedAlertConfigs "),
  ];
  const state: SetState = {
    args: { ...args, unmanagedAlertConfigs: found.filter((each) => !deleted.has(each.id)) },
    members,
    isIncomplete: failures.length > 0,
  };
  if (failures.length === 0) return state;
  const text = failureText(failures);
  const isAnyDone = [written, removed, others].some((outcomes) =>
    [...outcomes.values()].some(({ isDone }) => isDone),
  );
  if (!isAnyDone) throw new Error(text);
  throw new PartialWriteError(text, id, state);
}

const NONE: Outcomes = new Map();

/** The context of a member, so that messages name it. */
export function forMember(context: Context, name: string): Context {
  return { ...context, name: `alertConfigs.${name}` };
}

/**
 * Finds what exists as declared. As long as a resource of the program has not shown what it has, it may have such an alert
 * configuration: then the set neither adopts it nor creates a second one.
 */
async function findCertain(
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

/** Deletes what `unmanaged: "delete"` asks for, unless a resource may have it. */
async function removeUnmanaged(
  context: Context,
  args: SetArgs,
  members: Members,
  recorded: readonly UnmanagedAlertConfig[],
): Promise<Outcomes> {
  const found = deletable(context, args, members, recorded);
  if (found.length === 0) return NONE;
  const unsettled = await unsettledOthers(context);
  if (unsettled.length > 0) {
    const error = new Error(
      `not deleted, since it may belong to ${quotedNames(unsettled)}, whose projectId or state is not known yet. Run \`pulumi up\` without targets.`,
    );
    return new Map(found.map(({ id }) => [id, { error, isDone: false }]));
  }
  const certain = deletable(context, args, members, recorded);
  const outcomes = await removeConfirmed(
    context,
    args.projectId,
    new Map(certain.map((each) => [each.id, each])),
  );
  const deleted = certain.filter(({ id }) => outcomes.get(id)?.deletedId !== undefined);
  if (deleted.length > 0) {
    const list = deleted.map(({ id, eventTypeName }) => `${id} (${eventTypeName})`).join(", ");
    context.say(
      `Deleted alert configurations of the project ${args.projectId} that were not declared: ${list}.`,
    );
  }
  return outcomes;
}

/** Deletes alert configurations. Those whose response does not show that they are gone are looked up in one list. */
async function removeConfirmed(
  context: Context,
  projectId: string,
  objects: ReadonlyMap<string, Pick<Member, "id">>,
): Promise<Outcomes> {
  const outcomes = await allOutcomes(
    [...objects].map(([name, object]) => [name, remove(context, projectId, object)] as const),
  );
  const unconfirmed = [...outcomes].filter(([, { isUnconfirmed }]) => isUnconfirmed === true);
  if (unconfirmed.length === 0) return outcomes;
  const ids = new Set(unconfirmed.map(([, { deletedId }]) => deletedId));
  const look = async (): Promise<AlertConfig[]> =>
    (await orUndefined(listAlertConfigs(context.api, projectId)))?.filter(({ id }) => ids.has(id)) ?? [];
  let left: (id: string) => Outcome | undefined;
  try {
    const found = new Set((await leftAfterDeletion(look, context.pause)).map(({ id }) => id));
    left = (id) =>
      found.has(id) ? failed(id, notDeleted(`the alert configuration ${joinId(projectId, id)}`)) : undefined;
  } catch (error) {
    left = (id) => failed(id, error);
  }
  return new Map(
    [...outcomes].map(([name, outcome]) => {
      const { deletedId, isUnconfirmed } = outcome;
      return [name, (isUnconfirmed && deletedId !== undefined && left(deletedId)) || outcome];
    }),
  );
}

function failed(id: string, error: unknown): Outcome {
  return { member: { id }, error, isDone: true };
}

async function allOutcomes(runs: readonly (readonly [string, Promise<Outcome>])[]): Promise<Outcomes> {
  return new Map(await Promise.all(runs.map(async ([name, run]) => [name, await run] as const)));
}

function hasFailed(outcomes: Outcomes): boolean {
  return [...outcomes.values()].some(({ error }) => error !== undefined);
}

/** @param found what the service has, if that is known to be as declared */
async function change(
  context: Context,
  { id, alert }: Member,
  news: AlertArgs,
  found?: AlertConfig,
): Promise<Outcome> {
  try {
    if (alert === undefined) {
      const kept = found && keptOf(news, rowsOfAlert(news, found));
      return {
        member: { id, alert: stateOf(news, await replaceAlert(context, id, news, kept)) },
        isDone: true,
      };
    }
    const asDeclared = await importedAsDeclared(context, id, alert, news);
    return {
      member: { id, alert: asDeclared ?? (await updateAlert(context, id, alert, news)) },
      isDone: true,
    };
  } catch (error) {
    // Somebody has deleted it.
    if (error instanceof AlertGone) return create(context, news);
    return failedOutcome(id, error);
  }
}

async function importedAsDeclared(
  context: Context,
  alertConfigId: string,
  { args }: AlertState,
  news: AlertArgs,
): Promise<AlertState | undefined> {
  if (args.imported !== true) return undefined;
  const id = joinId(news.projectId, alertConfigId);
  return stateAsDeclared(existingAlertConfig, context, id, news, await existingAlertConfig.find(context, id));
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

/** Deletes an alert configuration, unless another resource of the program has it now. */
async function remove(context: Context, projectId: string, member: Pick<Member, "id">): Promise<Outcome> {
  const { ownership, urn, say } = context;
  const id = joinId(projectId, member.id);
  const object = alertObject(id);
  if (ownership.isTaken(object, urn)) {
    const other = ownership.ownerName(object);
    const by = other === undefined ? "another resource" : `the resource ${JSON.stringify(other)}`;
    say(`The alert configuration ${id} is managed by ${by} of this program now: it was not deleted.`);
    return { isDone: true };
  }
  ownership.markForDeletion(object, urn);
  try {
    const isConfirmed = await removeAlert(context, projectId, member.id);
    ownership.recordDelete(object);
    return { isDone: true, deletedId: member.id, isUnconfirmed: !isConfirmed };
  } catch (error) {
    return failedOutcome(member.id, error);
  }
}

/** After a write that failed: whatever the service made of it, the next one writes all of the alert configuration. */
function failedOutcome(id: string, error: unknown): Outcome {
  return { member: { id }, error, isDone: isUnknownOutcome(error) };
}

/** Deletes the alert configurations of a set that is deleted itself, unless a resource of the program has them now. */
export async function removeAll(context: Context, projectId: string, members: Members): Promise<void> {
  // An empty URN makes every current owner count as another resource, even the replacement of this one.
  const asNobody = { ...context, urn: "" };
  const outcomes = await removeConfirmed(asNobody, projectId, members);
  const failures = failuresIn(outcomes, "alertConfigs.");
  if (failures.length > 0) throw new Error(failureText(failures));
}

/** Makes an adopted alert configuration that of this resource, for the other resources of the program. */
function holdAdopted({ ownership, urn }: Context, id: string): void {
  const object = alertObject(id);
  ownership.hold(object, urn);
  if (urn !== undefined) ownership.claim({ object, urn, adopts: true });
}

/** The recorded alert configurations that `unmanaged: "delete"` deletes: those that no resource of the program has. */
export function deletable(
  { ownership, urn }: Pick<Context, "ownership" | "urn">,
  args: SetArgs,
  members: Members,
  recorded: readonly UnmanagedAlertConfig[],
): UnmanagedAlertConfig[] {
  if (args.unmanaged !== "delete") return [];
  return remaining(args, members, recorded).filter(({ id }) =>
    ownership.isFree(alertObject(joinId(args.projectId, id)), urn),
  );
}

/** The recorded alert configurations that are still unmanaged. */
function remaining(
  args: SetArgs,
  members: Members,
  recorded: readonly UnmanagedAlertConfig[],
): UnmanagedAlertConfig[] {
  if (!isWatching(args.unmanaged)) return [];
  const ids = [...members.values()].map(({ id }) => id);
  const managed = new Set([...ids, ...exceptedIds(args.unmanagedExcept)]);
  return recorded.filter(({ id }) => !managed.has(id));
}

/** A path, and why the request for it failed. */
type Failure = readonly [path: string, error: unknown];

function failuresIn(outcomes: Outcomes, prefix: string): Failure[] {
  return [...outcomes].flatMap(([name, { error }]): Failure[] =>
    error === undefined ? [] : [[prefix + name, error]],
  );
}

/** One line for each reason, with the paths of what failed for it. */
function failureText(failures: readonly Failure[]): string {
  const byReason = groupBy(failures, ([, error]) => messageOf(error).replaceAll("\n", "\n    "));
  const lines = [...byReason].map(([reason, all]) => `  ${all.map(([path]) => path).join(", ")}: ${reason}`);
  const count = failures.length === 1 ? "One request failed" : `${failures.length} requests failed`;
  return `${count}; completed changes were saved. Run \`pulumi up\` again to apply the rest:\n${lines.join("\n")}`;
}
