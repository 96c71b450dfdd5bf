/** VersionManifest: the list of database versions that the service can deploy (specification 2.6, 4.5). */

import { accessSync, constants } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { computed, lazyOutput, markedSecrets, withDefault } from "../core/arguments";
import { claim } from "../core/claims";
import type { LookUpOptions } from "../core/look-up";
import { lookUp } from "../core/look-up";
import { endingProgram } from "../core/program";
import { resourceOptions, warnAboutOptions } from "../core/resource-options";
import { thinProvider } from "../core/thin-provider";
import { STRING_ASSET, unreadable } from "./version-manifest/asset";
import { COMPUTED, ID, INPUT_NAMES } from "./version-manifest/names";

/** Arguments of {@link VersionManifest}. */
export interface VersionManifestArgs {
  /** The path of the file, or a FileAsset or RemoteAsset. Its bytes are sent unmodified and never go into the state. */
  manifest: pulumi.Input<string | pulumi.asset.Asset>;
  /** Whether a manifest older than the one of the service may replace it. @default false */
  allowDowngrade?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one. A change replaces the resource. */
  connection?: string | undefined;
}

/** The version manifest of the service. Destroying it forgets it. */
export class VersionManifest extends pulumi.dynamic.Resource {
  declare readonly manifest: pulumi.Output<pulumi.asset.Asset>;
  declare readonly allowDowngrade: pulumi.Output<boolean>;
  declare readonly connection: pulumi.Output<string | undefined>;
  /** SHA-256 of the file's bytes. */
  declare readonly sha256: pulumi.Output<string>;
  /** What a refresh found on the service in place of ours: `older ...` or `differs ...`. */
  declare readonly changedOnService: pulumi.Output<string | undefined>;
  declare readonly sizeBytes: pulumi.Output<number>;
  /** The manifest's own stamp, ISO 8601 in UTC. */
  declare readonly manifestUpdated: pulumi.Output<string | undefined>;
  declare readonly versionCount: pulumi.Output<number>;
  /** The newest versions by name, at most five. */
  declare readonly newestVersions: pulumi.Output<string[]>;

  /** @param args `manifest` is required. */
  constructor(name: string, args: VersionManifestArgs, options?: pulumi.CustomResourceOptions) {
    const { manifest, ...rest } =
      (args as VersionManifestArgs | undefined) ?? ({} as Partial<VersionManifestArgs>);
    super(
      thinProvider("VersionManifest"),
      name,
      {
        ...computed(COMPUTED),
        ...markedSecrets(args),
        ...computed(INPUT_NAMES),
        ...rest,
        ...(manifest !== undefined && { allowDowngrade: withDefault(rest.allowDowngrade, false) }),
        manifest: assetInput(manifest),
      },
      resourceOptions("VersionManifest", name, options, ["__written"]),
      "opsmanager",
      "VersionManifest",
    );
    warnAboutOptions(this, options, rest.connection);
    lazyOutput(this, "connection", () => pulumi.output(rest.connection));
    if (manifest !== undefined) claim(name, "version manifest of the service", [], rest.connection);
  }

  /** Looks up the manifest of the service, which stays unmanaged. @param id `versionManifest` */
  static get(name: string, id: pulumi.Input<pulumi.ID> = ID, options?: LookUpOptions): VersionManifest {
    return lookUp(VersionManifest, name, id, options);
  }
}

/** What is known now is refused by the constructor itself. */
function assetInput(
  manifest: VersionManifestArgs["manifest"] | undefined,
): pulumi.Input<pulumi.asset.Asset> | undefined {
  if (manifest === undefined) return undefined;
  const isLater = pulumi.Output.isInstance(manifest) || manifest instanceof Promise;
  return isLater
    ? pulumi.output<string | pulumi.asset.Asset>(manifest).apply(fileAsset)
    : fileAsset(manifest);
}

/** A plain path would hide a change of the file from the engine, which tells a missing file by a stack trace. */
function fileAsset(manifest: string | pulumi.asset.Asset): pulumi.asset.Asset {
  // By its field and not by its class: the program may hold another copy of the SDK.
  if (typeof manifest === "object" && "text" in manifest)
    throw endingProgram(new Error(`manifest: ${STRING_ASSET}.`));
  const path = typeof manifest === "string" ? manifest : (manifest as { path?: unknown }).path;
  if (typeof path === "string") mustBeReadable(path);
  return typeof manifest === "string" ? new pulumi.asset.FileAsset(manifest) : manifest;
}

function mustBeReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw endingProgram(unreadable(path, cause));
  }
}
