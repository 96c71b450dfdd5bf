/** What live notifications mean in the words of the program that wrote them. */

import type { Notification } from "../../api/alert-configs";
import type { MaskVerdict } from "../../core/masks";
import { secretVerdict } from "../../core/masks";
import type { PlainObject } from "../../json";
import { jsonEqual, pick } from "../../json";
import { SECRET_NOTIFICATION_FIELDS } from "../../secrets";
import { listIn, uniform } from "./meaning";
import type { Held } from "./notification-pairs";
import { OPEN_FIELDS, openAnswer, pair } from "./notification-pairs";
import { joinSecrets, secretPart } from "./notification-secrets";
import type { AnsweredNotification, Written } from "./written";

/** The open fields of what is there now; secrets are told by the name of their field. */
export function refreshedNotifications(
  { declared, answered }: Written,
  secrets: unknown,
  live: readonly Notification[],
): { open: PlainObject[]; changedSecrets: string[]; unverifiedSecrets: string[] } {
  const words = listIn(declared["notifications"]);
  const whole = joinSecrets(words, secrets);
  const baseline = words.map(
    (word, index) => answered.notifications[index] ?? asDeclared(word, whole[index] ?? {}),
  );
  const held = baseline.map(({ secretFields: _, ...open }, index): Held => ({
    open,
    secrets: whole[index] ?? {},
  }));
  const pairs = pair(held, live);
  const open: PlainObject[] = [];
  const told: Record<MaskVerdict, string[]> = { same: [], changed: [], cannotTell: [] };
  pairs.forEach((at, index) => {
    const found = at === undefined ? undefined : live[at];
    const word = words[index];
    const known = baseline[index];
    if (found === undefined || word === undefined || known === undefined) return;
    open.push(inWords(word, known, openAnswer(found)));
    for (const field of SECRET_NOTIFICATION_FIELDS) {
      const now = found[field as keyof Notification];
      const verdict = secretVerdict(whole[index]?.[field], now, known.secretFields.includes(field));
      told[verdict].push(`notifications[${index}].${field} (${String(word["typeName"])})`);
    }
  });
  const taken = new Set(pairs);
  live.forEach((notification, index) => {
    if (!taken.has(index)) open.push(openAnswer(notification));
  });
  return { open, changedSecrets: told.changed, unverifiedSecrets: told.cannotTell };
}

/** The baseline of a notification of which the answer told nothing. */
function asDeclared(word: PlainObject, whole: PlainObject): AnsweredNotification {
  return { ...uniform(word), secretFields: Object.keys(secretPart(whole)) };
}

/** What means the same as nothing: a service may fill it in when it is read, and not in its answer to a write. */
export const NOTIFICATION_DEFAULTS: Readonly<Record<string, unknown>> = {
  delayMin: 0,
  emailEnabled: false,
  smsEnabled: false,
};

/** The live fields of a notification, told as the program tells them wherever they are as they were. */
function inWords(word: PlainObject, baseline: PlainObject, live: PlainObject): PlainObject {
  const result: PlainObject = {};
  for (const field of OPEN_FIELDS) {
    const isDefault =
      baseline[field] === undefined &&
      word[field] === undefined &&
      NOTIFICATION_DEFAULTS[field] === live[field];
    const same = isDefault || jsonEqual(live[field], baseline[field]);
    const names = field === "roles" ? ["role", "roles"] : [field];
    if (same) Object.assign(result, pick(word, names));
    else if (live[field] !== undefined) result[field] = live[field];
  }
  return result;
}
