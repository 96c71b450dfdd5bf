/** The typed form of a store, and the form in which the engine stores it. */

import { createHash } from "node:crypto";
import type { CommonArgs, Outputs, StateOf } from "../../core/definition";
import { optionsIn } from "../../core/description";
import type { Delta } from "../../core/delta";
import { applyDelta, deltaOf } from "../../core/delta";
import { valueAt, withValue } from "../../core/problems";
import type { CustomCertificate, Oidc, OpenStoreField, StoreBody, StoreFields } from "../../fields/store";
import { STORE_SECRETS } from "../../fields/store";
import type { Link, Returned } from "../../fields/table";
import { publicArguments } from "../../fields/table";
import { isEmptyList, isPlainObject, pick } from "../../json";
import { OPTIONS } from "./description";

/** The arguments of a store. */
export interface StoreArgs extends StoreBody, CommonArgs {
  readonly storeId: string;
  readonly secretsVersion?: string | number | undefined;
  readonly adopt?: boolean | undefined;
}

export interface StoreState extends StateOf<StoreArgs> {
  readonly links: Link[];
  /** Absent for a store that is only looked up. */
  readonly baseline?: Baseline | undefined;
}

/** The last write, for all later comparisons. Nothing in it is secret or large. */
export interface Baseline {
  readonly declared: ComparedStore;
  readonly returned: ComparedStore;
  /** The paths of the secrets that were returned, masked or not. */
  readonly secretFields: readonly string[];
}

/** The open fields of a store in the form in which they are compared. */
export interface ComparedStore extends Returned<
  Omit<Pick<StoreBody, OpenStoreField>, "customCertificates" | "oidc">
> {
  /** File names and fingerprints, sorted. */
  readonly customCertificates?: readonly string[] | undefined;
  readonly oidc?: Omit<Oidc, "clientSecret"> | undefined;
}

/** Sorts sets, and leaves out empty values. */
export function comparedStore(
  { table, open: names }: StoreFields,
  store: Returned<StoreBody>,
): ComparedStore {
  const { customCertificates = [], labels = [], ...open } = publicArguments(table, store);
  const sorted = {
    ...open,
    customCertificates: customCertificates.map(fingerprint).sort(),
    labels: labels.toSorted(),
  };
  // In the order of the table, as messages list differences.
  const compared = Object.entries(pick(sorted, names));
  return Object.fromEntries(compared.filter(([, value]) => value !== "" && !isEmptyList(value)));
}

/** A store with the secrets of another one in place of its own; without those of an object that it lacks. */
export function withSecrets<T extends object>(store: T, other: object): T {
  const paths = STORE_SECRETS.filter((path) => isPlainObject(valueAt(store, path.slice(0, -1))));
  return paths.reduce((whole, path) => withValue(whole, path, valueAt(other, path)) as T, store);
}

/** The file name and a digest of the PEM text; white space in it does not matter. */
export function fingerprint({ filename, certString }: CustomCertificate): string {
  const digest = createHash("sha256").update(certString.replace(/\s+/g, "")).digest("hex").slice(0, 32);
  return `${filename} ${digest}`;
}

/** A baseline as the state stores it: what it says beyond the inputs beside it. Empty parts are absent. */
interface StoredBaseline {
  /** From the inputs, which after a drift are not the declared ones. */
  readonly declared?: Delta | undefined;
  /** From `declared`. */
  readonly returned?: Delta | undefined;
  readonly secretFields: readonly string[];
}

export function encode(fields: StoreFields, { args, links, baseline }: StoreState): Outputs {
  return {
    ...pick(args, fields.all),
    ...optionsIn({ options: OPTIONS }, args),
    links,
    ...(fields.secrets.length > 0 && { changedSecrets: args.changedSecrets ?? [] }),
    __written: baseline && storedBaseline(baseline, comparedStore(fields, args)),
  };
}

export function decode(fields: StoreFields, { links, __written, ...inputs }: Outputs): StoreState {
  const args = inputs as Outputs & StoreArgs;
  const written = __written as StoredBaseline | undefined;
  const baseline = written && baselineFrom(written, comparedStore(fields, args));
  return { args, links: (links ?? []) as Link[], baseline };
}

function storedBaseline(
  { declared, returned, secretFields }: Baseline,
  words: ComparedStore,
): StoredBaseline {
  return {
    declared: deltaOf({ ...words }, { ...declared }),
    returned: deltaOf({ ...declared }, { ...returned }),
    secretFields,
  };
}

function baselineFrom({ declared, returned, secretFields }: StoredBaseline, words: ComparedStore): Baseline {
  const known = applyDelta(words, declared);
  return { declared: known, returned: applyDelta(known, returned), secretFields };
}
