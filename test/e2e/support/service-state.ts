import type { State } from "../../../src/emulator";

/** The state of the emulator without what the service does by itself, and without the manifest, which is never taken back. */
export function withoutNoise({ versionManifest: _, clusters, accessList: __, ...rest }: State): object {
  return { ...rest, clusters: clusters.map(({ lastHeartbeat: ___, ...cluster }) => cluster) };
}
