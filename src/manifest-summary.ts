/** Summarizes the content of a version manifest. */

import { createHash } from "node:crypto";
import type { PlainObject } from "./json";
import { canonicalJson, isPlainObject } from "./json";
import type { ManifestSummary } from "./types/version-manifest";

export type { ManifestSummary } from "./types/version-manifest";

const NEWEST_COUNT = 5;

export function summarizeManifest(manifest: PlainObject): ManifestSummary {
  const versions = objectsIn(manifest["versions"]);
  return {
    manifestUpdated: formatTimestamp(manifest["updated"]),
    versionCount: versions.length,
    newestVersions: findNewest(versions.map(nameOf).filter((name) => name !== undefined)),
    canonicalSha256: hashContent(manifest),
  };
}

/** Returns the items of a list that are objects; none of anything else. */
export function objectsIn(value: unknown): PlainObject[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : [];
}

/** Returns the name of an item of `versions`. */
export function nameOf(version: unknown): string | undefined {
  const { name } = isPlainObject(version) ? version : {};
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
