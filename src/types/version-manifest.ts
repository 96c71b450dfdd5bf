/** Generated from `src/fields/version-manifest.ts` by `npm run generate`: change that. */

/**
 * The version of the service, from the header `X-MongoDB-Service-Version`: `gitHash=...; versionString=...`.
 * @see [API](https://www.mongodb.com/docs/ops-manager/current/core/api/)
 */
export interface ServiceVersion {
  /** The commit that the service was built from. */
  gitHash?: string | undefined;
  /** The version, such as `8.0.12.500.20250725T1414Z`. */
  versionString?: string | undefined;
}

/**
 * The content of a version manifest in short.
 * @see [Update the version manifest](https://www.mongodb.com/docs/ops-manager/v7.0/tutorial/update-om-with-latest-version-manifest-with-api)
 */
export interface ManifestSummary {
  /** The timestamp in the manifest, ISO 8601 in UTC; undefined if the manifest has none. */
  manifestUpdated?: string | undefined;
  /** The number of database versions. */
  versionCount: number;
  /** The newest versions by name, at most five. */
  newestVersions: string[];
  /** The SHA-256 hash of the content, independent of white space and key order. It is not the hash of a file. */
  canonicalSha256: string;
}
