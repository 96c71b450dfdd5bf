/** Outlines the content of a version manifest, so that its tree of megabytes need not stay in memory. */

import { createHash } from "node:crypto";
import type { PlainObject } from "./json";
import { canonicalJson, isPlainObject } from "./json";

/** The content of a version manifest in short. */
export interface ManifestSummary {
  /** The timestamp in the manifest, ISO 8601 in UTC; undefined if the manifest has none. */
  manifestUpdated: string | undefined;
  /** The number of database versions. */
  versionCount: number;
  /** The newest versions by name, at most five. */
  newestVersions: string[];
  /** The SHA-256 hash of the content, independent of white space and key order. It is not the hash of a file. */
  canonicalSha256: string;
}

const NEWEST_COUNT = 5;

export function summarizeManifest(manifest: PlainObject): ManifestSummary {
  const versions = listItems(manifest["versions"]).filter(isPlainObject);
  return {
    manifestUpdated: formatTimestamp(manifest["updated"]),
    versionCount: versions.length,
    newestVersions: findNewest(versions.map(getName).filter((name) => name !== undefined)),
    canonicalSha256: hashContent(manifest),
  };
}

/** The parts of a version manifest that are validated and compared with another one. */
export type ManifestOutline = Readonly<ReturnType<typeof outlineManifest>>;

export function outlineManifest(manifest: PlainObject) {
  const { updated, versions } = manifest;
  const items = listItems(versions).map((item) => (isPlainObject(item) ? item : {}));
  const nameless = items.filter((item) => getName(item) === undefined);
  return {
    summary: summarizeManifest(manifest),
    /** The raw value of `updated`. */
    updated,
    /** The top-level keys. */
    keys: Object.keys(manifest),
    hasVersionList: Array.isArray(versions),
    /** The number of items in `versions`, of any type. */
    itemCount: items.length,
    /** The items of `versions` that have no name. */
    nameless: {
      count: nameless.length,
      /** -1 if there are none. */
      firstIndex: items.findIndex((item) => getName(item) === undefined),
      /** Whether one has `version` in place of `name`, as in MongoDB's list of downloads. */
      isDownloadList: nameless.some(({ version }) => typeof version === "string"),
    },
    ...groupBuilds(items),
    hasSpecialLts: items.some((item) => "isSpecialLTSVersion" in item),
  };
}

/** Compares timestamps as dates, because as text a year above 9999 begins with `+`. */
export function isBefore(timestamp: string, other: string): boolean {
  return Date.parse(timestamp) < Date.parse(other);
}

function groupBuilds(versions: readonly PlainObject[]) {
  /** The URLs of the builds by the name of their version. */
  const builds = new Map<string, Set<string>>();
  /** The names that several versions share. */
  const repeatedNames = new Set<string>();
  for (const version of versions) {
    const name = getName(version);
    if (name === undefined) continue;
    if (builds.has(name)) repeatedNames.add(name);
    const urls = builds.get(name) ?? new Set();
    for (const build of listItems(version["builds"]))
      if (isPlainObject(build)) urls.add(String(build["url"]));
    builds.set(name, urls);
  }
  return { builds, repeatedNames };
}

function listItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function getName({ name }: PlainObject): string | undefined {
  return typeof name === "string" && name !== "" ? name : undefined;
}

function findNewest(names: string[]): string[] {
  // Not a constant: its creation takes longer than loading this module.
  const byNumbers = new Intl.Collator("en", { numeric: true });
  return names.sort((a, b) => byNumbers.compare(b, a)).slice(0, NEWEST_COUNT);
}

/** Hashes lists item by item, because the canonical text of the whole manifest would double its memory. */
function hashContent(manifest: PlainObject): string {
  const hash = createHash("sha256");
  for (const key of Object.keys(manifest).sort()) {
    const value = manifest[key];
    hash.update(`${JSON.stringify(key)}:`);
    if (Array.isArray(value)) {
      hash.update("[");
      for (const item of value) hash.update(`${canonicalJson(item)},`);
      hash.update("],");
    } else hash.update(`${canonicalJson(value)},`);
  }
  return hash.digest("hex");
}

/** Returns `undefined` for anything but milliseconds since 1970. */
function formatTimestamp(updated: unknown): string | undefined {
  if (typeof updated !== "number") return undefined;
  const date = new Date(updated);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
