/** What is remembered of a write, or of an import: the baseline of every later comparison. Nothing in it is secret. */

import type { AlertConfig, MetricThreshold, Notification, Threshold } from "../../api/alert-configs";
import type { BaselineDelta, Delta } from "../../core/delta";
import { applied, baselineDelta, baselineOf, deltaOf, isEmpty } from "../../core/delta";
import { answeredSecrets } from "../../core/masks";
import type { PlainObject } from "../../json";
import { jsonEqual, pick, withoutUndefined } from "../../json";
import { listIn, uniform } from "./meaning";
import { openAnswer, pair } from "./notification-pairs";
import { joinSecrets, openPart, secretPart } from "./notification-secrets";

/** What the service answered about one notification, without its secrets. */
export interface AnsweredNotification extends PlainObject {
  /** Which secret fields the answer had, masked or not. */
  secretFields: string[];
}

/** What the service answered to a write, without secrets: the baseline for everything that the program leaves out. */
export interface Answered {
  eventTypeName?: string | undefined;
  enabled?: boolean | undefined;
  matchers?: unknown;
  metricThreshold?: MetricThreshold | undefined;
  threshold?: Threshold | undefined;
  /** One for each declared notification, in the program's order; `null` where the answer had none. */
  notifications: (AnsweredNotification | null)[];
}

/** Nothing in it is secret. */
export interface Written {
  /** What the program declared, without secrets. */
  declared: PlainObject;
  answered: Answered;
}

/** The same as it stands in the state: what it says beyond the words beside it; `answered` without notifications. */
export interface Remembered extends BaselineDelta {
  /** From the declared notifications in their uniform spelling; absent when no answer departs from them. */
  readonly notifications?: readonly (Delta | null)[];
}

const OPEN = ["eventTypeName", "enabled", "matchers", "metricThreshold", "threshold"];
const DECLARED = [...OPEN, "notifications"];

/**
 * Nothing where the service answered just what was declared: the engine encrypts it anew with every step.
 * @param inputs those that the state will hold
 */
export function remembered({ declared, answered }: Written, inputs: PlainObject): Remembered | undefined {
  const others = { ...answered, notifications: declared["notifications"] };
  const words = answeredAlike(declared);
  const notifications = answered.notifications.map(
    (each, index) => each && deltaOf(words[index] ?? {}, each),
  );
  const known: Remembered = {
    ...baselineDelta(pick(inputs, DECLARED), declared, others),
    ...(!notifications.every((each) => each !== null && isEmpty(each)) && { notifications }),
  };
  return Object.keys(known).length === 0 ? undefined : known;
}

/** The reverse. @param state the inputs beside it */
export function recalled(known: Remembered | undefined = {}, state: PlainObject): Written {
  const { declared, answered } = baselineOf(pick(state, DECLARED), known);
  const words = answeredAlike(declared);
  const notifications = (known.notifications ?? words.map((): Delta => ({}))).map(
    (each, index) => each && (applied(words[index] ?? {}, each) as AnsweredNotification),
  );
  return { declared, answered: { ...answered, notifications } };
}

/** The declared notifications as a service answers that adds nothing and returns no secret. */
function answeredAlike(declared: PlainObject): AnsweredNotification[] {
  return listIn(declared["notifications"]).map((each) => ({ ...uniform(each), secretFields: [] }));
}

/** What to remember of a write: what was declared, and what the service made of it. */
export function written(inputs: PlainObject, answer: AlertConfig): Written {
  const declared = pick(inputs, DECLARED);
  const notifications = joinSecrets(listIn(inputs["notifications"]), inputs["notificationSecrets"]);
  const live = answer.notifications ?? [];
  const pairs = pair(
    notifications.map((notification) => ({ open: uniform(openPart(notification)), secrets: notification })),
    live,
  );
  return {
    declared,
    answered: answeredOf(
      answer,
      pairs.map((index) => (index === undefined ? undefined : live[index])),
    ),
  };
}

/**
 * Whether the service answers, word by word and in the same order, what it answered to our write, and no secret is in
 * it: most are read so, and need no closer look.
 */
export function isAsAnswered({ answered }: Written, live: AlertConfig): boolean {
  return (
    answered.notifications.every((each) => each?.secretFields.length === 0) &&
    jsonEqual(answeredOf(live, live.notifications ?? []), answered)
  );
}

/** @param notifications those of `live` in the order of the declared ones */
function answeredOf(live: AlertConfig, notifications: readonly (Notification | undefined)[]): Answered {
  return {
    ...pick({ ...live }, OPEN),
    notifications: notifications.map((each) => (each === undefined ? null : answeredNotification(each))),
  };
}

/** The same after a write of `enabled` alone. */
export function switched({ declared, answered }: Written, inputs: PlainObject, answer: AlertConfig): Written {
  return {
    declared: withoutUndefined({ ...declared, enabled: inputs["enabled"] }),
    answered: withoutUndefined({ ...answered, enabled: answer.enabled }),
  };
}

function answeredNotification(notification: Notification): AnsweredNotification {
  return { ...openAnswer(notification), secretFields: answeredSecrets(secretPart({ ...notification })) };
}
