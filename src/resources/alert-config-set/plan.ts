/** Plans what an update does with each alert configuration of a set. */

import type { Ownership } from "../../core/ownership";
import { containsUnknown, isUnknown } from "../../unknowns";
import { withOneSpelling } from "../../fields/notification";
import { canonicalJson, groupBy, jsonEqual } from "../../json";
import { meaningOf, openMeaningOf, sameAlert } from "../alert-config/comparison";
import type { AlertArgs, AlertsByName, AlertState } from "../alert-config/encoding";
import { alertObject } from "../alert-config/encoding";
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
 * then by name alone. Last comes an imported member by its meaning without secrets, which its state lacks. In a preview declared
 * members may be unknown in part, and then they have no meaning yet.
 * @param writeSecrets whether all declared secrets are written again
 */
export function planOf(members: Members, declared: AlertsByName, writeSecrets = false): Plan {
  const unchanged = new Map<string, Member>();
  const changed = new Map<string, Member>();
  const left = new Map(members);
  const open = new Map(declared);
  const known = new Map([...declared].filter(([, args]) => !containsUnknown(args)));

  function keep(name: string, args: AlertArgs, former: string, alert: AlertState): void {
    const member = { id: alert.service.alertConfigId, alert: withDeclaredSpelling(alert, args) };
    (writeSecrets && hasSecrets(args) ? changed : unchanged).set(name, member);
    left.delete(former);
    open.delete(name);
  }
  function take(name: string, _: AlertArgs, former: string): void {
    changed.set(name, left.get(former) as Member);
    left.delete(former);
    open.delete(name);
  }
  function assign(
    isMeant: (alert: AlertState) => boolean,
    meaning: (args: AlertArgs) => string,
    use: typeof keep,
  ): void {
    const formers = [...left].flatMap(([name, { alert }]) =>
      alert !== undefined && isMeant(alert) ? [{ name, alert }] : [],
    );
    const byMeaning = groupBy(formers, ({ alert }) => meaning(alert.args));
    for (const [name, args] of known) {
      const former = open.has(name) ? byMeaning.get(meaning(args))?.shift() : undefined;
      if (former !== undefined) use(name, args, former.name, former.alert);
    }
  }

  for (const [name, args] of known) {
    const alert = members.get(name)?.alert;
    if (alert !== undefined && sameAlert(alert.args, args)) keep(name, args, name, alert);
  }
  assign(() => true, meaningOf, keep);
  for (const [name, args] of open) if (left.has(name)) take(name, args, name);
  assign(({ args }) => args.imported === true, openMeaningOf, take);
  return { unchanged, changed, removed: underFreeNames(left, declared), added: open };
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
  if (jsonEqual(declared.notifications, args.notifications)) return { ...state, args };
  const former: (string | undefined)[] = declared.notifications.map((each) =>
    canonicalJson(withOneSpelling(each)),
  );
  const order = args.notifications.map((each) => {
    const index = former.indexOf(canonicalJson(withOneSpelling(each)));
    if (index >= 0) former[index] = undefined;
    return index;
  });
  if (order.includes(-1) || order.length !== former.length) return { ...state, args };
  return {
    ...state,
    args,
    baseline: {
      declared: { ...declared, notifications: args.notifications },
      returned: {
        ...returned,
        notifications: order.map((index) => returned.notifications[index] ?? null),
      },
    },
  };
}

/** Describes where the members go that the program drops: the engine shows only that the set loses them. */
export function removalTexts(news: SetArgs, members: Members, ownership: Ownership): string[] {
  const { projectId, alertConfigs } = news;
  const plan = isUnknown(alertConfigs) ? undefined : planOf(members, declaredMembers(news));
  if (plan?.removed.size === 0) return [];
  const newOwner = (id: string): string | undefined => ownership.ownerName(alertObject(projectId, id));
  // A declared member that is not known yet may turn out to be that of another name.
  const isOpen = containsUnknown(alertConfigs);
  const removed = isOpen
    ? [...members].filter(([name]) => plan?.unchanged.has(name) !== true)
    : [...(plan?.removed ?? [])];
  const moved = isOpen ? [] : removed.filter(([, { id }]) => newOwner(id) !== undefined);
  const deleted = removed.filter((each) => !moved.includes(each));
  const list = (some: typeof removed, text: (id: string) => string): string =>
    some.map(([name, { id }]) => `  ${name}: ${text(id)}`).join("\n");
  const heading = isOpen
    ? "These members are deleted on the service unless alertConfigs, which is not known yet, declares them:"
    : "These members are deleted on the service:";
  return [
    ...(moved.length === 0
      ? []
      : [
          "Other resources of the program take over these members; nothing is deleted on the service:\n" +
            list(moved, (id) => `${id}, to ${JSON.stringify(newOwner(id))}`),
        ]),
    ...(deleted.length === 0 ? [] : [`${heading}\n${list(deleted, (id) => id)}`]),
  ];
}
