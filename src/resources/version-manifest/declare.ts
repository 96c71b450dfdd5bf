/** How a program declares the version manifest of a service: as a file that it uploads. */

import type { VersionManifest } from "../../api/version-manifest";
import { getVersionManifest } from "../../api/version-manifest";
import type { Declaring } from "../../core/declaring";
import { canonicalJson } from "../../json";
import { summarizeManifest } from "../../manifest-summary";
import { fileAsset } from "./asset";
import type { ManifestState } from "./encoding";
import { ID, uploadedState } from "./encoding";
import { findDefects } from "./outline";
import { hashBytes } from "./source";

const FILE = "version-manifest.json";

const PURPOSE =
  "The MongoDB versions, which a service without Internet access needs. " +
  "If yours downloads them, remove this statement, and its entry in import.json, before the import.";

export const declaringManifest: Declaring<VersionManifest, ManifestState> = {
  listing: {
    what: "version manifest",
    isInProjects: false,
    async list(api) {
      const held = await getVersionManifest(api);
      return held && (isEmpty(held.manifest) ? [] : [held.manifest]);
    },
    describe(manifest) {
      const defects = findDefects(manifest);
      const reasons = defects.length === 0 ? [] : [`the provider refuses it: ${defects.join("; ")}`];
      return { what: "version manifest", id: ID, reasons };
    },
    absent: (_, __, text) => `${text} Its id is always ${ID}.`,
  },
  declare: (_, manifests, unique) =>
    manifests.map((manifest) => {
      // The same text for the same manifest, in whatever order the service returns it.
      const text = `${JSON.stringify(JSON.parse(canonicalJson(manifest)), null, 2)}\n`;
      const bytes = Buffer.from(text);
      const sha256 = hashBytes(bytes);
      const args = { manifest: fileAsset(FILE, sha256), sha256 };
      return {
        name: unique("version-manifest"),
        id: ID,
        args: { manifest: FILE },
        comments: [{ text: PURPOSE }],
        state: uploadedState(args, bytes, summarizeManifest(manifest)),
        file: { path: FILE, text },
      };
    }),
};

/** Whether a manifest has no versions. One without the list that has other fields may have them in another form. */
function isEmpty({ versions, ...others }: VersionManifest): boolean {
  if (Array.isArray(versions)) return versions.length === 0;
  return versions == null && Object.keys(others).every((name) => name === "updated");
}
