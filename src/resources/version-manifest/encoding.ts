/** The typed form of a version manifest, and the form in which the engine stores it. */

import type { CommonArgs, Outputs, StateOf } from "../../core/definition";
import type { ManifestSummary } from "../../manifest-summary";
import { pick } from "../../json";
import type { EngineAsset } from "./asset";
import type { ManifestBaseline } from "./comparison";

/** The Pulumi id: a service has one version manifest. */
export const ID = "versionManifest";

export interface ManifestArgs extends CommonArgs {
  /** Absent for a manifest that is only looked up. */
  readonly manifest?: EngineAsset | undefined;
  readonly allowDowngrade?: boolean | undefined;
  /** A separate input, because the engine shows that an asset has changed, but not from which hash to which. */
  readonly sha256?: string | undefined;
  /** What a refresh found in place of our manifest. A program has none, so the next `up` uploads. */
  readonly changedOnService?: string | undefined;
}

const INPUT_NAMES = ["manifest", "allowDowngrade", "sha256", "changedOnService"] as const;

const CONTENT_FIELDS = ["sizeBytes", "manifestUpdated", "versionCount", "newestVersions"] as const;

/** What is read from the manifest. */
export interface Content extends Omit<ManifestSummary, "canonicalSha256"> {
  /** Absent for a manifest that is only looked up. */
  readonly sizeBytes?: number;
}

export interface ManifestState extends StateOf<ManifestArgs> {
  readonly content?: Content | undefined;
  /** Absent for a manifest that is only looked up. */
  readonly baseline?: ManifestBaseline | undefined;
}

/** The state after an upload. */
export function uploadedState(args: ManifestArgs, bytes: Buffer, content: ManifestSummary): ManifestState {
  const { canonicalSha256, ...summary } = content;
  const baseline = { canonicalSha256, manifestUpdated: summary.manifestUpdated };
  return { args, content: { sizeBytes: bytes.length, ...summary }, baseline };
}

export function encode({ args, content, baseline }: ManifestState): Outputs {
  return { ...pick(args, INPUT_NAMES), ...content, __written: baseline };
}

export function decode({ __written, ...outputs }: Outputs): ManifestState {
  return {
    args: outputs,
    content: pick(outputs, CONTENT_FIELDS) as Outputs & Content,
    baseline: __written as ManifestBaseline | undefined,
  };
}
