/** What an update does with each alert configuration of a set. */

import { withOneSpelling } from "../../fields/notification";
import { canonicalJson, jsonEqual } from "../../json";
import { meaningOf, sameAlert } from "../alert-config/comparison";
import type { AlertArgs, AlertState } from "../alert-config/encoding";
import { secretPart } from "../alert-config/secrets";
import type { Member, Members } from "./encoding";

export interface Plan {
  /** Members that need no request, some of them under another name. */
  readonly unchanged: Members;
  readonly changed: Members;
  readonly removed: Members;
  /** The names of declared members that do not exist yet. */
  readonly added: readonly string[];
}

/** @param writeSecrets whether all declared secrets are written again */
export function planOf(
  members: Members,
  declared: ReadonlyMap<string, AlertArgs>,
  writeSecrets = false,
): Plan {
  const unchanged = new Map<string, Member>();
  const changed = new Map<string, Member>();
  const keep = (name: string, member: Member, args: AlertArgs): void => {
    const isSame =
      member.alert !== undefined && !(writeSecrets && hasSecrets(args)) && sameAlert(member.alert.args, args);
    if (isSame) unchanged.set(name, { id: member.id, alert: inNewWords(member.alert, args) });
    else changed.set(name, member);
  };

  const left = new Map(members);
  const missing: string[] = [];
  for (const [name, args] of declared) {
    const member = left.get(name);
    left.delete(name);
    if (member === undefined) missing.push(name);
    else keep(name, member, args);
  }
  // A member under another name is the one that means the same.
  const byMeaning = new Map<string, string[]>();
  for (const [name, { alert }] of left) {
    if (alert === undefined) continue;
    const key = meaningOf(alert.args);
    byMeaning.set(key, [...(byMeaning.get(key) ?? []), name]);
  }
  const added = missing.filter((name) => {
    const args = declared.get(name);
    const former = args && byMeaning.get(meaningOf(args))?.shift();
    const member = former === undefined ? undefined : left.get(former);
    if (args === undefined || former === undefined || member === undefined) return true;
    left.delete(former);
    keep(name, member, args);
    return false;
  });
  return { unchanged, changed, removed: left, added };
}

export function hasSecrets({ notifications }: AlertArgs): boolean {
  return notifications.some((notification) => Object.keys(secretPart(notification)).length > 0);
}

/**
 * A state in the words of the program, which may have changed although the meaning has not. The secrets in the state are found by
 * the order of the notifications, so the baseline follows it.
 */
function inNewWords(state: AlertState, args: AlertArgs): AlertState {
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
