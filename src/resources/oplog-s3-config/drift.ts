/** How a live oplog store differs from the declared one. */

import type { Comparison } from "../../core/adoption";
import type { Drift } from "../../core/differences";
import { differences, differenceText } from "../../core/differences";
import type { MaskVerdict } from "../../core/masks";
import { compareMasked, returnedSecrets, secretVerdict } from "../../core/masks";
import type { OpenStoreField, OplogS3Config, OplogS3ConfigBody } from "../../fields/oplog-s3-config";
import { OPEN_STORE_FIELDS, SECRET_STORE_FIELDS } from "../../fields/oplog-s3-config";
import type { Returned } from "../../fields/table";
import { jsonEqual, omit, pick } from "../../json";
import { publicPartOf, userInfoOf, withoutUserInfo } from "../../secrets";
import type { Baseline, ComparedStore, SecretPath, StoreArgs } from "./encoding";
import { comparedStore } from "./encoding";

/** Fields that some versions of the service never return. */
export const NOT_ALWAYS_RETURNED: readonly OpenStoreField[] = ["s3AuthMethod", "s3MaxConnections"];

/** Whether two sets of arguments ask for the same store. */
export function sameStore(a: StoreArgs, b: StoreArgs): boolean {
  return jsonEqual(meaningOf(a), meaningOf(b));
}

function meaningOf(args: StoreArgs): object {
  return {
    ...comparedStore(args),
    disableProxyS3: args.disableProxyS3 ?? false,
    changedSecrets: args.changedSecrets ?? [],
    ...pick(args, ["storeId", ...SECRET_STORE_FIELDS, "secretsVersion"]),
    clientSecret: args.oidc?.clientSecret,
  };
}

/** The baseline after a write or an adoption. @param live what the service returned */
export function baselineOf(args: StoreArgs, live: OplogS3Config): Baseline {
  return {
    declared: comparedStore(args),
    returned: comparedStore(live),
    secretFields: returnedSecrets(secretsOf(live)),
  };
}

export interface Refreshed {
  /** The arguments that describe the live store, in the spelling of the program where they mean the same. */
  readonly args: StoreArgs;
  /** Secrets that the response neither confirms nor contradicts. */
  readonly unverifiedSecrets: readonly SecretPath[];
}

export function refresh(
  args: StoreArgs,
  { declared, returned, secretFields }: Baseline,
  live: OplogS3Config,
): Refreshed {
  const [now, words] = [comparedStore(live), comparedStore(args)];
  const isUnchanged = (field: OpenStoreField): boolean => {
    // After an upgrade the service may begin to return a field, which is not a change.
    const isNewField =
      NOT_ALWAYS_RETURNED.includes(field) && returned[field] === undefined && declared[field] === undefined;
    return isNewField || jsonEqual(now[field], returned[field]);
  };
  const unchanged = OPEN_STORE_FIELDS.filter((field) => isUnchanged(field) && declared[field] !== undefined);
  const asWritten = unchanged.filter((field) => jsonEqual(words[field], declared[field]));
  // A drift that a refresh found before, and that is gone.
  const reverted = unchanged.filter((field) => !asWritten.includes(field));
  const changed = OPEN_STORE_FIELDS.filter((field) => !isUnchanged(field));
  const { customCertificates, ...open }: Returned<OplogS3ConfigBody> = {
    ...pick(live, changed),
    ...pick(args, asWritten),
    ...omit(pick(declared, reverted), ["customCertificates"]),
  };
  // The baseline has only fingerprints of certificates.
  const certificates = reverted.includes("customCertificates") ? live.customCertificates : customCertificates;
  const verdicts = compareSecrets(args, secretFields, live);
  const fieldsThatAre = (verdict: MaskVerdict): SecretPath[] =>
    verdicts.filter(([, found]) => found === verdict).map(([field]) => field);
  const changedSecrets = fieldsThatAre("changed");
  return {
    args: {
      ...omit(args, [...OPEN_STORE_FIELDS, "changedSecrets"]),
      ...(open as OplogS3ConfigBody),
      ...(certificates !== undefined && { customCertificates: certificates }),
      ...(open.oidc !== undefined && {
        oidc: { ...omit(open.oidc, ["clientSecret"]), ...pick(args.oidc ?? {}, ["clientSecret"]) },
      }),
      ...(changedSecrets.length > 0 && { changedSecrets }),
    },
    unverifiedSecrets: fieldsThatAre("cannotTell"),
  };
}

/** All secrets of a store by path, also those that it does not have. */
function secretsOf(store: Returned<OplogS3ConfigBody>): Record<SecretPath, string | undefined> {
  const { awsAccessKey, awsSecretKey, uri, oidc } = store;
  return { awsAccessKey, awsSecretKey, uri, "oidc.clientSecret": oidc?.clientSecret };
}

function compareSecrets(
  args: StoreArgs,
  returnedBefore: readonly SecretPath[],
  live: OplogS3Config,
): [SecretPath, MaskVerdict][] {
  const [ours, theirs] = [secretsOf(args), secretsOf(live)];
  return (Object.keys(ours) as SecretPath[]).map((field) => {
    const compare = field === "uri" ? compareUri : compareMasked;
    return [field, secretVerdict(ours[field], theirs[field], returnedBefore.includes(field), compare)];
  });
}

/** Newer versions mask only the user info of a connection string; the rest is compared as it is. */
function compareUri(known: string, returned: string): MaskVerdict {
  if (known === returned) return "same";
  const isMasked = /REDACTED|\*{2,}/.test(userInfoOf(returned) ?? "");
  if (!isMasked) return compareMasked(known, returned);
  return withoutUserInfo(known) === withoutUserInfo(returned) ? "same" : "changed";
}

/** The fields that the service does not return. */
function silentFields(returned: ComparedStore): OpenStoreField[] {
  return OPEN_STORE_FIELDS.filter((field) => returned[field] === undefined);
}

/** The baseline of arguments of which no write is known. @param defaults expected of what they leave out */
function assumedBaseline(args: StoreArgs, live: OplogS3Config, defaults: ComparedStore = {}): Baseline {
  const baseline = baselineOf(args, live);
  const silent = silentFields(baseline.returned);
  const expected = { ...baseline.returned, ...omit({ ...defaults, ...baseline.declared }, silent) };
  return { ...baseline, returned: expected };
}

/** @param baseline `undefined` if the state is encrypted: what the arguments leave out then counts as having its default */
export function driftOf(
  args: StoreArgs,
  baseline: Baseline | undefined,
  live: OplogS3Config,
): Drift<SecretPath> {
  const known = baseline ?? assumedBaseline(args, live, DEFAULTS);
  const { args: found, unverifiedSecrets } = refresh(args, known, live);
  const changedSecrets = (found.changedSecrets ?? []) as SecretPath[];
  return {
    changes: differences(comparedStore(args), comparedStore(found)),
    changedSecrets,
    unverifiedSecrets,
  };
}

/** Compares a live store with arguments. What they leave out may have any value. */
export function compareDeclared(args: StoreArgs, live: OplogS3Config): Comparison {
  const baseline = assumedBaseline(args, live);
  const now = comparedStore(live);
  const silent = silentFields(now);
  const found = refresh(args, baseline, live);
  const unshown = NOT_ALWAYS_RETURNED.filter(
    (field) => live[field] === undefined && args[field] !== undefined,
  );
  const unverifiedSecrets = [...found.unverifiedSecrets, ...unshown];
  const changedSecrets = found.args.changedSecrets ?? [];
  const same = changedSecrets.length === 0 && sameStore(found.args, args);
  if (same) return { same, changes: [], changedSecrets, unverifiedSecrets };
  const declared = { ...baseline.declared, ...(args.oidc === undefined && pick(now, ["oidc"])) };
  const openChanges = differences(withoutDefaults(now, declared), omit(declared, silent));
  const changes = [
    ...openChanges.map(differenceText),
    ...unshown.map((field) => `${field}: not shown by the service => ${JSON.stringify(args[field])}`),
  ];
  return { same, changes, changedSecrets, unverifiedSecrets };
}

/** The values of fields that are left out. */
export const DEFAULTS: ComparedStore = {
  assignmentEnabled: true,
  disableProxyS3: false,
  encryptedCredentials: false,
  s3AuthMethod: "KEYS",
  ssl: false,
};

function withoutDefaults(live: ComparedStore, declared: ComparedStore): ComparedStore {
  const isDefault = (field: OpenStoreField): boolean =>
    declared[field] === undefined && DEFAULTS[field] !== undefined && DEFAULTS[field] === live[field];
  return omit(live, OPEN_STORE_FIELDS.filter(isDefault));
}

/** Describes how the store at another connection differs from the one in the state: one line for each difference, live first. */
export function describeOtherStore(args: StoreArgs, live: OplogS3Config): string[] {
  const identity = (store: Returned<OplogS3ConfigBody>): object =>
    pick(store, ["s3BucketEndpoint", "s3BucketName"]);
  const changes = differences(identity(live), identity(args)).map(differenceText);
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
