/** How an export names alert configurations, and what of their notifications occurs in several. */

import type { Part, Secret, Target } from "../../core/declaring";
import type { Facets } from "../../core/export-names";
import { fieldAfter, joinName, nameApart, slug, uniqueNames, wordsIn } from "../../core/export-names";
import { pathText } from "../../core/problems";
import type { LiveAlert } from "../../fields/alert-config";
import type { OpenNotification } from "../../fields/notification";
import { addressFieldsOf, knownNotificationType, notificationTypeOf } from "../../fields/notification";
import { canonicalJson, pick } from "../../json";
import { unknownFields } from "./put-body";
import type { ExistingAlert } from "./export-form";
import { existingAlert } from "./export-form";
import type { ProjectId } from "./scope";
import { scopeOf } from "./scope";

/** An alert configuration with its name in its project. */
export interface NamedAlert {
  readonly name: string;
  readonly live: LiveAlert;
  readonly existing: ExistingAlert;
  /** The name of an earlier one that is the same in all that the service shows. */
  readonly equalTo?: string | undefined;
}

/**
 * Names the alert configurations of a project by event or metric and matchers, and those that have these in common by what else
 * differs. Only those that are alike in all that the service shows are numbered.
 * @param others those of the project from which the names are to differ
 * @param taken names that no one gets
 */
export function nameAlerts(
  projectId: ProjectId,
  alertConfigs: readonly LiveAlert[],
  others: readonly LiveAlert[] = [],
  taken: readonly string[] = [],
): NamedAlert[] {
  const unique = uniqueNames(taken);
  const wanted = new Set(alertConfigs);
  const all = [...others, ...alertConfigs].map((live) => {
    const existing = existingAlert(projectId, live);
    const { args, secrets } = existing;
    const content = [args, secrets.map(({ path, shown }) => [pathText(path), shown])];
    const shown = canonicalJson(content);
    const order = shown + live.id;
    // The values of fields that this version does not know may differ.
    const meaning = unknownFields(live, scopeOf(projectId)).length === 0 ? shown : order;
    return { live, existing, meaning, base: meaningIn(args), facets: facetsOf(args), order };
  });
  const named = nameApart(all).map((each) => ({ ...each, name: unique(each.name) }));
  const first = new Map(named.toReversed().map(({ meaning, name }) => [meaning, name]));
  return named
    .filter(({ live }) => wanted.has(live))
    .map((each) => {
      const name = first.get(each.meaning);
      return { ...each, equalTo: name === each.name ? undefined : name };
    });
}

function meaningIn({ eventTypeName, metricThreshold, matchers = [] }: ExistingAlert["args"]): string {
  const what = metricThreshold === undefined ? eventTypeName : metricThreshold.metricName;
  return joinName(slug(what) || "alert", ...new Set(matchers.map(({ value }) => slug(value))));
}

function facetsOf(args: ExistingAlert["args"]): Facets {
  const { metricThreshold, threshold, matchers = [], notifications, enabled, forAllGroups, tags = [] } = args;
  const limit = metricThreshold ?? threshold;
  const ofEach = (words: (notification: OpenNotification) => readonly string[]): string[] => [
    ...new Set(notifications.flatMap(words)),
  ];
  return [
    // A name that is too long lacks some of them.
    matchers.flatMap(({ value }) => wordsIn(value)),
    [limit?.operator, metricThreshold?.mode],
    matchers.flatMap(({ operator, fieldName }) => [operator, fieldName]),
    [enabled === true ? "" : "disabled"],
    [forAllGroups === false ? "some projects" : "", ...tags],
    ofEach(({ typeName }) => [typeName]),
    ofEach((notification) => [wordsOf(notification).join(" ")]),
    // A name with a threshold is wrong once that is changed.
    [limit?.threshold, limit?.units],
    ofEach((notification) => [...timingOf(notification), ...channelsOf(notification)]),
  ];
}

/**
 * The secrets of an alert configuration, with keys such as `shop.no-primary.slack.apiToken`. A key repeats no word: those of the
 * webhooks of `host-down-webhook` are `shop.host-down-webhook.url` and `shop.host-down-webhook.url-2`.
 */
export function alertSecrets(project: string, name: string, existing: ExistingAlert): Secret[] {
  const { args, secrets } = existing;
  const { notifications } = args;
  const types = notifications.map(({ typeName }) => slug(typeName));
  return secrets.flatMap(({ path, shown }) => {
    const [, index, field] = path;
    const notification = notifications[Number(index)];
    if (notification === undefined) return [];
    const target = targetOf(notification);
    const type = types[Number(index)] ?? "";
    const number = types.slice(0, Number(index) + 1).filter((each) => each === type).length;
    const isRepeated = `-${name}`.endsWith(`-${type}`);
    const ofField = joinName(fieldAfter(target.noun, String(field)), number === 1 ? "" : String(number));
    const key = [project, name, ...(isRepeated ? [] : [type]), ofField].join(".");
    return [{ path, key, shown, target }];
  });
}

/** The notifications of an alert configuration. */
export function alertParts(notifications: readonly OpenNotification[]): Part[] {
  return notifications.map((notification, index) => ({
    path: ["notifications", index],
    target: targetOf(notification),
    facets: [addressValues(notification).map(([, value]) => value), channelsOf(notification)],
    extras: ["delayMin", "intervalMin"],
  }));
}

/** Words for types that have shorter ones. */
const NOUNS: Readonly<Record<string, string>> = { EMAIL: "mail" };

function targetOf(notification: OpenNotification): Target {
  const address = addressValues(notification).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return {
    name: slug(wordsOf(notification).join(" ")),
    noun: slug(nounOf(notification)),
    title: [notificationTypeOf(notification.typeName), ...address].join(" "),
  };
}

/** `db-alerts` and `slack`; of an e-mail address the part before the domain. */
function wordsOf(notification: OpenNotification): string[] {
  const noun = nounOf(notification);
  const words = addressValues(notification).map(([, value]) =>
    String(value)
      .replace(/(?<=.)@.*/, "")
      .replaceAll(/\bGROUP_/g, ""),
  );
  // The name of a variable does not begin with a digit.
  return /^\d/.test(slug(words.join(" "))) ? [noun, ...words] : [...words, noun];
}

function nounOf({ typeName }: OpenNotification): string {
  const type = notificationTypeOf(typeName);
  // A type that is not listed may have the name of anything.
  return NOUNS[type] ?? knownNotificationType(type) ?? "notification";
}

function addressValues(notification: OpenNotification): [string, unknown][] {
  const fields = addressFieldsOf(knownNotificationType(notification.typeName));
  return Object.entries(pick(notification, fields));
}

function timingOf({ delayMin, intervalMin }: OpenNotification): string[] {
  const delay = delayMin === undefined || delayMin === 0 ? [] : [`after ${delayMin}`];
  return intervalMin === undefined ? delay : [...delay, `every ${intervalMin}`];
}

function channelsOf({ emailEnabled, smsEnabled }: OpenNotification): string[] {
  return [...(emailEnabled === true ? ["by mail"] : []), ...(smsEnabled === true ? ["by sms"] : [])];
}
