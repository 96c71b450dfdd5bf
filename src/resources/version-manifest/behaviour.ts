/** What it means to upload, read and forget a version manifest (specification 2.6, 4.5). */

import { z } from "zod";
import { putVersionManifest } from "../../api/version-manifest";
import type { Behaviour, Context, Inputs, State } from "../../core/behaviour";
import { error } from "../../core/problems";
import { isUnknown } from "../../core/unknowns";
import { isApiError } from "../../errors";
import { pick } from "../../json";
import type { EngineAsset } from "./asset";
import { assetOf, pathOf, STRING_ASSET } from "./asset";
import { changesOf, misfits, odditiesOf } from "./changes";
import type { Written } from "./drift";
import { driftOf } from "./drift";
import { heldManifest } from "./held";
import { COMPUTED, DRIFT, ID, INPUT_NAMES } from "./names";
import type { Looked } from "./source";
import { bytesOf, lookThrough, sha256Of } from "./source";

const ONE_OF = "must be the path of a file, a FileAsset or a RemoteAsset";

const shape = z.strictObject({
  manifest: z.custom((value) => assetOf(value) !== undefined, ONE_OF),
  allowDowngrade: z.boolean().optional(),
  sha256: z.string().optional(),
});

export const versionManifest: Behaviour = {
  kind: "VersionManifest",
  what: "version manifest of the service",
  hasServiceIds: false,
  shape,
  inputNames: INPUT_NAMES,
  // The manifest of another service is another one; the deletion of the old sends nothing.
  replaceOn: ["connection"],

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
      latest = await lookThrough(asset);
      const oddities = odditiesOf(latest.outline);
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
    const live = (await heldManifest(context.api))?.outline.summary;
    if (live === undefined) sayUnverifiable(context);
    const before = state["__written"] as Written | undefined;
    if (before === undefined) {
      const inputs = pick(state, ["connection"]);
      return { inputs, outputs: { ...inputs, allowDowngrade: false, ...live, canonicalSha256: undefined } };
    }
    const { [DRIFT]: _, ...known } = state;
    const inputs = pick(known, [...INPUT_NAMES, "connection"]);
    const drift =
      live === undefined ? undefined : driftOf(before, live, inputs["allowDowngrade"] === true, context.say);
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

/** What `check` found, for the upload that follows it. */
let latest: Looked | undefined;

/** The bytes are read last, so that nothing else of their size is held beside them. */
async function upload(context: Context, inputs: Inputs): Promise<State> {
  const asset = assetOf(inputs["manifest"]);
  if (asset === undefined) throw new Error(`manifest: ${ONE_OF}.`);
  const ours = latest !== undefined && latest.sha256 === asset.hash ? latest : await lookThrough(asset);
  latest = undefined;
  mustBePreviewed(ours.sha256, asset.hash);
  await compare(context, inputs, asset, ours);
  const bytes = await bytesOf(asset);
  mustBePreviewed(sha256Of(bytes), ours.sha256);
  await put(context, bytes);
  const { canonicalSha256, ...summary } = ours.outline.summary;
  const written: Written = { canonicalSha256, manifestUpdated: summary.manifestUpdated };
  return { ...inputs, sha256: ours.sha256, sizeBytes: bytes.length, ...summary, __written: written };
}

async function put(context: Context, bytes: Buffer): Promise<void> {
  try {
    await putVersionManifest(context.api, bytes);
  } catch (cause) {
    if (!isApiError(cause) || cause.errorCode !== "USER_UNAUTHORIZED") throw cause;
    throw new Error(`${cause.message} It is Global Owner or Global Automation Admin.`, { cause });
  }
}

function mustBePreviewed(sha256: string, previewed: string | undefined): void {
  if (previewed === undefined || sha256 === previewed) return;
  throw new Error(
    `manifest: the bytes are no longer those of the preview (SHA-256 ${sha256}, not ${previewed}). Nothing was written; run \`pulumi up\` again.`,
  );
}

/** Compares with what the service holds, and tells what the upload changes. */
async function compare(
  context: Context,
  inputs: Inputs,
  asset: EngineAsset,
  { outline: next }: Looked,
): Promise<void> {
  const held = await heldManifest(context.api);
  if (held === undefined) {
    context.say(
      "The service does not show its version manifest (GET /unauth/versionManifest): whether it holds a newer one was not checked.",
    );
    return;
  }
  const live = held.outline;
  if (inputs["allowDowngrade"] !== true) {
    refuseDowngrade(next.summary.manifestUpdated, live.summary.manifestUpdated);
  }
  const warnings = misfits(next, pathOf(asset), held.service);
  if (warnings.length > 0) {
    context.say(`Warning: the version manifest may not fit: ${warnings.join("; ")}.`);
  }
  if (live.summary.canonicalSha256 !== next.summary.canonicalSha256) context.say(changesOf(live, next));
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
