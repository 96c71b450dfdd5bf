/** What a VersionManifest is. */

import type { Description } from "../../core/description";
import type { Fields } from "../../fields/table";
import { ID } from "./encoding";

const OBJECT = {
  manifest: {
    type: "json",
    required: true,
    typescript: { argument: "pulumi.Input<string | pulumi.asset.Asset>", output: "pulumi.asset.Asset" },
    doc: "The path of the file, or a FileAsset or RemoteAsset. Its bytes are sent unmodified and are never stored in the state.",
  },
} as const satisfies Fields;

const OPTIONS = {
  allowDowngrade: {
    type: "boolean",
    default: false,
    doc: "Whether the manifest may be older than that of the service, lack versions that the service offers, contain no versions, or contain versions without names.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  sha256: {
    type: "string",
    always: true,
    doc: "The SHA-256 hash of the bytes of the file, in hexadecimal digits.",
  },
  changedOnService: {
    type: "string",
    doc: "The difference that a refresh found on the service: `older ...` or `differs ...`; undefined if there is none.",
  },
  sizeBytes: { type: "number", always: true, doc: "The size of the file in bytes." },
  manifestUpdated: {
    type: "string",
    doc: "The timestamp in the manifest, ISO 8601 in UTC; undefined if the manifest has none.",
  },
  versionCount: { type: "number", always: true, doc: "The number of database versions in the manifest." },
  newestVersions: { type: "strings", always: true, doc: "The names of the newest versions, at most five." },
} as const satisfies Fields;

export const VERSION_MANIFEST_DESCRIPTION: Description = {
  kind: "VersionManifest",
  what: "version manifest of the service",
  text: "The version manifest of the service: the list of database versions that it can deploy. A preview shows the versions and builds that an upload adds and removes. Destroying the resource leaves the manifest in place.",
  role: "Global Owner or Global Automation Admin.",
  example: `const versions = new opsmanager.VersionManifest("versions", { manifest: "8.0.json" });

export const newestVersions = versions.newestVersions;`,
  ids: {},
  hiddenInputs: ["sha256", "changedOnService"],
  // The manifest of another service is another object; the deletion of the old one sends nothing.
  replaceOn: ["connection"],
  hasChosenIds: true,
  object: OBJECT,
  options: OPTIONS,
  outputs: OUTPUTS,
  moved: "A change replaces the resource.",
  lookUp: {
    object: "the manifest of the service",
    id: "`versionManifest`",
    missing: "if the service does not return its manifest",
    onlyId: ID,
  },
  unique: [],
  canImport: false,
  encrypted: ["__written"],
};
