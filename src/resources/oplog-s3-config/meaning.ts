/** When two oplog stores mean the same, and what a live one means in the words of the program. */

import { createHash } from "node:crypto";
import type { OplogS3Config } from "../../api/oplog-s3-configs";
import type { PlainObject } from "../../json";
import { isPlainObject, jsonEqual, omit, pick, withoutUndefined } from "../../json";
import type { BaselineDelta } from "../../core/delta";
import { baselineDelta, baselineOf } from "../../core/delta";
import { differences, differenceText } from "../../core/differences";
import type { Comparison } from "../../core/importing";
import type { MaskVerdict } from "../../core/masks";
import { answeredSecrets, compareMasked, secretVerdict } from "../../core/masks";
import { publicPartOf, SECRET_STORE_FIELDS, userInfoOf, withoutUserInfo } from "../../secrets";
import { OPEN_FIELDS } from "./names";

/** Fields that some versions of the service do not return, set or not (specification 2.2). */
export const UNRETURNED: ReadonlySet<string> = new Set(["s3AuthMethod", "s3MaxConnections"]);

const OIDC_SECRET: ReadonlySet<string> = new Set(["clientSecret"]);

/** Nothing in it is secret, nor large. */
export interface Written {
  /** What the program declared, by field, in the one form that is compared. */
  declared: PlainObject;
  /** What the service answered to our last write, in the same form. */
  answered: PlainObject;
  /** Which secret fields that answer had, masked or not. */
  secretFields: string[];
}

/** The same as it stands in the state: what it says beyond the words beside it. */
export interface Remembered extends BaselineDelta {
  readonly secretFields: string[];
}

/** @param inputs those that the state will hold */
export function remembered({ declared, answered, secretFields }: Written, inputs: PlainObject): Remembered {
  return { ...baselineDelta(comparable(inputs), declared, answered), secretFields };
}

/** The reverse. @param state the inputs beside it */
export function recalled(known: Remembered, state: PlainObject): Written {
  return { ...baselineOf(comparable(state), known), secretFields: known.secretFields };
}

/** Inputs without an empty `s3RegionOverride`, which means none. */
export function withoutEmptyRegion(inputs: PlainObject): PlainObject {
  return inputs["s3RegionOverride"] === "" ? omit(inputs, new Set(["s3RegionOverride"])) : inputs;
}

/** Whether two sets of inputs ask for the same store. */
export function sameStore(a: PlainObject, b: PlainObject): boolean {
  return jsonEqual(meaningOf(a), meaningOf(b));
}

function meaningOf(inputs: PlainObject): PlainObject {
  return {
    ...comparable(inputs),
    disableProxyS3: inputs["disableProxyS3"] ?? false,
    storeId: inputs["storeId"],
    awsAccessKey: inputs["awsAccessKey"],
    awsSecretKey: inputs["awsSecretKey"],
    uri: inputs["uri"],
    clientSecret: clientSecretOf(inputs),
    secretsVersion: inputs["secretsVersion"],
    changedSecrets: inputs["changedSecrets"] ?? [],
  };
}

/** The open fields in the one form that is compared: sets sorted, certificates by file name and fingerprint. */
export function comparable(store: PlainObject): PlainObject {
  const entries = OPEN_FIELDS.map((field) => [field, comparableField(field, store[field])]);
  return withoutUndefined(Object.fromEntries(entries)) as PlainObject;
}

function comparableField(field: string, value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (field === "s3RegionOverride" && value === "") return undefined;
  if (field === "labels" && Array.isArray(value)) return [...(value as string[])].sort();
  if (field === "customCertificates" && Array.isArray(value)) {
    return value
      .filter(isPlainObject)
      .map(({ filename, certString }) => `${String(filename)} ${fingerprint(String(certString))}`)
      .sort();
  }
  return field === "oidc" && isPlainObject(value) ? omit(value, OIDC_SECRET) : value;
}

/** A PEM text as a short digest; white space in it does not matter. */
function fingerprint(pem: string): string {
  return createHash("sha256").update(pem.replace(/\s+/g, "")).digest("hex").slice(0, 32);
}

function clientSecretOf(store: PlainObject): unknown {
  return isPlainObject(store["oidc"]) ? store["oidc"]["clientSecret"] : undefined;
}

/** What to remember of a write. */
export function written(inputs: PlainObject, answer: OplogS3Config): Written {
  const live = { ...answer } as PlainObject;
  return {
    declared: comparable(inputs),
    answered: comparable(live),
    secretFields: answeredSecrets(secretsOf(live)),
  };
}

/** A live store as the inputs that would describe it; `state` holds the words of the program. */
export function refreshed(
  before: Written,
  state: PlainObject,
  answer: OplogS3Config,
): { open: PlainObject; changedSecrets: string[]; unverifiedSecrets: string[] } {
  const live = { ...answer } as PlainObject;
  const now = comparable(live);
  const held = comparable(state);
  const open: PlainObject = {};
  for (const field of OPEN_FIELDS) {
    const declared = before.declared[field];
    // A service that is upgraded may begin to return it; that says nothing of a change.
    const isNews = UNRETURNED.has(field) && before.answered[field] === undefined && declared === undefined;
    const unchanged = isNews || jsonEqual(now[field], before.answered[field]);
    if (!unchanged) open[field] = live[field];
    else if (declared !== undefined) {
      // A drift that was seen and is gone again: the declared value, or, of what is kept as a digest, the live one.
      const known = field === "customCertificates" ? live[field] : declared;
      open[field] = jsonEqual(held[field], declared) ? state[field] : known;
    }
  }
  if (isPlainObject(open["oidc"])) {
    const clientSecret = clientSecretOf(state);
    open["oidc"] = {
      ...omit(open["oidc"], OIDC_SECRET),
      ...(clientSecret !== undefined && { clientSecret }),
    };
  }
  const secretsThat = (verdict: MaskVerdict): string[] => {
    const [mine, theirs] = [secretsOf(state), secretsOf(live)];
    return Object.keys(mine).filter((field) => {
      const compare = field === "uri" ? compareUri : compareMasked;
      const wasAnswered = before.secretFields.includes(field);
      return secretVerdict(mine[field], theirs[field], wasAnswered, compare) === verdict;
    });
  };
  return {
    open: withoutUndefined(open),
    changedSecrets: secretsThat("changed"),
    unverifiedSecrets: secretsThat("cannotTell"),
  };
}

/** All secrets of a store, given or not, by the path of their field. */
function secretsOf(store: PlainObject): Record<string, unknown> {
  const flat = [...SECRET_STORE_FIELDS].map((field) => [field, store[field]]);
  return { ...Object.fromEntries(flat), "oidc.clientSecret": clientSecretOf(store) };
}

/** Of a connection string newer versions mask the user info only; the rest is compared as it is. */
function compareUri(held: string, answered: string): MaskVerdict {
  if (held === answered) return "same";
  const masked = /REDACTED|\*{2,}/.test(userInfoOf(answered) ?? "");
  if (!masked) return compareMasked(held, answered);
  return withoutUserInfo(held) === withoutUserInfo(answered) ? "same" : "changed";
}

export function compareDeclared(inputs: PlainObject, answer: OplogS3Config): Comparison {
  const before = written(inputs, answer);
  const live = comparable({ ...answer });
  const silent = OPEN_FIELDS.filter((field) => live[field] === undefined);
  const expected = { ...before.answered, ...omit(before.declared, new Set(silent)) };
  const { open, changedSecrets, unverifiedSecrets } = refreshed(
    { ...before, answered: expected },
    inputs,
    answer,
  );
  const same = changedSecrets.length === 0 && sameStore({ ...inputs, ...open }, inputs);
  if (same) return { same, changes: [], unverifiedSecrets };
  const declared = { ...comparable(inputs), ...(inputs["oidc"] === undefined && pick(live, ["oidc"])) };
  const openChanges = differences(withoutDefaults(live, declared), omit(declared, new Set(silent)));
  return {
    same,
    changes: [...openChanges.map(differenceText), ...changedSecrets.map((name) => `${name}: another value`)],
    unverifiedSecrets,
  };
}

/** What a field means that is left out. */
const DEFAULTS: PlainObject = {
  assignmentEnabled: true,
  disableProxyS3: false,
  encryptedCredentials: false,
  s3AuthMethod: "KEYS",
  ssl: false,
};

function withoutDefaults(live: PlainObject, declared: PlainObject): PlainObject {
  return Object.fromEntries(
    Object.entries(live).filter(
      ([field, value]) => declared[field] !== undefined || DEFAULTS[field] !== value,
    ),
  );
}

/** Why a store that another connection leads to is not the one in the state; each difference as a line. */
export function identityChanges(state: PlainObject, answer: OplogS3Config): string[] {
  const identity = (store: PlainObject): PlainObject => pick(store, ["s3BucketEndpoint", "s3BucketName"]);
  const [mine, theirs] = [hostsOf(state["uri"]), hostsOf(answer.uri)];
  const changes = differences(identity(state), identity({ ...answer })).map(differenceText);
  if (mine === theirs) return changes;
  // Where the hosts cannot be told from a password, they are not shown.
  const isShown = mine !== undefined && theirs !== undefined;
  return [...changes, isShown ? `hosts of uri: ${mine} => ${theirs}` : "hosts of uri: another value"];
}

/** The hosts of a connection string, which are not secret; `undefined` where they cannot be told from a password. */
function hostsOf(uri: unknown): string | undefined {
  const open = typeof uri === "string" ? publicPartOf(uri) : undefined;
  return open?.replace(/^.*:\/\//, "").split("/")[0];
}
