/** How a live store differs from the declared one. */

import type { Carried } from "../../core/carried";
import { carriedIn, writtenState } from "../../core/carried";
import type { Comparison, Drift } from "../../core/comparison";
import type { NotTaken } from "../../core/not-taken";
import { notTakenIn } from "../../core/not-taken";
import type { Row } from "../../core/rows";
import { keyOf } from "../../core/key";
import {
  comparisonOf,
  differencesIn,
  isDifferent,
  isDrift,
  pathOf,
  secretsIn,
  withLiveValues,
} from "../../core/comparison";
import { optionsIn } from "../../core/description";
import { rowsOf } from "../../core/rows";
import { differenceText, parsePath, pathText, valueAt, withValue } from "../../core/problems";
import { isGiven } from "../../secrets/masks";
import { declaredAdditional, foldAdditional } from "../../fields/additional";
import type { Store, StoreFields } from "../../fields/store";
import { STORE_SECRETS } from "../../fields/store";
import { canonicalJson, jsonEqual, omit, pick, withoutUndefined } from "../../json";
import { publicPartOf } from "../../secrets/values";
import type { Baseline, StoreArgs, StoreState } from "./encoding";
import { comparedStore, withSecrets } from "./encoding";
import { OPTIONS } from "./description";
import type { StoreKind } from "./kinds";

/** Whether two sets of arguments ask for the same store. */
export function sameStore(fields: StoreFields, a: StoreArgs, b: StoreArgs): boolean {
  return meaningOf(fields, a) === meaningOf(fields, b);
}

function meaningOf(fields: StoreFields, args: StoreArgs): string {
  const store = withSecrets(comparedStore(fields, args), args);
  return canonicalJson({
    ...optionsIn({ options: OPTIONS }, args),
    store: keyOf(fields.table, store, { secrets: true }),
    changedSecrets: args.changedSecrets ?? [],
  });
}

/** The baseline after a write or an adoption. @param live what the service returned */
export function baselineOf(fields: StoreFields, args: StoreArgs, live: Store): Baseline {
  const found = foldAdditional(fields.table, live);
  return {
    declared: comparedStore(fields, args),
    returned: withoutUndefined({ ...comparedStore(fields, found), ...declaredAdditional(args, found) }),
    secretFields: STORE_SECRETS.filter((path) => isGiven(valueAt(live, path))).map(pathText),
  };
}

/** What the service did not take of a write. @param live what it returned */
export function notTakenOf(fields: StoreFields, args: StoreArgs, live: Store): NotTaken[] {
  return notTakenIn(rowsOfStore(fields, args, live, baselineOf(fields, args, live)));
}

/** @param baseline without it, exactly what is declared is expected, as far as the service shows it */
function rowsOfStore(
  fields: StoreFields,
  args: StoreArgs,
  live: Store,
  baseline: Baseline = { declared: comparedStore(fields, args), returned: {}, secretFields: [] },
): Row[] {
  const { declared, returned, secretFields } = baseline;
  const marks = secretFields.reduce<unknown>((all, path) => withValue(all, parsePath(path), "returned"), {});
  return rowsOf(fields.table, {
    declared: withSecrets(declared, args),
    expected: withSecrets(returned, marks as object),
    live: withSecrets(comparedStore(fields, foldAdditional(fields.table, live)), live),
  });
}

/** The arguments that describe the live store, in the spelling of the program where they mean the same. */
export function refresh(fields: StoreFields, args: StoreArgs, baseline: Baseline, live: Store): StoreArgs {
  const rows = rowsOfStore(fields, args, live, baseline);
  const words = comparedStore(fields, args);
  const same = fields.open.filter((field) => jsonEqual(words[field], baseline.declared[field]));
  const found = withLiveValues({ ...baseline.declared, ...pick(args, same) }, rows);
  // The baseline has only fingerprints of certificates.
  const areAsWritten =
    jsonEqual(words.customCertificates, baseline.declared.customCertificates) &&
    !rows.some((row) => row.path[0] === "customCertificates" && isDifferent(row));
  const { changedSecrets } = secretsIn(rows, pathOf);
  return withoutUndefined({
    ...omit(args, [...fields.open, "changedSecrets"]),
    ...withSecrets(found, args),
    customCertificates: (areAsWritten ? args : live).customCertificates,
    changedSecrets: changedSecrets.length > 0 ? changedSecrets : undefined,
  }) as StoreArgs;
}

/** @param baseline `undefined` if the state is encrypted: what the arguments leave out then counts as having its default */
export function driftOf(
  fields: StoreFields,
  args: StoreArgs,
  baseline: Baseline | undefined,
  live: Store,
): Drift {
  const rows = rowsOfStore(fields, args, live, baseline);
  const secrets = secretsIn(rows, pathOf);
  if (baseline === undefined)
    return { changes: differencesIn(rows.filter((row) => isDrift(row))), ...secrets };
  const found = refresh(fields, args, baseline, live);
  const words = comparedStore(fields, args);
  const asDeclared = { declared: words, returned: words, secretFields: [] };
  const changes = differencesIn(rowsOfStore(fields, args, { ...found, id: live.id }, asDeclared));
  return { changes, ...secrets };
}

/** Compares a live store with arguments. What they leave out may have any value. */
export function compareDeclared(fields: StoreFields, args: StoreArgs, live: Store): Comparison {
  return comparisonOf(rowsOfStore(fields, args, live), undeclaredIn(fields, args, live));
}

/**
 * What a write sends besides what the program declares, of the fields that the table has.
 * @param former the state; absent if nothing was written before, as after an adoption
 */
export function undeclaredIn(
  { table }: StoreFields,
  args: StoreArgs,
  live: Store,
  former?: Pick<StoreState, "args" | "baseline">,
): Carried {
  const { args: shown, baseline } = writtenState(former) ?? {};
  // A baseline has only fingerprints of certificates, and no secrets.
  const returned = baseline && { ...baseline.returned, customCertificates: live.customCertificates };
  const declared = baseline && withSecrets(baseline.declared, shown ?? {});
  const { awsAccessKey: _, awsSecretKey: __, ...theirs } = live;
  // With a role of the machine the keys have no use.
  return carriedIn(table, {
    news: args,
    shown,
    declared,
    returned,
    live: args.s3AuthMethod === "IAM_ROLE" ? theirs : live,
  });
}

/** Describes how the store at another connection differs from the one in the state: one line for each difference, live first. */
export function describeOtherStore(
  { identity }: Pick<StoreKind, "identity">,
  args: StoreArgs,
  live: Store,
): string[] {
  const changes = identity
    .filter((name) => live[name] !== args[name])
    .map((name) => differenceText({ path: [name], before: live[name], after: args[name] }));
  const [ours, theirs] = [hostsOf(args.uri), hostsOf(live.uri)];
  if (ours === theirs) return changes;
  // Hosts that may be part of a password are not shown.
  const isShown = ours !== undefined && theirs !== undefined;
  return [...changes, isShown ? `hosts of uri: ${theirs} => ${ours}` : "hosts of uri: another value"];
}

/** The hosts of a connection string, which are not secret; `undefined` if they may be part of a password. */
function hostsOf(uri: string | undefined): string | undefined {
  const open = uri === undefined ? undefined : publicPartOf(uri);
  return open?.replace(/^.*:\/\//, "").split("/")[0];
}
