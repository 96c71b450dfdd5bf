/** How a live oplog store differs from the declared one. */

import type { Comparison, Drift, Row } from "../../core/comparison";
import {
  comparisonOf,
  differenceOf,
  isDifferent,
  keyOf,
  pathOf,
  rowsOf,
  secretsIn,
  withLiveValues,
} from "../../core/comparison";
import { differenceText, parsePath, withValue } from "../../core/problems";
import { returnedSecrets } from "../../secrets/masks";
import type { OplogS3Config, OplogS3ConfigBody } from "../../fields/oplog-s3-config";
import { OPEN_STORE_FIELDS, OPLOG_S3_CONFIG, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import type { Returned } from "../../fields/table";
import { canonicalJson, jsonEqual, omit, pick } from "../../json";
import { publicPartOf } from "../../secrets/values";
import type { Baseline, ComparedStore, StoreArgs } from "./encoding";
import { comparedStore } from "./encoding";

/** Whether two sets of arguments ask for the same store. */
export function sameStore(a: StoreArgs, b: StoreArgs): boolean {
  return meaningOf(a) === meaningOf(b);
}

function meaningOf(args: StoreArgs): string {
  return canonicalJson({
    ...pick(args, ["storeId", "secretsVersion"]),
    store: keyOf(OPLOG_S3_CONFIG, withSecrets(comparedStore(args), args), { secrets: true }),
    changedSecrets: args.changedSecrets ?? [],
  });
}

function withSecrets({ oidc, ...store }: ComparedStore, secrets: Returned<OplogS3ConfigBody>): object {
  const { clientSecret } = secrets.oidc ?? {};
  return {
    ...store,
    ...pick(secrets, SECRET_STORE_FIELDS),
    oidc: oidc && { ...oidc, ...(clientSecret !== undefined && { clientSecret }) },
  };
}

/** The baseline after a write or an adoption. @param live what the service returned */
export function baselineOf(args: StoreArgs, live: OplogS3Config): Baseline {
  const { awsAccessKey, awsSecretKey, uri, oidc } = live;
  const secrets = { awsAccessKey, awsSecretKey, uri, "oidc.clientSecret": oidc?.clientSecret };
  return {
    declared: comparedStore(args),
    returned: comparedStore(live),
    secretFields: returnedSecrets(secrets),
  };
}

/** @param baseline without it, exactly what is declared is expected, as far as the service shows it */
function rowsOfStore(args: StoreArgs, live: OplogS3Config, baseline = assumedBaseline(args, live)): Row[] {
  const { declared, returned, secretFields } = baseline;
  return rowsOf(OPLOG_S3_CONFIG, {
    declared: withSecrets(declared, args),
    expected: secretFields.reduce<unknown>(
      (store, path) => withValue(store, parsePath(path), "returned"),
      returned,
    ),
    live: withSecrets(comparedStore(live), live),
  });
}

function assumedBaseline(args: StoreArgs, live: OplogS3Config): Baseline {
  const [declared, now] = [comparedStore(args), comparedStore(live)];
  const shown = OPEN_STORE_FIELDS.filter((field) => now[field] !== undefined);
  return { declared, returned: pick(declared, shown), secretFields: [] };
}

export interface Refreshed {
  /** The arguments that describe the live store, in the spelling of the program where they mean the same. */
  readonly args: StoreArgs;
  /** Secrets that the response neither confirms nor contradicts. */
  readonly unverifiedSecrets: readonly string[];
}

export function refresh(args: StoreArgs, baseline: Baseline, live: OplogS3Config): Refreshed {
  const rows = rowsOfStore(args, live, baseline);
  const { customCertificates: certificates, ...declared } = baseline.declared;
  const words = comparedStore(args);
  const spelled = Object.entries(declared).map(([name, value]) => {
    const field = name as keyof typeof declared;
    return [name, jsonEqual(words[field], value) ? args[field] : value];
  });
  const isOfCertificates = ({ path }: Row): boolean => path[0] === "customCertificates";
  const found = withLiveValues(
    Object.fromEntries(spelled) as Partial<OplogS3ConfigBody>,
    rows.filter((row) => !isOfCertificates(row)),
  );
  // The baseline has only fingerprints of certificates.
  const areAsWritten =
    jsonEqual(words.customCertificates, certificates) && !rows.filter(isOfCertificates).some(isDifferent);
  const { customCertificates } = areAsWritten ? args : live;
  const { changedSecrets, unverifiedSecrets } = secretsIn(rows, pathOf);
  return {
    args: {
      ...omit(args, [...OPEN_STORE_FIELDS, "changedSecrets"]),
      ...(found as OplogS3ConfigBody),
      ...(customCertificates !== undefined && { customCertificates }),
      ...(found.oidc !== undefined && {
        oidc: { ...omit(found.oidc, ["clientSecret"]), ...pick(args.oidc ?? {}, ["clientSecret"]) },
      }),
      ...(changedSecrets.length > 0 && { changedSecrets }),
    },
    unverifiedSecrets,
  };
}

/** @param baseline `undefined` if the state is encrypted: what the arguments leave out then counts as having its default */
export function driftOf(args: StoreArgs, baseline: Baseline | undefined, live: OplogS3Config): Drift {
  if (baseline === undefined) {
    const rows = rowsOfStore(args, live);
    const isDrift = ({ verdict, field }: Row): boolean =>
      verdict === "changed" || field.default !== undefined;
    const changes = rows.filter((row) => isDifferent(row) && isDrift(row)).map(differenceOf);
    return { changes, ...secretsIn(rows, pathOf) };
  }
  const { args: found, unverifiedSecrets } = refresh(args, baseline, live);
  const words = comparedStore(args);
  const asDeclared = { declared: words, returned: words, secretFields: [] };
  const rows = rowsOfStore(args, { ...found, id: live.id }, asDeclared);
  const { changedSecrets = [] } = found;
  return { changes: rows.filter(isDifferent).map(differenceOf), changedSecrets, unverifiedSecrets };
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
