/**
 * Finds the existing alert configurations that mean the same as declared ones.
 *
 * One that belongs to no resource (the caller leaves out the others, see `listToAdopt` in `alert-config-set/adopting.ts`) matches if no
 * row differs: what the program leaves out must have the default of its table, if that has one, a secret that is left out must be unset,
 * and a mask must agree with the declared secret in what it shows.
 *
 * If several match a declared one, it gets the one with the fewest fields that the program leaves out, then one that shows its secrets,
 * then the first that the service lists, unless another declared one needs that. The others stay as they are, and count as unmanaged. If
 * one matches several declared ones, one of them gets it, and those that get none are created. If masks leave open which of several it
 * is, the declared secrets are written.
 */

import { isDrift, isLeftOut, secretsIn } from "../../core/comparison";
import { inOneOrder } from "../../core/rows";
import { keyOf } from "../../core/key";
import type { AlertConfigBody, LiveAlert } from "../../fields/alert-config";
import { ALERT_CONFIG, METRIC_THRESHOLD } from "../../fields/alert-config";
import type { LiveNotification } from "../../fields/notification";
import { addressFieldsOf, fieldsRequiredBy, notificationTypeOf } from "../../fields/notification";
import { canonicalJson, groupBy, pick } from "../../json";
import { hasUse, pathIn, rowsOfAlert } from "./compare";
import type { AlertArgs, AlertsByName } from "./encoding";

export interface Match extends Candidate {
  /** Whether masks hide which of several it is, so that only a write makes sure. */
  readonly isAmbiguous: boolean;
}

interface Candidate {
  readonly live: LiveAlert;
  /** Secrets that the response neither confirms nor contradicts, by path. */
  readonly unverifiedSecrets: readonly string[];
  readonly isMasked: boolean;
  /** How many fields the program leaves out, and the service has filled in or somebody has set. */
  readonly undeclared: number;
}

/**
 * Assigns as many existing alert configurations to declared ones as possible: one that an earlier run has created must not be
 * created again.
 * @param live those that belong to no resource
 */
export function matchExisting(declared: AlertsByName, live: readonly LiveAlert[]): Map<string, Match> {
  const candidates = candidatesOf(declared, live);
  const byId = groupBy([...candidates.values()].flat(), (candidate) => candidate.live.id);
  const matches = new Map<string, Match>();
  for (const [name, found] of assign(candidates)) {
    const isAlone = candidates.get(name)?.length === 1 && byId.get(found.live.id)?.length === 1;
    matches.set(name, { ...found, isAmbiguous: found.isMasked && !isAlone });
  }
  return matches;
}

/** The existing alert configurations by what must be equal in any case, for {@link equalTo}. */
export function byOutline(live: readonly LiveAlert[]): ReadonlyMap<string, readonly LiveAlert[]> {
  return groupBy(live, outlineOf);
}

/** The existing alert configurations that mean the same as a declared one. */
export function equalTo(args: AlertArgs, existing: ReturnType<typeof byOutline>): Candidate[] {
  const similar = existing.get(outlineOf(args)) ?? [];
  return similar.flatMap((live) => candidateOf(args, live) ?? []);
}

/** By name, the best ones first. */
function candidatesOf(declared: AlertsByName, live: readonly LiveAlert[]): Map<string, Candidate[]> {
  const existing = byOutline(live);
  const best = (args: AlertArgs): Candidate[] => equalTo(args, existing).sort((a, b) => rank(a) - rank(b));
  return new Map([...declared].map(([name, args]) => [name, best(args)]));
}

function rank({ undeclared, isMasked }: Candidate): number {
  return undeclared + (isMasked ? 0.5 : 0);
}

/** Returns one text for the fields that must be equal in any case. It saves the comparison of each with each. */
function outlineOf(alert: AlertConfigBody | LiveAlert): string {
  const { notifications = [] } = alert;
  return canonicalJson([keyOf(OUTLINE, alert, { secrets: false }), inOneOrder(notifications.map(targetOf))]);
}

const OUTLINE = {
  ...pick(ALERT_CONFIG, ["eventTypeName", "enabled", "matchers"]),
  metricThreshold: { type: { object: pick(METRIC_THRESHOLD, ["metricName", "operator"]) } },
};

/** The type, and the fields of the address that it requires. */
function targetOf(notification: LiveNotification): object {
  const { typeName } = notification;
  const required = fieldsRequiredBy(typeName);
  const fields = addressFieldsOf(typeName).filter((field) => required.includes(field));
  return { ...pick(notification, fields), typeName: notificationTypeOf(typeName) };
}

/** A live alert configuration that is as declared, if its fields that the program leaves out may be filled in by the service. */
function candidateOf(args: AlertArgs, live: LiveAlert): Candidate | undefined {
  const rows = rowsOfAlert(args, live);
  if (rows.some((row) => isDrift(row, hasUse(args, row)))) return undefined;
  return {
    live,
    unverifiedSecrets: secretsIn(rows, pathIn(args)).unverifiedSecrets,
    isMasked: rows.some(({ field, declared, live: shown }) => field.secret === true && declared !== shown),
    undeclared: rows.filter(isLeftOut).length,
  };
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
