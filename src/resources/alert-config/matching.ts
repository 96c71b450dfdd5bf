/** Finds the existing alert configurations that mean the same as declared ones. */

import { isGiven } from "../../core/masks";
import type { AlertConfig, AlertConfigBody } from "../../fields/alert-config";
import type { Notification } from "../../fields/notification";
import {
  addressFieldsOf,
  fieldsRequiredBy,
  knownNotificationType,
  NOTIFICATION_DEFAULTS,
  notificationTypeOf,
  openFields,
  SECRET_NOTIFICATION_FIELDS,
} from "../../fields/notification";
import { canonicalJson, groupBy, pick } from "../../json";
import { knownFields, knownNotification, pairNotifications, sameQuantity, sorted } from "./comparison";
import { compareDeclared } from "./drift";
import type { AlertArgs } from "./encoding";

export interface Match {
  readonly live: AlertConfig;
  /** Secrets that the response neither confirms nor contradicts, by path. */
  readonly unverifiedSecrets: readonly string[];
  /** Whether masks hide which of several it is, so that only a write makes sure. */
  readonly isAmbiguous: boolean;
}

interface Candidate {
  readonly live: AlertConfig;
  readonly unverifiedSecrets: readonly string[];
  readonly isMasked: boolean;
  /** How many fields the service has filled in, or somebody has set, that the program leaves out. */
  readonly undeclared: number;
}

/**
 * Assigns as many existing alert configurations to declared ones as possible: one that we have created before must not be created
 * again.
 */
export function matchExisting(
  declared: ReadonlyMap<string, AlertArgs>,
  live: readonly AlertConfig[],
): Map<string, Match> {
  const candidates = candidatesOf(declared, live);
  const byId = groupBy([...candidates.values()].flat(), (candidate) => candidate.live.id);
  const matches = new Map<string, Match>();
  for (const [name, { live: found, unverifiedSecrets, isMasked }] of assign(candidates)) {
    const isAlone = candidates.get(name)?.length === 1 && byId.get(found.id)?.length === 1;
    matches.set(name, { live: found, unverifiedSecrets, isAmbiguous: isMasked && !isAlone });
  }
  return matches;
}

/** The existing alert configurations by what must be equal in any case, for {@link equalTo}. */
export function byOutline(live: readonly AlertConfig[]): ReadonlyMap<string, readonly AlertConfig[]> {
  return groupBy(live, outlineOf);
}

/** The existing alert configurations that mean the same as a declared one. */
export function equalTo(
  args: AlertArgs,
  existing: ReadonlyMap<string, readonly AlertConfig[]>,
): AlertConfig[] {
  const similar = existing.get(outlineOf(args)) ?? [];
  return similar.filter((live) => candidateOf(args, live) !== undefined);
}

/** By name, the best ones first. */
function candidatesOf(
  declared: ReadonlyMap<string, AlertArgs>,
  live: readonly AlertConfig[],
): Map<string, Candidate[]> {
  const existing = byOutline(live);
  const found = [...declared].map(([name, args]): [string, Candidate[]] => {
    const similar = existing.get(outlineOf(args)) ?? [];
    const candidates = similar.flatMap((each) => candidateOf(args, each) ?? []);
    return [name, candidates.sort((a, b) => rank(a) - rank(b))];
  });
  return new Map(found.sort(([, [a]], [, [b]]) => (a ? rank(a) : 0) - (b ? rank(b) : 0)));
}

function rank({ undeclared, isMasked }: Candidate): number {
  return undeclared + (isMasked ? 0.5 : 0);
}

/** What must be equal in any case. It saves the comparison of each with each. */
function outlineOf(alert: AlertConfigBody | AlertConfig): string {
  const { eventTypeName, enabled, matchers = [], metricThreshold, notifications = [] } = alert;
  return canonicalJson({
    eventTypeName,
    enabled: enabled === true,
    matchers: sorted(matchers.map(knownFields)),
    metric: metricThreshold && pick(metricThreshold, ["metricName", "operator"]),
    notifications: sorted(notifications.map(targetOf)),
  });
}

/** The type, and the fields of the address that it requires. */
function targetOf(notification: Notification): object {
  const type = knownNotificationType(notification.typeName);
  const required: readonly string[] = type === undefined ? [] : fieldsRequiredBy(type);
  const fields = addressFieldsOf(type).filter((field) => required.includes(field));
  return { ...pick(notification, fields), typeName: notificationTypeOf(notification.typeName) };
}

function candidateOf(args: AlertArgs, live: AlertConfig): Candidate | undefined {
  const [ours, theirs] = [args.metricThreshold, live.metricThreshold];
  const inTheirUnits = ours && { ...ours, units: ours.units ?? theirs?.units };
  if (inTheirUnits && theirs && !sameQuantity(inTheirUnits, theirs)) return undefined;
  const { same, unverifiedSecrets } = compareDeclared(args, live);
  const undeclared = same ? undeclaredFields(args, live) : undefined;
  if (undeclared === undefined) return undefined;
  return { live, unverifiedSecrets, isMasked: hasMaskedSecret(args, live), undeclared };
}

/**
 * The number of fields of the notifications that the program leaves out; `undefined` if one of them has another value than the
 * default, or is a secret.
 */
function undeclaredFields(args: AlertArgs, { notifications = [] }: AlertConfig): number | undefined {
  const known = args.notifications.map(knownNotification);
  const pairs = pairNotifications(known, notifications);
  let undeclared = 0;
  for (const [index, { open, secrets }] of known.entries()) {
    const theirs = notifications[pairs[index] ?? -1];
    if (theirs === undefined) return undefined;
    if (SECRET_NOTIFICATION_FIELDS.some((field) => isGiven(theirs[field]) && secrets[field] === undefined)) {
      return undefined;
    }
    for (const [field, value] of Object.entries(openFields(theirs))) {
      if (Object.hasOwn(open, field)) continue;
      if (field in NOTIFICATION_DEFAULTS && NOTIFICATION_DEFAULTS[field] !== value) return undefined;
      undeclared++;
    }
  }
  return undeclared;
}

function hasMaskedSecret(args: AlertArgs, { notifications = [] }: AlertConfig): boolean {
  const shown = new Set(
    notifications.flatMap((each) => SECRET_NOTIFICATION_FIELDS.map((field) => each[field])),
  );
  return args.notifications.some((each) =>
    SECRET_NOTIFICATION_FIELDS.some((field) => each[field] !== undefined && !shown.has(each[field])),
  );
}

/** Assigns a candidate to as many names as possible: Kuhn's algorithm for a matching in a bipartite graph. */
function assign(candidates: ReadonlyMap<string, readonly Candidate[]>): Map<string, Candidate> {
  const assigned = new Map<string, Candidate>();
  const names = new Map<string, string>();
  const give = (name: string, tried: Set<string>): boolean => {
    for (const candidate of candidates.get(name) ?? []) {
      const { id } = candidate.live;
      if (tried.has(id)) continue;
      tried.add(id);
      const other = names.get(id);
      if (other !== undefined && !give(other, tried)) continue;
      names.set(id, name);
      assigned.set(name, candidate);
      return true;
    }
    return false;
  };
  for (const name of candidates.keys()) give(name, new Set());
  return assigned;
}
