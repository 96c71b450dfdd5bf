/** The version manifest of a service as a resource that uploads it from a file. */

import { canonicalJson } from "../../json";
import { outputsOf } from "../../dynamic/inputs";
import type { VersionManifest } from "../../api/version-manifest";
import { outlineManifest } from "../../manifest-outline";
import { fileAsset } from "../../resources/version-manifest/asset";
import { versionManifest } from "../../resources/version-manifest/definition";
import { ID } from "../../resources/version-manifest/encoding";
import { hashBytes } from "../../resources/version-manifest/source";
import type { Declaration } from "./declarations";

/** The same text for the same manifest, in whatever order the service returns it. */
export function manifestText(manifest: VersionManifest): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
}

/** @param text that of the file */
export function declareManifest(
  manifest: VersionManifest,
  text: string,
  path: string,
  name: string,
): Declaration {
  const bytes = Buffer.from(text);
  const sha256 = hashBytes(bytes);
  const args = { manifest: fileAsset(path, sha256), allowDowngrade: false, sha256 };
  const { canonicalSha256, ...summary } = outlineManifest(manifest).summary;
  const state = {
    args,
    content: { sizeBytes: bytes.length, ...summary },
    baseline: { canonicalSha256, manifestUpdated: summary.manifestUpdated },
  };
  return {
    kind: "VersionManifest",
    name,
    id: ID,
    args: { manifest: path },
    secrets: [],
    inputs: args,
    outputs: outputsOf(versionManifest, state, args),
  };
}
