/** What is looked at of a manifest, gathered piece by piece: the whole is megabytes, and this a small part of it. */

import type { Hash } from "node:crypto";
import { createHash } from "node:crypto";
import type { PlainObject } from "../../json";
import { canonicalJson, isPlainObject } from "../../json";
import type { Piece } from "./pieces";

/** What a manifest holds, in a few words. */
export interface ManifestSummary {
  /** The manifest's own stamp, ISO 8601 in UTC. */
  manifestUpdated: string | undefined;
  versionCount: number;
  /** The newest versions by name, at most five. */
  newestVersions: string[];
  /** SHA-256 of the content whatever its white space and key order, because a service may write it anew. */
  canonicalSha256: string;
}

export interface Outline {
  readonly summary: ManifestSummary;
  /** `updated` as it is written. */
  readonly updated: unknown;
  /** The builds by the name of their version, each as the number of its URL: the URLs are half of a manifest. */
  readonly builds: ReadonlyMap<string, ReadonlySet<number>>;
  /** The names of its members. */
  readonly keys: readonly string[];
  /** Whether it has a list of versions. */
  readonly hasVersions: boolean;
  /** How many items this list has, whatever they are. */
  readonly itemCount: number;
  readonly nameless: Nameless;
  /** The names that several versions have. */
  readonly repeatedNames: ReadonlySet<string>;
  readonly hasSpecialLts: boolean;
}

/** The items of the list of versions that have no name. */
export interface Nameless {
  readonly count: number;
  /** The index of the first one. */
  readonly first: number | undefined;
  /** Whether one has `version` in place of `name`, as MongoDB's list of downloads. */
  readonly isDownloadList: boolean;
}

const NEWEST = 5;

export function outlineOf(pieces: Iterable<Piece>): Outline {
  const hashes = new Map<string, Hash>();
  let updated: unknown;
  let versions = noVersions(false);
  for (const { key, isItem, value } of pieces) {
    if (isItem) hashes.get(key)?.update(`${canonicalJson(value)},`);
    else hashes.set(key, createHash("sha256").update(canonicalJson(value)));
    if (key === "updated" && !isItem) updated = value;
    if (key !== "versions") continue;
    if (isItem) addItem(versions, value);
    else versions = noVersions(Array.isArray(value));
  }
  return {
    summary: {
      manifestUpdated: stampOf(updated),
      versionCount: versions.count,
      newestVersions: newestOf(versions.names),
      canonicalSha256: digestOf(hashes),
    },
    updated,
    builds: versions.builds,
    keys: [...hashes.keys()],
    hasVersions: versions.isList,
    itemCount: versions.itemCount,
    nameless: versions.nameless,
    repeatedNames: versions.repeatedNames,
    hasSpecialLts: versions.hasSpecialLts,
  };
}

function newestOf(names: string[]): string[] {
  // Made here, because making one takes longer than loading all of this module.
  const byNumbers = new Intl.Collator("en", { numeric: true });
  return names.sort((a, b) => byNumbers.compare(b, a)).slice(0, NEWEST);
}

interface Versions {
  readonly isList: boolean;
  readonly names: string[];
  readonly builds: Map<string, Set<number>>;
  readonly nameless: { -readonly [Key in keyof Nameless]: Nameless[Key] };
  readonly repeatedNames: Set<string>;
  itemCount: number;
  count: number;
  hasSpecialLts: boolean;
}

function noVersions(isList: boolean): Versions {
  return {
    isList,
    names: [],
    builds: new Map(),
    nameless: { count: 0, first: undefined, isDownloadList: false },
    repeatedNames: new Set(),
    itemCount: 0,
    count: 0,
    hasSpecialLts: false,
  };
}

function addItem(versions: Versions, item: unknown): void {
  const index = versions.itemCount++;
  const version = isPlainObject(item) ? item : {};
  if (isPlainObject(item)) versions.count++;
  versions.hasSpecialLts ||= "isSpecialLTSVersion" in version;
  const { name, builds } = version;
  if (typeof name === "string" && name !== "") addNamed(versions, name, builds);
  else addNameless(versions, index, version);
}

function addNamed({ names, builds, repeatedNames }: Versions, name: string, given: unknown): void {
  if (builds.has(name)) repeatedNames.add(name);
  names.push(name);
  const numbers = builds.get(name) ?? new Set();
  for (const build of Array.isArray(given) ? given : [])
    if (isPlainObject(build)) numbers.add(numberOf(String(build["url"])));
  builds.set(name, numbers);
}

function addNameless({ nameless }: Versions, index: number, version: PlainObject): void {
  nameless.count++;
  nameless.first ??= index;
  nameless.isDownloadList ||= typeof version["version"] === "string";
}

/** FNV-1a. Two URLs of one number would be a build that a message does not count, and nothing else. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Of the digests of the members, in the order of their names. */
function digestOf(hashes: ReadonlyMap<string, Hash>): string {
  const members = Object.fromEntries([...hashes].map(([key, hash]) => [key, hash.digest("hex")]));
  return createHash("sha256").update(canonicalJson(members)).digest("hex");
}

/** Milliseconds since the epoch as ISO 8601; the structure may change, so anything else is no stamp. */
function stampOf(updated: unknown): string | undefined {
  if (typeof updated !== "number" || !Number.isFinite(updated)) return undefined;
  const date = new Date(updated);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Whether a stamp is before another one. Their texts do not tell: years above 9999 begin with `+`. */
export function isBefore(stamp: string, other: string): boolean {
  return Date.parse(stamp) < Date.parse(other);
}
