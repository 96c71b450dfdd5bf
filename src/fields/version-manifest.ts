/** The version manifest and the version of the service: what functions return of them. */

import type { Documented, Fields } from "./table";

export const SERVICE_VERSION = {
  gitHash: { type: "string", doc: "The commit that the service was built from." },
  versionString: { type: "string", doc: "The version, such as `8.0.12.500.20250725T1414Z`." },
} as const satisfies Fields;

export const MANIFEST_SUMMARY = {
  manifestUpdated: {
    type: "string",
    doc: "The timestamp in the manifest, ISO 8601 in UTC; undefined if the manifest has none.",
  },
  versionCount: { type: "number", always: true, doc: "The number of database versions." },
  newestVersions: { type: "strings", always: true, doc: "The newest versions by name, at most five." },
  canonicalSha256: {
    type: "string",
    always: true,
    doc: "The SHA-256 hash of the content, independent of white space and key order. It is not the hash of a file.",
  },
} as const satisfies Fields;

export const VERSION_MANIFEST_INTERFACES: readonly Documented[] = [
  {
    name: "ServiceVersion",
    doc: "The version of the service, from the header `X-MongoDB-Service-Version`: `gitHash=...; versionString=...`.",
    see: "[API](https://www.mongodb.com/docs/ops-manager/current/core/api/)",
    table: SERVICE_VERSION,
    use: "response",
  },
  {
    name: "ManifestSummary",
    doc: "The content of a version manifest in short.",
    see: "[Update the version manifest](https://www.mongodb.com/docs/ops-manager/v7.0/tutorial/update-om-with-latest-version-manifest-with-api)",
    table: MANIFEST_SUMMARY,
    use: "response",
  },
];
