/** Describes what the upload of a version manifest changes, what it loses, and what is unusual about the manifest. */

import type { ServiceVersion } from "../../api/version-manifest";
import { given } from "../../core/problems";
import type { Outline } from "./outline";
import { isBefore } from "./outline";

/** Names in a message are cut there. */
const NAMES = 8;

/** Describes the additions and removals when a manifest replaces that of the service. */
export function changesOf(live: Outline, next: Outline): string {
  const [before, after] = [live.summary, next.summary];
  const [had, has] = [live.builds, next.builds];
  const parts = [
    `from ${before.manifestUpdated ?? "no stamp"} to ${after.manifestUpdated ?? "no stamp"}`,
    named("added", missingFrom(live, next)),
    named("removed", missingFrom(next, live)),
    counted("added", has, had),
    counted("removed", had, has),
  ];
  return `The version manifest changes ${parts.filter((part) => part !== "").join("; ")}.`;
}

/** The names of versions that one manifest lacks and the other one has. */
function missingFrom(one: Outline, other: Outline): string[] {
  return [...other.builds.keys()].filter((name) => !one.builds.has(name));
}

function named(what: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${plural(names.length, "version")} ${what} (${listed(names)})`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMES ? ` and ${names.length - NAMES} more` : "";
  return `${names.slice(0, NAMES).join(", ")}${more}`;
}

/** Builds of versions that both sides have. */
function counted(what: string, of: Outline["builds"], than: Outline["builds"]): string {
  let count = 0;
  for (const [name, builds] of of) {
    const others = than.get(name);
    if (others !== undefined) for (const build of builds) if (!others.has(build)) count++;
  }
  return count === 0 ? "" : `${plural(count, "build")} ${what} in versions that stay`;
}

/** Describes why a manifest is useless to any service; each reason needs `allowDowngrade`. */
export function defectsOf({ keys, hasVersions, itemCount, nameless }: Outline): string[] {
  if (!keys.includes("versions")) return ['it has no list of versions ("versions")'];
  if (!hasVersions) return ['its "versions" is not a list'];
  if (itemCount === 0) return ["its list of versions is empty"];
  if (nameless.count === 0) return [];
  const found = `${nameless.count} of its ${plural(itemCount, "version")} have no name, the first is versions[${nameless.first}]`;
  if (!nameless.isDownloadList) return [found];
  return [
    `${found}; with "version" in its place this looks like MongoDB's list of downloads, and the manifest is ` +
      "another file: https://opsmanager.mongodb.com/static/version_manifest/<major.minor of Ops Manager>.json",
  ];
}

/** Describes what the service loses by a manifest; each loss needs `allowDowngrade`. */
export function lossesOf(live: Outline, next: Outline): string[] {
  const [theirs, ours] = [live.summary.manifestUpdated, next.summary.manifestUpdated];
  const removed = missingFrom(next, live);
  return [
    ...(theirs !== undefined && ours !== undefined && isBefore(ours, theirs)
      ? [`it is of ${ours}, older than the one that the service holds (${theirs})`]
      : []),
    ...(removed.length === 0
      ? []
      : [`it lacks ${plural(removed.length, "version")} that the service offers (${listed(removed)})`]),
  ];
}

/** The keys that a manifest is known to have. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(["updated", "versions"]);

/** Describes what is unusual about a manifest; its structure may change without notice, so none of it is an error. */
export function odditiesOf(outline: Outline, now = Date.now()): string[] {
  const { keys, repeatedNames } = outline;
  const unknown = keys.filter((key) => !KNOWN_KEYS.has(key));
  return [
    ...stampOddities(outline, now),
    ...(repeatedNames.size === 0
      ? []
      : [`it has several versions of one name (${listed([...repeatedNames])})`]),
    ...(unknown.length === 0
      ? []
      : [`it has top-level keys that are new to this provider: ${listed(unknown)}. It is sent as it is`]),
  ];
}

const YEAR_MS = 365 * 24 * 3_600_000;
/** In 1973, and as seconds in 5138. */
const LEAST_STAMP = 100_000_000_000;

function stampOddities({ keys, updated, summary: { manifestUpdated } }: Outline, now: number): string[] {
  const unchecked = "so it is not checked whether the service holds a newer one";
  if (!keys.includes("updated")) return [`it has no "updated", ${unchecked}`];
  if (manifestUpdated === undefined) {
    return [
      `its "updated" must be milliseconds since 1970, not ${given(updated, ["updated"])}, ${unchecked}`,
    ];
  }
  if (Number(updated) < LEAST_STAMP)
    return [`its "updated" is ${manifestUpdated}; it must be in milliseconds since 1970, not in seconds`];
  if (Number(updated) <= now + YEAR_MS) return [];
  return [
    `its "updated" is ${manifestUpdated}, more than a year from now, so later manifests would be refused as older`,
  ];
}

/**
 * Describes why a manifest may not fit the version of the service.
 * @param path where the manifest comes from: its content does not tell its series, but such files are named after it, as
 * in `8.0.json`
 */
export function misfits(outline: Outline, path: string, { versionString }: ServiceVersion): string[] {
  if (versionString === undefined) return [];
  const [major, minor, patch] = versionString.split(".").map(Number);
  const series = /(?:^|[^0-9.])(\d+\.\d+)\.json$/.exec(path)?.[1];
  const found: string[] = [];
  if (series !== undefined && series !== `${major}.${minor}`) {
    found.push(`it is named after series ${series}, and the service is of version ${versionString}`);
  }
  // Known from the documentation of the service: these versions stumble over the field.
  if (major === 8 && minor === 0 && (patch ?? 0) <= 12 && outline.hasSpecialLts) {
    found.push(
      `it has isSpecialLTSVersion, which disturbs versions up to 8.0.12 of the service (this one is ${versionString})`,
    );
  }
  return found;
}
