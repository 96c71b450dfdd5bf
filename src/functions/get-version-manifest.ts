/** Reads the version manifest of the service, and the version of the service itself. */

import type * as pulumi from "@pulumi/pulumi";
import type { ServiceVersion } from "../api/version-manifest";
import type { InputsOf } from "../core/arguments";
import type { ManifestSummary } from "../manifest-outline";
import { summarizeManifest } from "../manifest-outline";
import type { FunctionArgs } from "./args";
import { invoke, invokeOutput, mustExist } from "./invoke";

/** Arguments of {@link getVersionManifest}. */
export type GetVersionManifestArgs = FunctionArgs;

/** Result of {@link getVersionManifest}: a summary, since the manifest itself is megabytes. */
export type GetVersionManifestResult = ManifestSummary;

/** What the version manifest of the service holds. */
export async function getVersionManifest(
  args: GetVersionManifestArgs = {},
  _options?: pulumi.InvokeOptions,
): Promise<GetVersionManifestResult> {
  return invoke("getVersionManifest", args, async (client) =>
    summarizeManifest(
      mustExist(
        await client.versionManifest.get(),
        "The version manifest of the service (GET /unauth/versionManifest)",
      ),
    ),
  );
}

/** The {@link getVersionManifest} of values that are known later. */
export function getVersionManifestOutput(
  args: InputsOf<GetVersionManifestArgs> = {},
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetVersionManifestResult> {
  return invokeOutput(args, getVersionManifest);
}

/** Arguments of {@link getServiceVersion}. */
export type GetServiceVersionArgs = FunctionArgs;

/** Result of {@link getServiceVersion}. */
export type GetServiceVersionResult = ServiceVersion;

/** The version of the service, from its version header. */
export async function getServiceVersion(
  args: GetServiceVersionArgs = {},
  _options?: pulumi.InvokeOptions,
): Promise<GetServiceVersionResult> {
  return invoke("getServiceVersion", args, async (client) => client.serviceVersion());
}

/** The {@link getServiceVersion} of values that are known later. */
export function getServiceVersionOutput(
  args: InputsOf<GetServiceVersionArgs> = {},
  _options?: pulumi.InvokeOptions,
): pulumi.Output<GetServiceVersionResult> {
  return invokeOutput(args, getServiceVersion);
}
