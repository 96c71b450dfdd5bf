/** Outlines a version manifest, so that its tree of megabytes need not stay in memory. */

import { given } from "../../core/problems";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";
import type { ManifestSummary } from "../../manifest-summary";
import { nameOf, objectsIn, summarizeManifest } from "../../manifest-summary";

/** The parts of a version manifest that are compared with another one, and what is wrong with it by itself. */
export interface ManifestOutline {
  readonly summary: ManifestSummary;
  /** The URLs of the builds by the name of their version. */
  readonly builds: ReadonlyMap<string, ReadonlySet<string>>;
  readonly hasSpecialLts: boolean;
  /** Why it is useless to any service; each reason needs `allowDowngrade`. */
  readonly defects: readonly string[];
  /** What is unusual about it; these are warnings, because its structure may change without notice. */
  readonly oddities: readonly string[];
}

export function outlineManifest(manifest: PlainObject, now = Date.now()): ManifestOutline {
  const versions = objectsIn(manifest["versions"]);
  const builds = new Map<string, Set<string>>();
  const repeated = new Set<string>();
  for (const version of versions) {
    const name = nameOf(version);
    if (name === undefined) continue;
    if (builds.has(name)) repeated.add(name);
    const urls = builds.get(name) ?? new Set();
    for (const { url } of objectsIn(version["builds"])) urls.add(String(url));
    builds.set(name, urls);
  }
  const summary = summarizeManifest(manifest);
  const oddities = findTimestampOddities(manifest, summary, now);
  if (repeated.size > 0)
    oddities.push(`it has several versions of the same name (${joinNames([...repeated])})`);
  const unknown = Object.keys(manifest).filter((key) => key !== "updated" && key !== "versions");
  if (unknown.length > 0) {
    const names = joinNames(unknown);
    oddities.push(`it has top-level keys that this provider does not know: ${names}. It is sent unmodified`);
  }
  const hasSpecialLts = versions.some((version) => "isSpecialLTSVersion" in version);
  return { summary, builds, hasSpecialLts, defects: findDefects(manifest), oddities };
}

export function findDefects(manifest: PlainObject): string[] {
  const { versions } = manifest;
  if (!Object.hasOwn(manifest, "versions")) return ['it has no list of versions ("versions")'];
  if (!Array.isArray(versions)) return ['its "versions" is not a list'];
  if (versions.length === 0) return ["its list of versions is empty"];
  const nameless = versions.filter((version) => nameOf(version) === undefined);
  if (nameless.length === 0) return [];
  const first = versions.indexOf(nameless[0]);
  const found = `it has versions without a name (${nameless.length} of ${versions.length}, the first is versions[${first}])`;
  if (!nameless.some((version) => isPlainObject(version) && typeof version["version"] === "string"))
    return [found];
  return [
    `${found}. With "version" in place of "name" it looks like MongoDB's list of downloads; the manifest is another ` +
      "file: https://opsmanager.mongodb.com/static/version_manifest/<major.minor of Ops Manager>.json",
  ];
}

const YEAR_MS = 365 * 24 * 3_600_000;
/** As milliseconds in 1973, as seconds in 5138. */
const MIN_MILLISECONDS = 100_000_000_000;

function findTimestampOddities(manifest: PlainObject, summary: ManifestSummary, now: number): string[] {
  const { updated } = manifest;
  const { manifestUpdated } = summary;
  const consequence = "so whether the service has a newer one is not checked";
  if (!Object.hasOwn(manifest, "updated")) return [`it has no "updated", ${consequence}`];
  if (manifestUpdated === undefined) {
    const wrong = given(updated, ["updated"]);
    return [`its "updated" must be milliseconds since 1970, not ${wrong}, ${consequence}`];
  }
  if (Number(updated) < MIN_MILLISECONDS)
    return [`its "updated" is ${manifestUpdated}; it must be in milliseconds since 1970, not in seconds`];
  if (Number(updated) <= now + YEAR_MS) return [];
  return [
    `its "updated" is ${manifestUpdated}, more than a year from now, so later manifests would be refused as older`,
  ];
}

/** A message lists at most so many names. */
const MAX_NAMES = 8;

export function joinNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  return `${names.slice(0, MAX_NAMES).join(", ")}${more}`;
}
