/** The requests of a set of alert configurations. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Context } from "../../core/definition";
import { PartialWriteError } from "../../core/definition";
import { messageOf } from "../../core/host-errors";
import { joinId } from "../../core/resource-id";
import { isUnknownOutcome } from "../../errors";
import type { AlertConfig } from "../../fields/alert-config";
import { groupBy, pick } from "../../json";
import type { AlertArgs } from "../alert-config/encoding";
import { alertObject } from "../alert-config/encoding";
import { createAlert, removeAlert, stateOf, updateAlert } from "../alert-config/operations";
import { AlertGone, creationsEnd, CreatedUnreadable, replaceAlert } from "../alert-config/requests";
import type { Member, Members, SetArgs, SetState, UnmanagedAlertConfig } from "./encoding";
import { declaredMembers } from "./encoding";
import type { Match } from "./matching";
import { matchExisting } from "./matching";
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

/** Existing alert configurations that mean the same as declared ones, and that no other resource has. */
export async function findExisting(
  context: Context,
  projectId: string,
  declared: ReadonlyMap<string, AlertArgs>,
): Promise<{ live: readonly AlertConfig[]; matches: Map<string, Match> }> {
  const { api, ownership, urn } = context;
  const live = await listAlertConfigs(api, projectId);
  await creationsEnd(context, projectId);
  const free = live.filter(({ id }) => ownership.isFree(alertObject(joinId(projectId, id)), urn));
  return { live, matches: matchExisting(declared, free) };
}

/** Says what is adopted, by name and id. */
export function adoptionText(projectId: string, matches: ReadonlyMap<string, Match>): string {
  const lines = [...matches].map(([name, { live, unverifiedSecrets, isAmbiguous }]) => {
    const secrets = unverifiedSecrets.join(", ");
    const note = isAmbiguous
      ? "; its secrets are written, since the service does not show them"
      : secrets === ""
        ? ""
        : `; the service does not show whether it has the declared ${secrets}`;
    return `  ${name}: ${live.id}${note}`;
  });
  return `Alert configurations of the project ${projectId} exist as declared and are adopted:\n${lines.join("\n")}`;
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

/** What became of an alert configuration. */
interface Outcome {
  /** Absent if it does not exist, as far as is known. */
  readonly member?: Member;
  readonly deletedId?: string;
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

  const added = new Map(plan.added.map((name) => [name, argsOf(name)]));
  const { live, matches } =
    lists || added.size > 0
      ? await findExisting(context, projectId, added)
      : { live: undefined, matches: new Map<string, Match>() };
  for (const match of matches.values()) holdAdopted(context, joinId(projectId, match.live.id));
  if (matches.size > 0) context.say(adoptionText(projectId, matches));

  const written = await allOutcomes([
    ...[...plan.changed].map(([name, member]) => [name, change(context, member, argsOf(name))] as const),
    ...[...added].map(([name, news]) => [name, add(context, matches.get(name), news)] as const),
  ]);
  const isWritten = !hasFailed(written);
  const removed = await allOutcomes(
    isWritten
      ? [...plan.removed].map(([name, member]) => [name, remove(context, projectId, member)] as const)
      : [],
  );
  const members = new Map([...plan.unchanged, ...plan.removed]);
  for (const [name, { member }] of [...written, ...removed]) {
    if (member === undefined) members.delete(name);
    else members.set(name, member);
  }
  const others = await allOutcomes(
    (isWritten ? deletable(context, args, members, recorded) : []).map(
      (each) => [each.id, remove(context, projectId, each)] as const,
    ),
  );

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

async function allOutcomes(runs: readonly (readonly [string, Promise<Outcome>])[]): Promise<Outcomes> {
  return new Map(await Promise.all(runs.map(async ([name, run]) => [name, await run] as const)));
}

function hasFailed(outcomes: Outcomes): boolean {
  return [...outcomes.values()].some(({ error }) => error !== undefined);
}

async function change(context: Context, { id, alert }: Member, news: AlertArgs): Promise<Outcome> {
  try {
    const written =
      alert === undefined
        ? stateOf(news, await replaceAlert(context, id, news))
        : await updateAlert(context, id, alert, news);
    return { member: { id, alert: written }, isDone: true };
  } catch (error) {
    // Somebody has deleted it.
    if (error instanceof AlertGone) return create(context, news);
    return unknown(id, error);
  }
}

async function add(context: Context, match: Match | undefined, news: AlertArgs): Promise<Outcome> {
  if (match === undefined) return create(context, news);
  const { live, isAmbiguous } = match;
  const outcome = isAmbiguous
    ? await change(context, { id: live.id }, news)
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
async function remove(context: Context, projectId: string, member: Member): Promise<Outcome> {
  const { ownership, urn, say } = context;
  const id = joinId(projectId, member.id);
  const object = alertObject(id);
  if (ownership.isTaken(object, urn)) {
    say(
      `The alert configuration ${id} is managed by another resource of this program now: it was not deleted.`,
    );
    return { isDone: true };
  }
  try {
    await removeAlert(context, projectId, member.id);
    ownership.recordDelete(object);
    return { isDone: true, deletedId: member.id };
  } catch (error) {
    return unknown(member.id, error);
  }
}

/** After a write that failed: whatever the service made of it, the next one writes all of the alert configuration. */
function unknown(id: string, error: unknown): Outcome {
  return { member: { id }, error, isDone: isUnknownOutcome(error) };
}

/** Deletes the alert configurations of a set that is deleted itself, unless a resource of the program has them now. */
export async function removeAll(context: Context, projectId: string, members: Members): Promise<void> {
  // Who holds one now is another resource, even if that is the replacement of this one.
  const asNobody = { ...context, urn: "" };
  const outcomes = await allOutcomes(
    [...members].map(([name, member]) => [name, remove(asNobody, projectId, member)]),
  );
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
  const managed = managedIds(args, members);
  return recorded.filter(({ id }) => !managed.has(id));
}

/** The ids of the members, and those that are excepted, in all their spellings. */
export function managedIds(
  { unmanagedExcept = [] }: Pick<SetArgs, "unmanagedExcept">,
  members: Members,
): ReadonlySet<string> {
  // An id may be given as that of the Pulumi resource.
  const excepted = unmanagedExcept
    .map((id) => id.slice(id.lastIndexOf("/") + 1))
    .flatMap((id) => [id, id.toLowerCase()]);
  return new Set([...[...members.values()].map(({ id }) => id), ...excepted]);
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
  return `${count}; what succeeded is in the state, and the next \`pulumi up\` does the rest:\n${lines.join("\n")}`;
}
