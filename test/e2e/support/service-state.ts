import type { State } from "../../../src/emulator";

/** Returns the emulator's state without generated fields, and without the manifest, which a destroy leaves in place. */
export function withoutNoise(state: State) {
  const { versionManifest: _, clusters, accessList: __, automationConfig: ___, ...rest } = state;
  return { ...rest, clusters: clusters.map(({ lastHeartbeat: ____, ...cluster }) => cluster) };
}
