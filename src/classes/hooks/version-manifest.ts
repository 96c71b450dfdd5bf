/** What the class of a version manifest passes to the engine. */

import { accessSync, constants, statSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { isPlainObject } from "../../json";
import { isLater } from "../../program/arguments";
import type { ClassData, Constructed } from "../../program/registration";
import { registrationOf as standard } from "../../program/registration";
import type { Registration } from "../../program/resource";
import { endingProgram } from "../../program/run";
import { NO_PATH, STRING_ASSET, toFileError, URL_AS_PATH } from "../../resources/version-manifest/asset";

/** Makes an asset of the file. */
export function registrationOf(
  data: ClassData,
  { name, args }: Constructed<{ readonly manifest?: pulumi.Input<string | pulumi.asset.Asset> }>,
): Registration {
  return { ...standard(data, args), inputs: { ...args, manifest: assetInput(name, args.manifest) } };
}

/** Refuses an unusable file in the constructor if the file is known now. */
function assetInput(
  resource: string,
  manifest: pulumi.Input<string | pulumi.asset.Asset> | undefined,
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
