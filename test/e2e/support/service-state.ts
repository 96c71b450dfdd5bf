import type { State } from "../../../src/emulator";

/** Returns the emulator's state without generated fields, and without the manifest, which a destroy leaves in place. */
export function withoutNoise({ versionManifest: _, clusters, accessList: __, ...rest }: State): object {
  return { ...rest, clusters: clusters.map(({ lastHeartbeat: ___, ...cluster }) => cluster) };
}
