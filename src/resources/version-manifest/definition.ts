/** How a version manifest is uploaded, compared with that of the service, and left in place. */

import { messageOf } from "../../errors";
import { z } from "zod";
import { look, orUndefined } from "../../api/common";
import { putVersionManifest } from "../../api/version-manifest";
import type { ApiResponse } from "../../http/api-client";
import { textsOf } from "../../core/check";
import type { Context, PreviewReport, ResourceDefinition } from "../../core/definition";
import { NOTHING_TO_REPORT } from "../../core/definition";
import type { NotTaken } from "../../core/not-taken";
import { maybeNotTaken } from "../../core/not-taken";
import type { Problem } from "../../core/problems";
import { error, warning } from "../../core/problems";
import type { ManifestSummary } from "../../manifest-summary";
import { isUnknown, knownValue } from "../../unknowns";
import { omit } from "../../json";
import type { EngineAsset } from "./asset";
import { asAsset, getAssetPath, STRING_ASSET } from "./asset";
import { describeChanges, describeDrift, findLosses, findMisfits, timestampOf } from "./comparison";
import type { ManifestArgs, ManifestState } from "./encoding";
import { VERSION_MANIFEST_DESCRIPTION } from "./description";
import { decode, encode, ID, uploadedState } from "./encoding";
import type { ManifestOutline } from "./outline";
import type { InspectedManifest } from "./source";
import { createInspection, fetchOutline, hashBytes, readManifest } from "./source";

const ONE_OF = "must be the path of a file, a FileAsset or a RemoteAsset";

export const versionManifest: ResourceDefinition<ManifestArgs, ManifestState> = {
  ...VERSION_MANIFEST_DESCRIPTION,
  rules: () => ({
    manifest: z.custom((value) => asAsset(value) !== undefined, ONE_OF),
    sha256: z.string().optional(),
  }),
  normalize(inputs) {
    const { manifest } = inputs;
    const sha256 = isUnknown(manifest) ? manifest : asAsset(manifest)?.hash;
    return sha256 === undefined ? inputs : { ...inputs, sha256 };
  },
  encode,
  decode,

  claims: () => ({ id: ID, adopts: true, argument: "manifest", mustExist: true }),

  /** A preview reads the file already, so that a broken one is reported there. */
  async validate(args, context) {
    const { manifest, allowDowngrade } = knownValue(args) ?? {};
    const asset = asAsset(manifest);
    if (asset?.text !== undefined) return [error(["manifest"], STRING_ASSET)];
    if (asset?.path === undefined && asset?.uri === undefined) return [];
    try {
      const { outline } = await inspect(context, asset);
      // `preview` and `create` report the warnings.
      return lossProblems(outline.defects, allowDowngrade).filter(({ severity }) => severity === "error");
    } catch (cause) {
      return [error([], messageOf(cause))];
    }
  },

  async preview(context, olds, news) {
    const asset = asAsset(news.manifest);
    if (asset === undefined || (olds !== undefined && isUploaded(olds, news))) return NOTHING_TO_REPORT;
    return (await compareWithService(context, news, asset, (await inspect(context, asset)).outline)).report;
  },

  sameMeaning: (a, b) =>
    a.sha256 === b.sha256 &&
    a.allowDowngrade === b.allowDowngrade &&
    a.changedOnService === b.changedOnService,

  async create(context, args) {
    return { id: ID, state: await upload(context, args) };
  },

  async read(context, _id, state) {
    const live = (await fetchOutline(context.api))?.summary;
    if (live === undefined) logUnverifiable(context);
    if (state?.baseline === undefined) {
      return { args: {}, content: live && omit(live, ["canonicalSha256"]) };
    }
    const { args, baseline } = state;
    const { changedOnService: before, ...others } = args;
    const isDowngrade = args.allowDowngrade === true;
    const changedOnService = live && describeDrift(baseline, live, isDowngrade, context.say);
    return changedOnService === before && state.notTaken === undefined
      ? state
      : { ...omit(state, ["notTaken"]), args: { ...others, changedOnService } };
  },

  async update(context, _id, { args, content, baseline, notTaken }, news) {
    // A change of a flag alone needs no request.
    const isDue = notTaken !== undefined || !isUploaded(args, news);
    return isDue ? upload(context, news) : { args: news, content, baseline };
  },

  // The service always has a manifest: there is nothing to delete.
  async delete() {},
};

/** Whether our manifest is the one that the arguments ask for, and still in place. */
function isUploaded(olds: ManifestArgs, news: ManifestArgs): boolean {
  const isSame = olds.sha256 === news.sha256 && olds.connection === news.connection;
  return isSame && olds.changedOnService === undefined;
}

/** `check` inspects the manifest, and the preview or the create that follows uses its result. */
async function inspect({ once }: Pick<Context, "once">, asset: EngineAsset): Promise<InspectedManifest> {
  return once("manifest inspection", createInspection)(asset);
}

/** Uploads the manifest, unless the service has it. The bytes are read last, so that nothing else of their size is in memory. */
async function upload(context: Context, args: ManifestArgs): Promise<ManifestState> {
  const asset = asAsset(args.manifest);
  if (asset === undefined) throw new Error(`manifest: ${ONE_OF}.`);
  const { sha256, outline } = await inspect(context, asset);
  refuseOtherBytes(sha256, asset.hash);
  const { report, isThere } = await compareWithService(context, args, asset, outline);
  logOrRefuse(context, report);
  const bytes = await readManifest(asset);
  refuseOtherBytes(hashBytes(bytes), sha256);
  const state = uploadedState({ ...args, sha256, changedOnService: undefined }, bytes, outline.summary);
  if (isThere) return state;
  const response = await putVersionManifest(context.api, bytes);
  return { ...state, ...maybeNotTaken(await confirmUpload(context, args, outline.summary, response)) };
}

/**
 * Finds whether the service has another manifest than it was sent.
 * @throws Error unless the response shows that the service took the manifest, or it has it
 */
async function confirmUpload(
  { api, pause, say, warn }: Context,
  { allowDowngrade }: ManifestArgs,
  summary: ManifestSummary,
  { isConfirmed, serviceVersion }: Pick<ApiResponse<unknown>, "isConfirmed" | "serviceVersion">,
): Promise<NotTaken[]> {
  const isOurs = (found: Awaited<ReturnType<typeof fetchOutline>>): boolean =>
    found === undefined || found.summary.canonicalSha256 === summary.canonicalSha256;
  const read = look(async () => fetchOutline(api), isOurs, pause);
  const live = isConfirmed ? await orUndefined(read, () => true) : await read;
  if (live !== undefined && isOurs(live)) return [];
  if (isConfirmed) {
    const other = live && describeDrift(summary, live.summary, allowDowngrade === true, say);
    if (other === undefined) return [];
    const text = `that of ${timestampOf(summary)} was written, and it has another one: ${other}`;
    return [{ path: ["manifest"], isDrift: true, text }];
  }
  if (live === undefined && serviceVersion !== undefined) {
    warn("The service did not say whether it took the version manifest, and does not show which one it has.");
    return [];
  }
  const found = live === undefined ? "and does not show its manifest" : "and it still has another manifest";
  throw new Error(
    `The service did not confirm the upload of the version manifest, ${found}: a proxy or gateway in front of the service may have ` +
      "sent the response.",
  );
}

function refuseOtherBytes(sha256: string, previewed: string | undefined): void {
  if (previewed === undefined || sha256 === previewed) return;
  throw new Error(
    `manifest: the bytes are no longer those of the preview (SHA-256 ${sha256}, not ${previewed}). Nothing was written; run \`pulumi up\` again.`,
  );
}

/** What the upload changes on the service. */
interface Upload {
  /** With why it may be refused. */
  readonly report: PreviewReport;
  /** Whether the service has the manifest already. */
  readonly isThere: boolean;
}

async function compareWithService(
  { api }: Context,
  { allowDowngrade }: ManifestArgs,
  asset: EngineAsset,
  next: ManifestOutline,
): Promise<Upload> {
  const live = await fetchOutline(api);
  const misfits = live === undefined ? [] : findMisfits(next, getAssetPath(asset), live.service);
  const warnings = [...next.oddities, ...misfits].map((text) => warning(["manifest"], `${text}.`));
  const losses = [...next.defects, ...(live === undefined ? [] : findLosses(live, next))];
  const isThere = live?.summary.canonicalSha256 === next.summary.canonicalSha256;
  const changes = live === undefined ? NOT_COMPARED : describeChanges(live, next);
  const problems = [...lossProblems(losses, allowDowngrade), ...warnings];
  return { report: { problems, notes: isThere ? [] : [changes] }, isThere };
}

const NOT_COMPARED =
  "The service does not show its version manifest (GET /unauth/versionManifest), so it could not be compared: " +
  "whether the service has a newer one was not checked, nor whether versions are removed.";

/** Losses are errors, which `allowDowngrade` turns into warnings. */
function lossProblems(losses: readonly string[], allowDowngrade: boolean | string | undefined): Problem[] {
  const isRefused = allowDowngrade !== true && !isUnknown(allowDowngrade);
  return losses.map((text) =>
    isRefused
      ? error(["manifest"], `${text}. Set \`allowDowngrade: true\` if that is intended.`)
      : warning(["manifest"], `${text}.`),
  );
}

/** @throws Error with the errors of the report, before anything is sent */
function logOrRefuse({ say, warn }: Context, { problems, notes }: PreviewReport): void {
  const errors = textsOf(problems, "error");
  if (errors.length > 0) throw new Error(`${errors.join("\n")} Nothing was written.`);
  for (const text of textsOf(problems, "warning")) warn(text);
  for (const note of notes) say(note);
}

/** Logs once for each connection that drift cannot be seen. */
function logUnverifiable({ once, say }: Context): void {
  once("unverifiable manifest", () =>
    say(
      "The service does not show its version manifest (GET /unauth/versionManifest), so manual changes of it cannot be detected.",
    ),
  );
}
