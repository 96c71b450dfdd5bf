/** What it means to upload, read and forget a version manifest (specification 2.6, 4.5). */

import { z } from "zod";
import { putVersionManifest } from "../../api/version-manifest";
import type { Behaviour, Context, Inputs, PreviewReport, State } from "../../core/behaviour";
import type { Problem } from "../../core/problems";
import { error, problemText, warning } from "../../core/problems";
import { isUnknown } from "../../core/unknowns";
import { isApiError } from "../../errors";
import type { PlainObject } from "../../json";
import { pick } from "../../json";
import type { ManifestOutline } from "../../manifest-outline";
import type { EngineAsset } from "./asset";
import { asAsset, getAssetPath, STRING_ASSET } from "./asset";
import type { ManifestBaseline } from "./comparison";
import {
  describeChanges,
  describeDrift,
  findDefects,
  findLosses,
  findMisfits,
  findOddities,
} from "./comparison";
import { COMPUTED, DRIFT, ID, INPUT_NAMES } from "./names";
import type { InspectedManifest } from "./source";
import { fetchOutline, hashBytes, inspectManifest, readManifest } from "./source";

const ONE_OF = "must be the path of a file, a FileAsset or a RemoteAsset";

const NOTHING_TO_REPORT: PreviewReport = { problems: [], notes: [] };

const shape = z.strictObject({
  manifest: z.custom((value) => asAsset(value) !== undefined, ONE_OF),
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
    const hash = isUnknown(inputs["manifest"]) ? inputs["manifest"] : asAsset(inputs["manifest"])?.hash;
    return { allowDowngrade: false, ...inputs, ...(hash !== undefined && { sha256: hash }) };
  },

  claims: () => ({ id: ID, adopts: true }),

  /** The file is read at preview already: a broken one stops there. */
  async problems(args) {
    const asset = asAsset(args["manifest"]);
    if (asset?.text !== undefined) return [error(["manifest"], STRING_ASSET)];
    if (asset?.path === undefined && asset?.uri === undefined) return [];
    try {
      latest = await inspectManifest(asset);
      return lossProblems(findDefects(latest.outline), args);
    } catch (cause) {
      return [error([], cause instanceof Error ? cause.message : String(cause))];
    }
  },

  async preview(context, olds, news) {
    const asset = asAsset(news["manifest"]);
    if (asset === undefined || (olds !== undefined && isUploaded(olds, news))) return NOTHING_TO_REPORT;
    return reportOn(context, news, asset, (await lookThroughOnce(asset)).outline);
  },

  sameMeaning: (a, b) => ["sha256", "allowDowngrade", DRIFT].every((name) => a[name] === b[name]),

  async create(context, inputs) {
    return { id: ID, outputs: await upload(context, inputs) };
  },

  async read(context, _id, state) {
    const live = (await fetchOutline(context.api))?.outline.summary;
    if (live === undefined) sayUnverifiable(context);
    const before = state["__written"] as ManifestBaseline | undefined;
    if (before === undefined) {
      const inputs = pick(state, ["connection"]);
      return { inputs, outputs: { ...inputs, allowDowngrade: false, ...live, canonicalSha256: undefined } };
    }
    const { [DRIFT]: _, ...known } = state;
    const inputs = pick(known, [...INPUT_NAMES, "connection"]);
    const drift =
      live === undefined
        ? undefined
        : describeDrift(before, live, inputs["allowDowngrade"] === true, context.say);
    const told = drift === undefined ? {} : { [DRIFT]: drift };
    return { inputs: { ...inputs, ...told }, outputs: { ...known, ...told } };
  },

  async update(context, _id, olds, news) {
    // A change of a flag alone needs no request.
    if (isUploaded(olds, news)) return { ...news, ...pick(olds, COMPUTED) };
    return upload(context, news);
  },

  // The service always has a manifest: there is nothing to delete.
  async delete() {},
};

/** What `check` found, for the preview or the upload that follows it. */
let latest: InspectedManifest | undefined;

/** Whether the service was left with what these inputs ask for. */
function isUploaded(olds: PlainObject, news: Inputs): boolean {
  return (
    olds["sha256"] === news["sha256"] &&
    olds["connection"] === news["connection"] &&
    olds[DRIFT] === undefined
  );
}

async function lookThroughOnce(asset: EngineAsset): Promise<InspectedManifest> {
  return latest !== undefined && latest.sha256 === asset.hash ? latest : inspectManifest(asset);
}

/** The bytes are read last, so that nothing else of their size is held beside them. */
async function upload(context: Context, inputs: Inputs): Promise<State> {
  const asset = asAsset(inputs["manifest"]);
  if (asset === undefined) throw new Error(`manifest: ${ONE_OF}.`);
  const ours = await lookThroughOnce(asset);
  latest = undefined;
  mustBePreviewed(ours.sha256, asset.hash);
  logOrRefuse(context, await reportOn(context, inputs, asset, ours.outline));
  const bytes = await readManifest(asset);
  mustBePreviewed(hashBytes(bytes), ours.sha256);
  await put(context, bytes);
  const { canonicalSha256, ...summary } = ours.outline.summary;
  const written: ManifestBaseline = { canonicalSha256, manifestUpdated: summary.manifestUpdated };
  return { ...inputs, sha256: ours.sha256, sizeBytes: bytes.length, ...summary, __written: written };
}

async function put(context: Context, bytes: Buffer): Promise<void> {
  try {
    await putVersionManifest(context.api, bytes);
  } catch (cause) {
    if (!isApiError(cause) || cause.errorCode !== "USER_UNAUTHORIZED") throw cause;
    throw new Error(`${cause.message} Required role: Global Owner or Global Automation Admin.`, { cause });
  }
}

function mustBePreviewed(sha256: string, previewed: string | undefined): void {
  if (previewed === undefined || sha256 === previewed) return;
  throw new Error(
    `manifest: the bytes are no longer those of the preview (SHA-256 ${sha256}, not ${previewed}). Nothing was written; run \`pulumi up\` again.`,
  );
}

/** Compares a manifest with that of the service: what its upload changes, and why it may be refused. */
async function reportOn(
  context: Context,
  inputs: Inputs,
  asset: EngineAsset,
  next: ManifestOutline,
): Promise<PreviewReport> {
  const held = await fetchOutline(context.api);
  const live = held?.outline;
  const misfitting = held === undefined ? [] : findMisfits(next, getAssetPath(asset), held.service);
  const warnings = [...findOddities(next), ...misfitting].map((text) => warning(["manifest"], `${text}.`));
  const losses = [...findDefects(next), ...(live === undefined ? [] : findLosses(live, next))];
  return {
    problems: [...lossProblems(losses, inputs), ...warnings],
    notes: live === undefined ? [NOT_COMPARED] : changeNotes(live, next),
  };
}

const NOT_COMPARED =
  "The service does not show its version manifest (GET /unauth/versionManifest), so it could not be compared: " +
  "whether it holds a newer one was not checked, nor whether versions are removed.";

function changeNotes(live: ManifestOutline, next: ManifestOutline): string[] {
  return live.summary.canonicalSha256 === next.summary.canonicalSha256 ? [] : [describeChanges(live, next)];
}

/** Errors that `allowDowngrade` turns into warnings. */
function lossProblems(losses: readonly string[], inputs: PlainObject): Problem[] {
  const allowed = inputs["allowDowngrade"];
  const isRefused = allowed !== true && !isUnknown(allowed);
  return losses.map((text) =>
    isRefused
      ? error(["manifest"], `${text}. Set \`allowDowngrade: true\` if that is intended.`)
      : warning(["manifest"], `${text}.`),
  );
}

/** @throws Error with the errors of the report, before anything is sent */
function logOrRefuse({ say }: Context, { problems, notes }: PreviewReport): void {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(`${errors.map(problemText).join("\n")} Nothing was written.`);
  for (const problem of problems) say(`Warning: ${problemText(problem)}`);
  for (const note of notes) say(note);
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
