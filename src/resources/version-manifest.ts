/** VersionManifest: the list of database versions that the service can deploy (specification 2.6, 4.5). */

import { accessSync, constants } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { getVersionManifest, putVersionManifest } from "../api/version-manifest";
import { computed, secretTexts } from "../core/arguments";
import type { Behaviour, Context, Inputs, State } from "../core/behaviour";
import { claim } from "../core/claims";
import { error } from "../core/problems";
import { endingProgram } from "../core/program";
import { thinProvider } from "../core/thin-provider";
import { isUnknown } from "../core/unknowns";
import { pick } from "../json";
import type { Outline } from "./version-manifest/changes";
import { changesOf, misfits, outlineOf } from "./version-manifest/changes";
import type { EngineAsset } from "./version-manifest/source";
import { assetOf, bytesOf, parseManifest, sha256Of, unreadable } from "./version-manifest/source";
import type { ManifestSummary } from "./version-manifest/summary";
import { summaryOf } from "./version-manifest/summary";

/** Arguments of {@link VersionManifest}. */
export interface VersionManifestArgs {
  /** The path of the file, or a FileAsset or RemoteAsset. Its bytes are sent unmodified and never go into the state. */
  manifest: pulumi.Input<string | pulumi.asset.Asset>;
  /** Whether a manifest older than the one of the service may replace it. @default false */
  allowDowngrade?: pulumi.Input<boolean | undefined>;
  /** The name of a connection other than the default one. A change replaces the resource. */
  connection?: string | undefined;
}

const shape = z.strictObject({
  manifest: z.custom(
    (value) => assetOf(value) !== undefined,
    "must be the path of a file, a FileAsset or a RemoteAsset",
  ),
  allowDowngrade: z.boolean().optional(),
  sha256: z.string().optional(),
});

/** How the manifest of the service departs from ours, told by a refresh; a program has none, so the next `up` uploads. */
const DRIFT = "changedOnService";

const INPUT_NAMES = [...Object.keys(shape.shape), DRIFT];
const COMPUTED = ["sizeBytes", "manifestUpdated", "versionCount", "newestVersions", "__written"] as const;
const ID = "versionManifest";

/** What stands in the state beside inputs and outputs. */
interface Written {
  canonicalSha256: string;
  manifestUpdated: string | undefined;
}

/** @internal */
export const versionManifest: Behaviour = {
  kind: "VersionManifest",
  shape,
  inputNames: INPUT_NAMES,
  replaceOn: [],

  // The hash as an input of its own: an asset alone shows a change, but not from what to what.
  normalize: (inputs) => {
    const hash = isUnknown(inputs["manifest"]) ? inputs["manifest"] : assetOf(inputs["manifest"])?.hash;
    return { allowDowngrade: false, ...inputs, ...(hash !== undefined && { sha256: hash }) };
  },

  /** The file is read at preview already: a broken one stops there. */
  async problems(args, context) {
    const asset = assetOf(args["manifest"]);
    if (asset?.text !== undefined) return [error(["manifest"], STRING_ASSET)];
    if (asset?.path === undefined && asset?.uri === undefined) return [];
    try {
      const { oddities } = outlineFor(await bytesOf(asset));
      if (oddities.length > 0) context.say(`manifest: ${oddities.join("; ")}. It is sent as it is.`);
      return [];
    } catch (cause) {
      return [error([], cause instanceof Error ? cause.message : String(cause))];
    }
  },

  sameMeaning: (a, b) => ["sha256", "allowDowngrade", DRIFT].every((name) => a[name] === b[name]),

  async create(context, inputs) {
    return { id: ID, outputs: await upload(context, inputs) };
  },

  async read(context, _id, state) {
    const live = (await getVersionManifest(context.api))?.manifest;
    if (live === undefined) sayUnverifiable(context);
    const before = state["__written"] as Written | undefined;
    if (before === undefined) {
      const summary = live && summaryOf(live);
      const inputs = pick(state, ["connection"]);
      return {
        inputs,
        outputs: { ...inputs, allowDowngrade: false, ...summary, canonicalSha256: undefined },
      };
    }
    const { [DRIFT]: _, ...known } = state;
    const inputs = pick(known, [...INPUT_NAMES, "connection"]);
    const drift =
      live === undefined ? undefined : driftOf(before, live, inputs["allowDowngrade"] === true, context);
    const told = drift === undefined ? {} : { [DRIFT]: drift };
    return { inputs: { ...inputs, ...told }, outputs: { ...known, ...told } };
  },

  async update(context, _id, olds, news) {
    // A change of a flag alone needs no request.
    if (olds["sha256"] === news["sha256"] && olds[DRIFT] === undefined)
      return { ...news, ...pick(olds, COMPUTED) };
    return upload(context, news);
  },

  // The service always has a manifest: there is nothing to delete.
  async delete() {},
};

async function upload(context: Context, inputs: Inputs): Promise<State> {
  const asset = assetOf(inputs["manifest"]);
  if (asset === undefined)
    throw new Error("manifest: must be the path of a file, a FileAsset or a RemoteAsset.");
  const bytes = await bytesOf(asset);
  const sha256 = sha256Of(bytes);
  if (asset.hash !== undefined && asset.hash !== sha256) {
    throw new Error(
      `manifest: the bytes are no longer those of the preview (SHA-256 ${sha256}, not ${asset.hash}). Nothing was written; run \`pulumi up\` again.`,
    );
  }
  const { canonicalSha256, ...summary } = await compared(context, inputs, asset, bytes);
  await putVersionManifest(context.api, bytes);
  const written: Written = { canonicalSha256, manifestUpdated: summary.manifestUpdated };
  return { ...inputs, sha256, sizeBytes: bytes.length, ...summary, __written: written };
}

/** Sums the manifest up, after comparing it with that of the service. */
async function compared(
  context: Context,
  inputs: Inputs,
  { path, uri }: EngineAsset,
  bytes: Buffer,
): Promise<ManifestSummary> {
  const next = outlineFor(bytes);
  const held = await getVersionManifest(context.api);
  if (held === undefined) {
    context.say(
      "The service does not show its version manifest (GET /unauth/versionManifest): whether it holds a newer one was not checked.",
    );
    return next.summary;
  }
  const live = outlineOf(held.manifest);
  if (inputs["allowDowngrade"] !== true) {
    refuseDowngrade(next.summary.manifestUpdated, live.summary.manifestUpdated);
  }
  const warnings = misfits(next, path ?? uri ?? "", held.service);
  if (warnings.length > 0) {
    context.say(`Warning: the version manifest may not fit: ${warnings.join("; ")}.`);
  }
  if (live.summary.canonicalSha256 !== next.summary.canonicalSha256) context.say(changesOf(live, next));
  return next.summary;
}

let latest: { readonly sha256: string; readonly outline: Outline } | undefined;

/** The outline of a file, which is parsed once for check and upload: parsed it takes many times its size. */
function outlineFor(bytes: Buffer): Outline {
  const sha256 = sha256Of(bytes);
  if (latest?.sha256 !== sha256) latest = { sha256, outline: outlineOf(parseManifest(bytes)) };
  return latest.outline;
}

function refuseDowngrade(ours: string | undefined, theirs: string | undefined): void {
  if (theirs === undefined || ours === undefined || ours >= theirs) return;
  throw new Error(
    `manifest: it is of ${ours}, older than the one that the service holds (${theirs}). ` +
      "Set `allowDowngrade: true` if that is meant. Nothing was written.",
  );
}

const told = new WeakSet<object>();

/** Once for each connection of the process. */
function sayUnverifiable({ api, say }: Context): void {
  if (told.has(api)) return;
  told.add(api);
  say(
    "The service does not show its version manifest (GET /unauth/versionManifest), so a change of it by hand cannot be seen.",
  );
}

/** How the manifest of the service departs from ours, in words; `undefined` when it does not. */
function driftOf(
  ours: Written,
  live: Record<string, unknown>,
  allowDowngrade: boolean,
  context: Context,
): string | undefined {
  const theirs = summaryOf(live);
  if (theirs.canonicalSha256 === ours.canonicalSha256) return undefined;
  const [before, after] = [ours.manifestUpdated ?? "", theirs.manifestUpdated ?? ""];
  if (after > before && !allowDowngrade) {
    context.say(
      `The service holds a newer version manifest (${after}) than the one uploaded (${before}); it is left alone.`,
    );
    return undefined;
  }
  return after < before ? `older (${after || "no stamp"})` : `differs (${after || "no stamp"})`;
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
        __secrets: secretTexts(args),
        ...computed(INPUT_NAMES),
        ...rest,
        manifest: assetInput(manifest),
      },
      pulumi.mergeOptions(options, { additionalSecretOutputs: ["__written"] }),
      "opsmanager",
      "VersionManifest",
    );
    if (manifest !== undefined) claim(name, "version manifest of the service", [], rest.connection);
  }

  /** Looks up the manifest of the service, which stays unmanaged. @param id `versionManifest` */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID> = ID,
    options?: { connection?: string } & pulumi.CustomResourceOptions,
  ): VersionManifest {
    const { connection, ...rest } = options ?? {};
    return new VersionManifest(name, { connection } as unknown as VersionManifestArgs, { ...rest, id });
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

const STRING_ASSET =
  "a StringAsset would put its whole text into the state, twice. Write the text to a file and give its path";

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
