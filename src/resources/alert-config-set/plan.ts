/** Plans what an update does with each alert configuration of a set. */

import { maybeNotTaken } from "../../core/not-taken";
import type { Ownership } from "../../core/ownership";
import { containsUnknown } from "../../unknowns";
import { groupBy, jsonEqual } from "../../json";
import { meaningOf, openMeaningOf, pairNotifications, sameAlert } from "../alert-config/compare";
import type { AlertArgs, AlertsByName, AlertState } from "../alert-config/encoding";
import { alertObject } from "../alert-config/scope";
import { secretPart } from "../../secrets/notifications";
import type { Member, Members, SetArgs } from "./encoding";
import { declaredMembers } from "./encoding";

export interface Plan {
  /** Members that need no request, under the names that are declared now. */
  readonly unchanged: Members;
  readonly changed: Members;
  readonly removed: Members;
  /** The declared members that do not exist yet. */
  readonly added: AlertsByName;
}

/**
 * Compares the members with what is declared: by name and meaning, then by meaning alone, so that a new name causes no request,
 * then by name alone. Then comes an imported member by its meaning without secrets, which its state lacks. Last, a member whose object
 * went to another name gets one that such a name has left, so that changes of several members delete nothing. In a preview declared
 * members may be unknown in part, and then they mean what no member means.
 * @param writeSecrets whether all declared secrets are written again
 */
export function planOf(members: Members, declared: AlertsByName, writeSecrets = false): Plan {
  const unchanged = new Map<string, Member>();
  const changed = new Map<string, Member>();
  const left = new Map(members);
  const added = new Map(declared);

  /** @param isSame whether it means what is declared, so that only its words may be others */
  function settle(name: string, former: string, isSame: boolean): void {
    const [member, args] = [left.get(former) as Member, declared.get(name) as AlertArgs];
    const words = isSame && member.alert && { ...member, alert: withDeclaredSpelling(member.alert, args) };
    const isDue =
      (writeSecrets && hasSecrets(args)) || member.alert?.notTaken?.some(({ isDrift }) => isDrift) === true;
    (isSame && !isDue ? unchanged : changed).set(name, words || member);
    left.delete(former);
    added.delete(name);
  }
  function settleByMeaning(meaning: typeof meaningOf, isSame: boolean): void {
    const formers = [...left].flatMap(([name, { alert }]) =>
      alert !== undefined && (isSame || alert.args.imported === true) ? [{ name, alert }] : [],
    );
    const byMeaning = groupBy(formers, ({ alert }) => meaning(alert.args));
    for (const [name, args] of declared) {
      const former = added.has(name) ? byMeaning.get(meaning(args))?.shift() : undefined;
      if (former !== undefined) settle(name, former.name, isSame);
    }
  }

  for (const [name, args] of declared) {
    const alert = members.get(name)?.alert;
    if (alert !== undefined && sameAlert(alert.args, args)) settle(name, name, true);
  }
  settleByMeaning(meaningOf, true);
  for (const name of added.keys()) if (left.has(name)) settle(name, name, false);
  settleByMeaning(openMeaningOf, false);
  const freed = [...left.keys()].filter((name) => declared.has(name));
  for (const name of added.keys()) {
    const former = members.has(name) ? freed.shift() : undefined;
    if (former !== undefined) settle(name, former, false);
  }
  return { unchanged, changed, removed: underFreeNames(left, declared), added };
}

/** Another member may have the name now. */
function underFreeNames(members: Members, declared: ReadonlyMap<string, unknown>): Members {
  const named = new Map<string, Member>();
  for (const [name, member] of members) {
    let free = name;
    while (declared.has(free) || (free !== name && members.has(free))) free += " (removed)";
    named.set(free, member);
  }
  return named;
}

export function hasSecrets({ notifications }: AlertArgs): boolean {
  return notifications.some((notification) => Object.keys(secretPart(notification)).length > 0);
}

/**
 * Returns the state with the spelling of the program, which may change while the meaning stays. The baseline gets the new order of
 * the notifications, because notifications with equal addresses find their secrets by their order.
 */
function withDeclaredSpelling(state: AlertState, args: AlertArgs): AlertState {
  const { declared, returned } = state.baseline;
  const { notifications } = args;
  if (jsonEqual(declared.notifications, notifications)) return { ...state, args };
  const pairs = pairNotifications(notifications, declared.notifications);
  const inOurOrder = pairs.map((index) => returned.notifications[index ?? -1] ?? null);
  const notTaken = (state.notTaken ?? []).map((each) => {
    const [part, index, ...rest] = each.path;
    return part === "notifications" ? { ...each, path: [part, pairs.indexOf(Number(index)), ...rest] } : each;
  });
  return {
    ...state,
    args,
    ...maybeNotTaken(notTaken),
    baseline: {
      ...state.baseline,
      declared: { ...declared, notifications },
      returned: { ...returned, notifications: inOurOrder },
    },
  };
}

/** Describes where the members go that the program drops: the engine shows only that the set loses them. */
export function removalTexts(
  news: SetArgs,
  members: Members,
  ownership: Ownership,
  urn: string | undefined,
): string[] {
  const { projectId, alertConfigs } = news;
  const plan = planOf(members, declaredMembers(news));
  if (plan.removed.size === 0) return [];
  // A declared member that is not known yet may turn out to be that of another name.
  const isOpen = containsUnknown(alertConfigs);
  const kept = new Set([...plan.unchanged.values()].map(({ id }) => id));
  const removed = [...(isOpen ? members : plan.removed)].filter(([, { id }]) => !kept.has(id));
  const lines = removed.map(([name, { id }]) => {
    const owner = isOpen ? undefined : ownership.ownerName(alertObject(projectId, id));
    return { owner, line: `  ${name}: ${id}${owner === undefined ? "" : `, to ${JSON.stringify(owner)}`}` };
  });
  const list = (heading: string, some: typeof lines): string[] =>
    some.length === 0 ? [] : [[heading, ...some.map(({ line }) => line)].join("\n")];
  const unless = [
    ...(isOpen ? [" unless alertConfigs, which is not known yet, declares them"] : []),
    ...(ownership.knowsNeighbours(urn) ? [] : [" unless another resource of this program adopts them"]),
  ].join(", and");
  return [
    ...list(
      "Other resources of the program take over these members; nothing is deleted on the service:",
      lines.filter(({ owner }) => owner !== undefined),
    ),
    ...list(
      `These members are deleted on the service${unless}:`,
      lines.filter(({ owner }) => owner === undefined),
    ),
  ];
}
