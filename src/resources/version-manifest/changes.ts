/** What a new version manifest changes, and what the service may make of it, in words. */

import type { ServiceVersion } from "../../api/version-manifest";
import type { Outline } from "./outline";

/** Names in a message are cut there. */
const NAMES = 8;

/** What comes and goes when a manifest replaces that of the service. */
export function changesOf(live: Outline, next: Outline): string {
  const [before, after] = [live.summary, next.summary];
  const [had, has] = [live.builds, next.builds];
  const parts = [
    `from ${before.manifestUpdated ?? "no stamp"} to ${after.manifestUpdated ?? "no stamp"}`,
    named(
      "versions added",
      [...has.keys()].filter((name) => !had.has(name)),
    ),
    named(
      "versions removed",
      [...had.keys()].filter((name) => !has.has(name)),
    ),
    counted("builds added", has, had),
    counted("builds removed", had, has),
  ];
  return `The version manifest changes ${parts.filter((part) => part !== "").join("; ")}.`;
}

function named(what: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > NAMES ? ` and ${names.length - NAMES} more` : "";
  return `${names.length} ${what} (${names.slice(0, NAMES).join(", ")}${more})`;
}

/** Builds of versions that both sides have. */
function counted(what: string, of: Outline["builds"], than: Outline["builds"]): string {
  let count = 0;
  for (const [name, builds] of of) {
    const others = than.get(name);
    if (others !== undefined) for (const build of builds) if (!others.has(build)) count++;
  }
  return count === 0 ? "" : `${count} ${what} in versions that stay`;
}

/** The keys that a manifest is known to have. */
const KNOWN_KEYS: ReadonlySet<string> = new Set(["updated", "versions"]);

/** What is unusual about a manifest; its structure may change without notice, so none of it is an error. */
export function odditiesOf({ keys, hasVersions }: Outline): string[] {
  const unknown = keys.filter((key) => !KNOWN_KEYS.has(key));
  return [
    ...(unknown.length === 0
      ? []
      : [`it has top-level keys that are new to this provider: ${unknown.slice(0, NAMES).join(", ")}`]),
    ...(hasVersions ? [] : ["it has no list of versions"]),
  ];
}

/**
 * Why a manifest may not fit the version of the service.
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
