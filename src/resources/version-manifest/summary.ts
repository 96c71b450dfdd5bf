/** What a version manifest holds, in a few words: the whole is megabytes and never goes into the state. */

import { createHash } from "node:crypto";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";

export interface ManifestSummary {
  /** The manifest's own stamp, ISO 8601 in UTC. */
  manifestUpdated: string | undefined;
  versionCount: number;
  /** The newest versions by name, at most five. */
  newestVersions: string[];
  /** SHA-256 of the content whatever its white space and key order, because a service may write it anew. */
  canonicalSha256: string;
}

const NEWEST = 5;

export function summaryOf(manifest: PlainObject): ManifestSummary {
  const versions = Array.isArray(manifest["versions"]) ? manifest["versions"].filter(isPlainObject) : [];
  const names = versions.map(({ name }) => name).filter((name) => typeof name === "string");
  return {
    manifestUpdated: stampOf(manifest["updated"]),
    versionCount: versions.length,
    newestVersions: names.sort((a, b) => b.localeCompare(a, "en", { numeric: true })).slice(0, NEWEST),
    canonicalSha256: canonicalSha256(manifest),
  };
}

/** Piece by piece: a canonical text of the whole would be another copy of megabytes. */
function canonicalSha256(manifest: PlainObject): string {
  const hash = createHash("sha256");
  const feed = (value: unknown): void => {
    if (Array.isArray(value)) {
      hash.update("[");
      for (const item of value) {
        feed(item);
        hash.update(",");
      }
      hash.update("]");
    } else if (isPlainObject(value)) {
      hash.update("{");
      for (const key of Object.keys(value).sort()) {
        hash.update(`${JSON.stringify(key)}:`);
        feed(value[key]);
        hash.update(",");
      }
      hash.update("}");
    } else {
      hash.update(JSON.stringify(value));
    }
  };
  feed(manifest);
  return hash.digest("hex");
}

/** Milliseconds since the epoch as ISO 8601; the structure may change, so anything else is no stamp. */
function stampOf(updated: unknown): string | undefined {
  if (typeof updated !== "number" || !Number.isFinite(updated)) return undefined;
  const date = new Date(updated);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
