/** The names of a version manifest's properties: the class and the provider's side share them. */

/** The only one there is. */
export const ID = "versionManifest";

/** How the manifest of the service departs from ours, told by a refresh; a program has none, so the next `up` uploads. */
export const DRIFT = "changedOnService";

/** `sha256` is an input of its own: an asset alone shows a change, but not from what to what. */
export const INPUT_NAMES = ["manifest", "allowDowngrade", "sha256", DRIFT] as const;

/** The outputs that are read from the manifest, and what we remember of a write. */
export const COMPUTED = [
  "sizeBytes",
  "manifestUpdated",
  "versionCount",
  "newestVersions",
  "__written",
] as const;
