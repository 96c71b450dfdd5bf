/** The requests of a set of alert configurations. */

import { listAlertConfigs } from "../../api/alert-configs";
import type { Context } from "../../core/definition";
import { PartialWriteError } from "../../core/definition";
import { messageOf } from "../../core/host-errors";
import type { Ownership } from "../../core/ownership";
import { joinId } from "../../core/resource-id";
import type { AlertConfig } from "../../fields/alert-config";
import { pick } from "../../json";
import type { AlertArgs } from "../alert-config/encoding";
import { alertObject } from "../alert-config/encoding";
import { createAlert, removeAlert, stateOf, updateAlert } from "../alert-config/operations";
import { CreatedUnreadable, replaceAlert } from "../alert-config/requests";
import type { Member, SetArgs, SetState, UnmanagedAlertConfig } from "./encoding";
import { declaredMembers } from "./encoding";
import type { Match } from "./matching";
import { matchExisting } from "./matching";
import type { Plan } from "./plan";

/** The alert configurations that the set neither declares nor excepts. */
export function unmanagedOf(
  args: SetArgs,
  members: ReadonlyMap<string, Member>,
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
  const live = await listAlertConfigs(context.api, projectId);
  const free = live.filter(({ id }) => context.ownership.isFree(alertObject(joinId(projectId, id))));
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
  const members = new Map([...plan.unchanged, ...plan.changed, ...plan.removed]);
  const failures = new Map<string, unknown>();
  let isChanged = false;

  async function attempt(name: string, run: () => Promise<Member | undefined>): Promise<void> {
    try {
      const member = await run();
      isChanged = true;
      if (member === undefined) members.delete(name);
      else members.set(name, member);
    } catch (error) {
      failures.set(`alertConfigs.${name}`, error);
    }
  }

  async function change(name: string, { id: alertId, alert }: Member): Promise<Member> {
    // Whatever the service made of a write that fails, the next one writes all of it.
    members.set(name, { id: alertId });
    const news = argsOf(name);
    if (alert !== undefined) return { id: alertId, alert: await updateAlert(context, alertId, alert, news) };
    return { id: alertId, alert: stateOf(news, await replaceAlert(context, alertId, news)) };
  }

  async function add(name: string, match: Match | undefined): Promise<Member> {
    const news = argsOf(name);
    if (match !== undefined) {
      isChanged = true;
      const { live } = match;
      return match.isAmbiguous ? change(name, { id: live.id }) : { id: live.id, alert: stateOf(news, live) };
    }
    try {
      const alert = await createAlert(context, news);
      return { id: alert.service.alertConfigId, alert };
    } catch (error) {
      if (error instanceof CreatedUnreadable) {
        isChanged = true;
        members.set(name, { id: error.id });
      }
      throw error;
    }
  }

  async function removeUnmanaged({ id: alertId }: UnmanagedAlertConfig): Promise<void> {
    try {
      await removeAlert(context, projectId, alertId);
      isChanged = true;
      deleted.add(alertId);
    } catch (error) {
      failures.set(`unmanagedAlertConfigs ${alertId}`, error);
    }
  }

  const added = new Map(plan.added.map((name) => [name, argsOf(name)]));
  const { live, matches } =
    lists || added.size > 0
      ? await findExisting(context, projectId, added)
      : { live: undefined, matches: new Map<string, Match>() };
  for (const match of matches.values()) holdAdopted(context, joinId(projectId, match.live.id));
  if (matches.size > 0) context.say(adoptionText(projectId, matches));
  await Promise.all([
    ...[...plan.changed].map(async ([name, member]) => attempt(name, async () => change(name, member))),
    ...plan.added.map(async (name) => attempt(name, async () => add(name, matches.get(name)))),
  ]);

  const deleted = new Set<string>();
  if (failures.size === 0) {
    await Promise.all([
      ...[...plan.removed].map(async ([name, { id: alertId }]) =>
        attempt(name, async () => removeOwn(context, projectId, alertId)),
      ),
      ...deletable(context.ownership, args, members, recorded).map(removeUnmanaged),
    ]);
  }

  const found = live === undefined ? remaining(args, members, recorded) : unmanagedOf(args, members, live);
  const state: SetState = {
    args: { ...args, unmanagedAlertConfigs: found.filter((each) => !deleted.has(each.id)) },
    members,
    isIncomplete: failures.size > 0,
  };
  if (failures.size === 0) return state;
  const text = failureText(failures);
  if (!isChanged) throw new Error(text);
  throw new PartialWriteError(text, id, state);
}

/** Makes an adopted alert configuration that of this resource, for the other resources of the program. */
function holdAdopted({ ownership, urn }: Context, id: string): void {
  const object = alertObject(id);
  ownership.hold(object, urn);
  if (urn !== undefined) ownership.claim({ object, urn, adopts: true });
}

/** Deletes an alert configuration of a set, unless another resource of the program has it now. */
async function removeOwn(context: Context, projectId: string, alertId: string): Promise<undefined> {
  const { ownership, urn } = context;
  const object = alertObject(joinId(projectId, alertId));
  if (ownership.isTaken(object, urn)) {
    sayKept(context, projectId, alertId);
    return;
  }
  await removeAlert(context, projectId, alertId);
  ownership.recordDelete(object);
}

/** Deletes the alert configurations of a set that is deleted itself. */
export async function removeAll(
  context: Context,
  projectId: string,
  members: ReadonlyMap<string, Member>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  const remove = async ([name, { id }]: [string, Member]): Promise<void> => {
    const object = alertObject(joinId(projectId, id));
    if (context.ownership.keeps(object)) {
      sayKept(context, projectId, id);
      return;
    }
    try {
      await removeAlert(context, projectId, id);
      context.ownership.recordDelete(object);
    } catch (error) {
      failures.set(`alertConfigs.${name}`, error);
    }
  };
  await Promise.all([...members].map(remove));
  if (failures.size > 0) throw new Error(failureText(failures));
}

function sayKept({ say }: Context, projectId: string, alertId: string): void {
  say(
    `The alert configuration ${joinId(projectId, alertId)} is managed by another resource of this program now: it was not deleted.`,
  );
}

/** The recorded alert configurations that `unmanaged: "delete"` deletes: those that no resource of the program has. */
export function deletable(
  ownership: Ownership,
  args: SetArgs,
  members: ReadonlyMap<string, Member>,
  recorded: readonly UnmanagedAlertConfig[],
): UnmanagedAlertConfig[] {
  if (args.unmanaged !== "delete") return [];
  return remaining(args, members, recorded).filter(({ id }) =>
    ownership.isFree(alertObject(joinId(args.projectId, id))),
  );
}

/** The recorded alert configurations that are still unmanaged. */
function remaining(
  args: SetArgs,
  members: ReadonlyMap<string, Member>,
  recorded: readonly UnmanagedAlertConfig[],
): UnmanagedAlertConfig[] {
  if (!isWatching(args.unmanaged)) return [];
  const managed = managedIds(args, members);
  return recorded.filter(({ id }) => !managed.has(id));
}

function managedIds(
  { unmanagedExcept = [] }: SetArgs,
  members: ReadonlyMap<string, Member>,
): ReadonlySet<string> {
  return new Set([...[...members.values()].map(({ id }) => id), ...unmanagedExcept]);
}

/** One line for each reason, with the paths of what failed for it. */
function failureText(failures: ReadonlyMap<string, unknown>): string {
  const byReason = new Map<string, string[]>();
  for (const [path, error] of failures) {
    const reason = messageOf(error).replaceAll("\n", "\n    ");
    byReason.set(reason, [...(byReason.get(reason) ?? []), path]);
  }
  const lines = [...byReason].map(([reason, paths]) => `  ${paths.join(", ")}: ${reason}`);
  const count = failures.size === 1 ? "One request failed" : `${failures.size} requests failed`;
  return `${count}; what succeeded is in the state, and the next \`pulumi up\` does the rest:\n${lines.join("\n")}`;
}
