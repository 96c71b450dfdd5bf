/** How a live oplog store differs from the declared one. */

import type { Comparison, Drift, Row } from "../../core/comparison";
import { keyOf } from "../../core/key";
import {
  comparisonOf,
  differencesIn,
  isDifferent,
  pathOf,
  rowsOf,
  secretsIn,
  withLiveValues,
} from "../../core/comparison";
import { differenceText, parsePath, valueAt, withValue } from "../../core/problems";
import { returnedSecrets } from "../../secrets/masks";
import type { OplogS3Config } from "../../fields/oplog-s3-config";
import { OPEN_STORE_FIELDS, OPLOG_S3_CONFIG, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import { canonicalJson, jsonEqual, omit, pick, withoutUndefined } from "../../json";
import { publicPartOf } from "../../secrets/values";
import type { Baseline, ComparedStore, SecretPath, StoreArgs } from "./encoding";
import { comparedStore } from "./encoding";

/** Whether two sets of arguments ask for the same store. */
export function sameStore(a: StoreArgs, b: StoreArgs): boolean {
  return meaningOf(a) === meaningOf(b);
}

function meaningOf(args: StoreArgs): string {
  return canonicalJson({
    ...pick(args, ["storeId", "secretsVersion"]),
    store: keyOf(OPLOG_S3_CONFIG, withSecrets(comparedStore(args), secretsByPath(args)), { secrets: true }),
    changedSecrets: args.changedSecrets ?? [],
  });
}

/** @param secrets by path */
function withSecrets(store: ComparedStore, secrets: Readonly<Record<string, unknown>>): object {
  const known = Object.entries(secrets).filter(([path]) => store.oidc !== undefined || !path.includes("."));
  return known.reduce<object>(
    (whole, [path, value]) => withValue(whole, parsePath(path), value) as object,
    store,
  );
}

/** The secrets of a store that are not absent, by path. @param store of which parts may be unknown */
export function secretsByPath(store: object): Partial<Record<SecretPath, unknown>> {
  const paths: readonly SecretPath[] = [...SECRET_STORE_FIELDS, "oidc.clientSecret"];
  const found = paths.map((path) => [path, valueAt(store, parsePath(path))] as const);
  return Object.fromEntries(found.filter(([, value]) => value != null));
}

/** The baseline after a write or an adoption. @param live what the service returned */
export function baselineOf(args: StoreArgs, live: OplogS3Config): Baseline {
  return {
    declared: comparedStore(args),
    returned: comparedStore(live),
    secretFields: returnedSecrets(secretsByPath(live)),
  };
}

/** @param baseline without it, exactly what is declared is expected, as far as the service shows it */
function rowsOfStore(args: StoreArgs, live: OplogS3Config, baseline = assumedBaseline(args, live)): Row[] {
  const { declared, returned, secretFields } = baseline;
  return rowsOf(OPLOG_S3_CONFIG, {
    declared: withSecrets(declared, secretsByPath(args)),
    expected: withSecrets(returned, Object.fromEntries(secretFields.map((path) => [path, "returned"]))),
    live: withSecrets(comparedStore(live), secretsByPath(live)),
  });
}

function assumedBaseline(args: StoreArgs, live: OplogS3Config): Baseline {
  const [declared, now] = [comparedStore(args), comparedStore(live)];
  const shown = OPEN_STORE_FIELDS.filter((field) => now[field] !== undefined);
  return { declared, returned: pick(declared, shown), secretFields: [] };
}

/** The arguments that describe the live store, in the spelling of the program where they mean the same. */
export function refresh(args: StoreArgs, baseline: Baseline, live: OplogS3Config): StoreArgs {
  const rows = rowsOfStore(args, live, baseline);
  const words = comparedStore(args);
  const same = OPEN_STORE_FIELDS.filter((field) => jsonEqual(words[field], baseline.declared[field]));
  const { oidc, ...found } = withLiveValues({ ...baseline.declared, ...pick(args, same) }, rows);
  // The baseline has only fingerprints of certificates.
  const areAsWritten =
    jsonEqual(words.customCertificates, baseline.declared.customCertificates) &&
    !rows.some((row) => row.path[0] === "customCertificates" && isDifferent(row));
  const { changedSecrets } = secretsIn(rows, pathOf);
  return withoutUndefined({
    ...omit(args, [...OPEN_STORE_FIELDS, "changedSecrets"]),
    ...found,
    customCertificates: (areAsWritten ? args : live).customCertificates,
    oidc: oidc && { ...oidc, clientSecret: args.oidc?.clientSecret },
    changedSecrets: changedSecrets.length > 0 ? changedSecrets : undefined,
  }) as StoreArgs;
}

/** @param baseline `undefined` if the state is encrypted: what the arguments leave out then counts as having its default */
export function driftOf(args: StoreArgs, baseline: Baseline | undefined, live: OplogS3Config): Drift {
  if (baseline === undefined) {
    const rows = rowsOfStore(args, live);
    const changed = rows.filter(({ verdict, field }) => verdict === "changed" || field.default !== undefined);
    return { changes: differencesIn(changed), ...secretsIn(rows, pathOf) };
  }
  const found = refresh(args, baseline, live);
  const { unverifiedSecrets } = secretsIn(rowsOfStore(args, live, baseline), pathOf);
  const words = comparedStore(args);
  const asDeclared = { declared: words, returned: words, secretFields: [] };
  const changes = differencesIn(rowsOfStore(args, { ...found, id: live.id }, asDeclared));
  return { changes, changedSecrets: found.changedSecrets ?? [], unverifiedSecrets };
}

/** Compares a live store with arguments. What they leave out may have any value. */
export function compareDeclared(args: StoreArgs, live: OplogS3Config): Comparison {
  const rows = rowsOfStore(args, live);
  // A write sends the sign-in that the program leaves out.
  return comparisonOf(rows.filter(({ path, verdict }) => path[0] !== "oidc" || verdict !== "undeclared"));
}

/** Describes how the store at another connection differs from the one in the state: one line for each difference, live first. */
export function describeOtherStore(args: StoreArgs, live: OplogS3Config): string[] {
  const changes = (["s3BucketEndpoint", "s3BucketName"] as const)
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
