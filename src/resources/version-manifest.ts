/** VersionManifest: the list of database versions that the service can deploy. */

import { accessSync, constants, statSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "../json";
import type { OutputsOf } from "../program/arguments";
import { isLater } from "../program/arguments";
import type { LookUpOptions } from "../program/resource";
import { lookUp, OpsManagerResource } from "../program/resource";
import { endingProgram } from "../program/run";
import { NO_PATH, STRING_ASSET, toFileError, URL_AS_PATH } from "./version-manifest/asset";
import { DEFAULTS, ID, INPUT_NAMES, OUTPUT_NAMES } from "./version-manifest/encoding";

/** Arguments of {@link VersionManifest}. */
export interface VersionManifestArgs {
  /** The path of the file, or a FileAsset or RemoteAsset. Its bytes are sent unmodified and are never stored in the state. */
  manifest: pulumi.Input<string | pulumi.asset.Asset>;
  /**
   * Whether the manifest may be older than that of the service, lack versions that the service offers, contain no versions,
   * or contain versions without names.
   * @default false
   */
  allowDowngrade?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A change replaces the resource. @default the settings `opsmanager:...` */
  connection?: string | undefined;
}

/**
 * The version manifest of the service: the list of database versions that it can deploy. A preview shows the versions and
 * builds that an upload adds and removes. Destroying the resource leaves the manifest in place.
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
      {
        inputs: { ...given, manifest: assetInput(name, given.manifest) },
        defaults: DEFAULTS,
        names: [...INPUT_NAMES, ...OUTPUT_NAMES],
        secretNames: ["__written"],
        claimed: { what: "version manifest of the service", parts: [] },
      },
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
  static get(name: string, id: pulumi.Input<pulumi.ID> = ID, options?: LookUpOptions): VersionManifest {
    return lookUp(VersionManifest, name, id, options);
  }
}

/** Refuses an unusable file in the constructor if the file is known now. */
function assetInput(
  resource: string,
  manifest: VersionManifestArgs["manifest"] | undefined,
): pulumi.Input<pulumi.asset.Asset> | undefined {
  if (manifest === undefined) return undefined;
  return isLater(manifest)
    ? pulumi.output<string | pulumi.asset.Asset>(manifest).apply((known) => fileAsset(resource, known))
    : fileAsset(resource, manifest);
}

/** Wraps a path in an asset: a plain path would hide a change of the file from the engine, which reports a missing file with a stack trace. */
function fileAsset(
  resource: string,
  manifest: string | pulumi.asset.Asset,
): pulumi.asset.Asset | Promise<pulumi.asset.Asset> {
  if (typeof manifest === "string") {
    refuse(resource, fileRefusal(manifest));
    return new pulumi.asset.FileAsset(manifest);
  }
  // By its fields and not by its class: the program may hold another copy of the SDK.
  const { path, text } = fieldsOf(manifest);
  if (text !== undefined) refuse(resource, new Error(`manifest: ${STRING_ASSET}.`));
  if (path === undefined) return manifest;
  return Promise.resolve(path).then((known) => {
    refuse(resource, fileRefusal(known));
    return manifest;
  });
}

/** The fields of any value; `check` reports a value that is not an asset. */
function fieldsOf(asset: unknown): { readonly path?: unknown; readonly text?: unknown } {
  return isPlainObject(asset) ? asset : {};
}

function refuse(resource: string, refusal: Error | undefined): void {
  if (refusal === undefined) return;
  // Without the cause, whose stack Node.js would print too when the path is known later.
  throw endingProgram(new Error(`VersionManifest "${resource}": ${refusal.message}`));
}

function fileRefusal(path: unknown): Error | undefined {
  if (typeof path !== "string") return undefined;
  if (path === "") return new Error(`manifest: ${NO_PATH}.`);
  if (/^https?:\/\//i.test(path)) return new Error(`manifest: ${URL_AS_PATH}.`);
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isDirectory() ? toFileError(path, { code: "EISDIR" }) : undefined;
  } catch (cause) {
    return toFileError(path, cause);
  }
}
