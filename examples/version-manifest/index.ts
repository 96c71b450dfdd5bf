// The list of database versions that the service may deploy. A service without access to the internet does not learn
// of new versions by itself: download the manifest elsewhere, put it beside this file, run `pulumi up`.
import * as opsmanager from "pulumi-opsmanager";

const manifest = new opsmanager.VersionManifest("versions", { manifest: "version-manifest.json" });

export const newestVersions = manifest.newestVersions;
export const versionCount = manifest.versionCount;
export const manifestUpdated = manifest.manifestUpdated;
export const sha256 = manifest.sha256;
