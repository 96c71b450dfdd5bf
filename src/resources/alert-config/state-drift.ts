/** How a live alert configuration differs from the one in a state, for a report: by the paths and in the order of the program. */

import type { Difference, Drift } from "../../core/differences";
import { differences } from "../../core/differences";
import { isGiven } from "../../core/masks";
import type { AlertConfig, AlertMatcher } from "../../fields/alert-config";
import type { AlertNotification } from "../../fields/notification";
import {
  fieldsRequiredBy,
  knownNotificationType,
  NOTIFICATION_DEFAULTS,
  SECRET_NOTIFICATION_FIELDS,
  withOneSpelling,
} from "../../fields/notification";
import { jsonEqual, omit, pick } from "../../json";
import { knownNotification, pairNotifications, sameAlert } from "./comparison";
import { assumedBaseline, refresh } from "./drift";
import type { AlertArgs, Baseline } from "./encoding";
import { openPart } from "./secrets";

/** @param baseline `undefined` if the state is encrypted: what the arguments leave out then counts as having its default */
export function driftOf(args: AlertArgs, baseline: Baseline | undefined, live: AlertConfig): Drift {
  const known = baseline ?? assumedBaseline(args, live, true);
  const { args: found, unverifiedSecrets } = refresh(args, known, live);
  const { changedSecrets = [] } = found;
  if (sameAlert(omit(found, ["changedSecrets"]), omit(args, ["changedSecrets"])))
    return { changes: [], changedSecrets, unverifiedSecrets };
  const pairs = pairNotifications(args.notifications.map(knownNotification), found.notifications);
  const others = found.notifications.filter((_, index) => !pairs.includes(index));
  const aligned = [
    ...pairs.map((index) => (index === undefined ? undefined : found.notifications[index])),
    ...others,
  ];
  const { matchers = [] } = args;
  const shown = (alert: AlertArgs, notifications: readonly (AlertNotification | undefined)[]): object => ({
    ...pick(alert, ["eventTypeName", "metricThreshold", "threshold"]),
    enabled: alert.enabled === true,
    matchers: alignedMatchers(matchers, alert.matchers),
    notifications: notifications.map((each) => each && withOneSpelling(openPart(each))),
  });
  const changes = differences(shown(args, args.notifications), shown(found, aligned));
  // Without the baseline nobody knows whether the service ever returned a default.
  const isAbsentDefault = ({ path, before, after }: Difference): boolean =>
    path.length === 3 && after === undefined && before === NOTIFICATION_DEFAULTS[String(path[2])];
  return {
    changes: baseline === undefined ? changes.filter((each) => !isAbsentDefault(each)) : changes,
    changedSecrets,
    unverifiedSecrets,
  };
}

/** The matchers, which are a set, in the order of ours: first those that are equal, then the most similar ones. */
function alignedMatchers(
  ours: readonly AlertMatcher[],
  theirs: readonly AlertMatcher[] = [],
): (AlertMatcher | undefined)[] {
  const left = [...theirs];
  const aligned: (AlertMatcher | undefined)[] = ours.map(() => undefined);
  const isLike: ((a: AlertMatcher, b: AlertMatcher) => boolean)[] = [
    jsonEqual,
    (a, b) => a.fieldName === b.fieldName,
    () => true,
  ];
  for (const like of isLike) {
    ours.forEach((matcher, index) => {
      const at = left.findIndex((each) => like(matcher, each));
      if (aligned[index] === undefined && at >= 0) [aligned[index]] = left.splice(at, 1);
    });
  }
  return [...aligned, ...left];
}

/** Without secrets, for a comparison with arguments whose secrets are not known: how many there are would pair the wrong ones. */
export function openOnly(live: AlertConfig): AlertConfig {
  return { ...live, notifications: live.notifications?.map(openPart) };
}

/** The secrets of notifications of ours that the service has, and those that their types require, by path. */
export function secretsOnService(args: AlertArgs, live: AlertConfig): string[] {
  const known = args.notifications.map((each) => knownNotification(openPart(each)));
  const pairs = pairNotifications(known, openOnly(live).notifications ?? []);
  return known.flatMap(({ open }, index) => {
    const at = pairs[index];
    const theirs = at === undefined ? undefined : live.notifications?.[at];
    const required = fieldsRequiredBy(knownNotificationType(open.typeName));
    return SECRET_NOTIFICATION_FIELDS.filter(
      (field) => required.includes(field) || isGiven(theirs?.[field]),
    ).map((field) => `notifications[${index}].${field}`);
  });
}
