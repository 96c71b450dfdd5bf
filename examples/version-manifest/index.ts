// Uploads the list of database versions that the service can deploy. Without internet access the service cannot update
// this list itself: download the manifest elsewhere, put it next to this file and run `pulumi up`.
import "./protect";
import * as opsmanager from "pulumi-opsmanager";

const manifest = new opsmanager.VersionManifest("versions", { manifest: "version-manifest.json" });

export const newestVersions = manifest.newestVersions;
export const versionCount = manifest.versionCount;
export const manifestUpdated = manifest.manifestUpdated;
export const sha256 = manifest.sha256;
