/** Which notification of ours is which of the service: it keeps neither their order nor an id of ours. */

import type { Notification } from "../../api/alert-configs";
import { compareMasked } from "../../core/masks";
import type { PlainObject } from "../../json";
import { jsonEqual, pick } from "../../json";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import { uniform } from "./meaning";
import { ADDRESS_FIELDS } from "./notification-secrets";

/** The fields of a notification that a program can write and that are not secret, but `role`, which is in `roles`. */
export const OPEN_FIELDS: readonly string[] = [
  "typeName",
  ...ADDRESS_FIELDS.filter((field) => field !== "role"),
  "delayMin",
  "emailEnabled",
  "intervalMin",
  "smsEnabled",
];

/** The open fields of an answered notification, in uniform spelling. */
export function openAnswer(notification: Notification): PlainObject {
  return pick(uniform(notification as unknown as PlainObject), OPEN_FIELDS);
}

/** A notification as we know it: its open fields, in uniform spelling, and its secrets. */
export interface Held {
  open: PlainObject;
  secrets: PlainObject;
}

/** For each notification that we know the index of its live one; the best pairs first. */
export function pair(held: readonly Held[], live: readonly Notification[]): (number | undefined)[] {
  const open = live.map(openAnswer);
  const candidates = held.flatMap((mine, i) =>
    live.map((theirs, j) => ({ i, j, score: likeness(mine, theirs, open[j] ?? {}) })),
  );
  candidates.sort((a, b) => b.score - a.score || Math.abs(a.i - a.j) - Math.abs(b.i - b.j));
  const pairs: (number | undefined)[] = held.map(() => undefined);
  const taken = new Set<number>();
  for (const { i, j, score } of candidates) {
    if (score === 0 || pairs[i] !== undefined || taken.has(j)) continue;
    pairs[i] = j;
    taken.add(j);
  }
  return pairs;
}

/** 0 for another type; else the higher, the more the two have in common. @param open the open fields of `live` */
function likeness(held: Held, live: Notification, open: PlainObject): number {
  if (open["typeName"] !== held.open["typeName"]) return 0;
  const address = ADDRESS_FIELDS.filter((field) => field !== "role").every((field) =>
    jsonEqual(open[field], held.open[field]),
  );
  const others =
    OPEN_FIELDS.filter((field) => jsonEqual(open[field], held.open[field])).length / OPEN_FIELDS.length;
  const verdicts = [...SECRET_NOTIFICATION_FIELDS].map((field) => {
    const mine = held.secrets[field];
    const theirs = live[field as keyof Notification];
    return typeof mine === "string" && typeof theirs === "string" ? compareMasked(mine, theirs) : undefined;
  });
  const secrets = verdicts.includes("changed") ? 0 : verdicts.includes("same") ? 2 : 1;
  return 1 + (address ? 4 : 0) + secrets + others;
}
