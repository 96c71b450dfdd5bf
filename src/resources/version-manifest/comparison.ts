/** Compares the version manifest of a program with that of the service. */

import type { ServiceVersion } from "../../api/version-manifest";
import type { ManifestSummary } from "../../manifest-summary";
import type { ManifestOutline } from "./outline";
import { joinNames } from "./outline";

/** Describes the additions and removals when a manifest replaces that of the service. */
export function describeChanges(live: ManifestOutline, next: ManifestOutline): string {
  const added = countNewBuilds(live, next);
  const removed = countNewBuilds(next, live);
  const parts = [
    `from ${timestampOf(live.summary)} to ${timestampOf(next.summary)}`,
    describeVersions("added", findNewVersions(live, next)),
    describeVersions("removed", findNewVersions(next, live)),
    added === 0 ? "" : `${plural(added, "build")} added to existing versions`,
    removed === 0 ? "" : `${plural(removed, "build")} removed from existing versions`,
  ];
  return `The version manifest changes ${parts.filter((part) => part !== "").join("; ")}.`;
}

/** Finds what the service loses by a manifest; each loss needs `allowDowngrade`. */
export function findLosses(live: ManifestOutline, next: ManifestOutline): string[] {
  const losses: string[] = [];
  const [before, after] = [timestampOf(live.summary), timestampOf(next.summary)];
  // Of a manifest without a timestamp it is not known.
  if (next.summary.manifestUpdated !== undefined && isOlder(next.summary, live.summary))
    losses.push(`its timestamp ${after} is older than that of the service's manifest (${before})`);
  const removed = findNewVersions(next, live);
  if (removed.length > 0)
    losses.push(
      `it lacks ${plural(removed.length, "version")} that the service offers (${joinNames(removed)})`,
    );
  return losses;
}

/**
 * Finds why a manifest may not fit the version of the service.
 * @param path the path of the file or URL: only such a name as `8.0.json` shows the series, the content does not
 */
export function findMisfits(outline: ManifestOutline, path: string, service: ServiceVersion): string[] {
  const { versionString } = service;
  if (versionString === undefined) return [];
  const [major, minor, patch = 0] = versionString.split(".").map(Number);
  const series = /(?:^|[^0-9.])(\d+\.\d+)\.json$/.exec(path)?.[1];
  const found: string[] = [];
  if (series !== undefined && series !== `${major}.${minor}`)
    found.push(`its file name is that of series ${series}, but the service has version ${versionString}`);
  // Ops Manager documentation, "Update the Version Manifest".
  if (major === 8 && minor === 0 && patch <= 12 && outline.hasSpecialLts)
    found.push(
      `it has isSpecialLTSVersion, which Ops Manager 8.0.0 to 8.0.12 cannot handle (the service has version ${versionString})`,
    );
  return found;
}

/** The baseline stored after an upload. */
export type ManifestBaseline = Pick<ManifestSummary, "canonicalSha256" | "manifestUpdated">;

/**
 * Describes how the manifest of the service differs from the uploaded one. Returns `undefined` if it does not, or if it is
 * newer, because the service may update it by itself.
 */
export function describeDrift(
  uploaded: ManifestBaseline,
  live: ManifestSummary,
  allowDowngrade: boolean,
  say: (text: string) => void,
): string | undefined {
  if (live.canonicalSha256 === uploaded.canonicalSha256) return undefined;
  if (isOlder(uploaded, live) && !allowDowngrade) {
    say(
      `The service has a newer version manifest (${timestampOf(live)}) than the uploaded one (${timestampOf(uploaded)}); it is left in place.`,
    );
    return undefined;
  }
  return `${isOlder(live, uploaded) ? "older" : "differs"} (${timestampOf(live)})`;
}

type Timestamped = Pick<ManifestSummary, "manifestUpdated">;

/** Treats a manifest without a timestamp as older than any with one. As text a year above 9999 begins with `+`. */
function isOlder(one: Timestamped, than: Timestamped): boolean {
  const dateOf = ({ manifestUpdated: at }: Timestamped): number =>
    at === undefined ? -Infinity : Date.parse(at);
  return dateOf(one) < dateOf(than);
}

export function timestampOf({ manifestUpdated }: Timestamped): string {
  return manifestUpdated ?? "no timestamp";
}

/** Lists the versions of the second manifest that the first one lacks. */
function findNewVersions(before: ManifestOutline, after: ManifestOutline): string[] {
  return [...after.builds.keys()].filter((name) => !before.builds.has(name));
}

/** Counts the builds that only the second manifest has, in versions that both have. */
function countNewBuilds(before: ManifestOutline, after: ManifestOutline): number {
  let count = 0;
  for (const [name, builds] of after.builds) {
    const old = before.builds.get(name);
    if (old !== undefined) for (const build of builds) if (!old.has(build)) count++;
  }
  return count;
}

function describeVersions(change: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${plural(names.length, "version")} ${change} (${joinNames(names)})`;
}

function plural(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
