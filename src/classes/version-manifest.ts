/** Generated from `src/resources/version-manifest/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "./hooks/version-manifest";

/** Arguments of {@link VersionManifest}. */
export interface VersionManifestArgs {
  /** The path of the file, or a FileAsset or RemoteAsset. Its bytes are sent unmodified and are never stored in the state. */
  manifest: pulumi.Input<string | pulumi.asset.Asset>;
  /**
   * Whether the manifest may be older than that of the service, lack versions that the service offers, contain no versions, or
   * contain versions without names.
   * @default false
   */
  allowDowngrade?: pulumi.Input<boolean | undefined>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A change replaces the
   * resource.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const VERSION_MANIFEST: ClassData = {
  what: "version manifest of the service",
  inputs: ["manifest", "allowDowngrade"],
  outputs: ["sha256", "changedOnService", "sizeBytes", "manifestUpdated", "versionCount", "newestVersions"],
  defaults: { allowDowngrade: false },
  secrets: ["__written"],
  repeating: [],
  unique: [],
  inIds: [],
  createOnly: [],
  canImport: false,
};

/**
 * The version manifest of the service: the list of database versions that it can deploy. A preview shows the versions and builds
 * that an upload adds and removes. Destroying the resource leaves the manifest in place.
 *
 * Required role of the API key: Global Owner or Global Automation Admin.
 *
 * @example
 * ```ts
 * const versions = new opsmanager.VersionManifest("versions", { manifest: "8.0.json" });
 *
 * export const newestVersions = versions.newestVersions;
 * ```
 */
export class VersionManifest extends OpsManagerResource implements OutputsOf<VersionManifestArgs> {
  declare readonly manifest: pulumi.Output<pulumi.asset.Asset>;
  declare readonly allowDowngrade: pulumi.Output<boolean>;
  /** The SHA-256 hash of the bytes of the file, in hexadecimal digits. */
  declare readonly sha256: pulumi.Output<string>;
  /** The difference that a refresh found on the service: `older ...` or `differs ...`; undefined if there is none. */
  declare readonly changedOnService: pulumi.Output<string | undefined>;
  /** The size of the file in bytes. */
  declare readonly sizeBytes: pulumi.Output<number>;
  /** The timestamp in the manifest, ISO 8601 in UTC; undefined if the manifest has none. */
  declare readonly manifestUpdated: pulumi.Output<string | undefined>;
  /** The number of database versions in the manifest. */
  declare readonly versionCount: pulumi.Output<number>;
  /** The names of the newest versions, at most five. */
  declare readonly newestVersions: pulumi.Output<string[]>;

  /**
   * @param name the name of the resource in the state
   * @param args `manifest` is required
   * @param options the resource options of Pulumi, except `provider`, `import` and `customTimeouts`
   */
  constructor(name: string, args: VersionManifestArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<VersionManifestArgs> = args ?? {};
    super(
      "VersionManifest",
      name,
      given,
      registrationOf(VERSION_MANIFEST, { kind: "VersionManifest", name, args: given, options }),
      options,
    );
  }

  /**
   * Reads the manifest of the service without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `versionManifest`
   * @throws Error if the service does not return its manifest
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID> = "versionManifest",
    options?: LookUpOptions,
  ): VersionManifest {
    return lookUp(VersionManifest, name, id, options);
  }
}
