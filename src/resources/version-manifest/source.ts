/** Reads version manifests from files, https URLs and the service. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ServiceVersion } from "../../api/version-manifest";
import { getVersionManifest } from "../../api/version-manifest";
import { isConfigError, messageOf } from "../../errors";
import type { ApiClient } from "../../http/api-client";
import { download, placeOf } from "../../http/download";
import type { PlainObject } from "../../json";
import { isDeeperThan, isPlainObject } from "../../json";
import type { EngineAsset } from "./asset";
import { toFileError } from "./asset";
import type { ManifestOutline } from "./outline";
import { outlineManifest } from "./outline";

export interface InspectedManifest {
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  readonly outline: ManifestOutline;
}

/** Reads and outlines a manifest. @throws Error if it cannot be read or is not a JSON object */
export async function inspectManifest(asset: EngineAsset): Promise<InspectedManifest> {
  const bytes = await readManifest(asset);
  refuseOtherFormats(bytes, asset);
  return { sha256: hashBytes(bytes), outline: outlineManifest(parseManifest(bytes)) };
}

/** Returns an inspection that reads an asset again only if its hash differs from that of the last one. */
export function createInspection(inspect = inspectManifest): typeof inspectManifest {
  let last: InspectedManifest | undefined;
  return async (asset) => {
    if (last !== undefined && last.sha256 === asset.hash) return last;
    last = await inspect(asset);
    return last;
  };
}

/** Outlines the manifest of the service; `undefined` if the service does not offer it. */
export async function fetchOutline(
  api: ApiClient,
): Promise<(ManifestOutline & { readonly service: ServiceVersion }) | undefined> {
  const live = await getVersionManifest(api);
  return live && { ...outlineManifest(live.manifest), service: live.service };
}

/** @throws Error if the file or URL cannot be read */
export async function readManifest({ path, uri }: EngineAsset): Promise<Buffer> {
  if (uri !== undefined) return downloadManifest(uri);
  if (path === undefined)
    throw new Error("manifest: must be the path of a file, a FileAsset or a RemoteAsset.");
  try {
    return await readFile(path);
  } catch (cause) {
    throw toFileError(path, cause);
  }
}

async function downloadManifest(uri: string): Promise<Buffer> {
  try {
    return await download(uri);
  } catch (error) {
    if (isConfigError(error) || !(error instanceof Error)) throw error;
    throw new Error(`manifest: ${error.message}`, { cause: error });
  }
}

export function hashBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The first bytes of other formats, as Latin-1 text. */
const OTHER_FORMATS: readonly (readonly [starts: readonly string[], message: string])[] = [
  [["\xef\xbb\xbf"], "starts with a byte order mark; the service expects plain JSON: save it without one"],
  [["\xff\xfe", "\xfe\xff", "{\0", "\0{"], "is UTF-16 text; the service expects UTF-8: convert it first"],
  [["\x1f\x8b"], "is gzip-compressed: unpack it first"],
  [["PK\x03\x04"], "is a zip archive: unpack it first"],
];

const START_BYTES = 512;

function refuseOtherFormats(bytes: Buffer, { path, uri = "" }: EngineAsset): void {
  const message = describeOtherFormat(bytes.toString("latin1", 0, START_BYTES));
  if (message === undefined) return;
  const where = path === undefined ? placeOf(new URL(uri)) : `the file ${resolve(path)}`;
  throw new Error(`manifest: ${where} ${message}.`);
}

function describeOtherFormat(start: string): string | undefined {
  if (start === "") return "is empty";
  if (/^\s*<\?xml/i.test(start)) return "is XML and not JSON, perhaps the error message of a storage server";
  if (/^\s*</.test(start)) return "is a web page and not JSON, perhaps of a login or an error";
  return OTHER_FORMATS.find(([starts]) => starts.some((bytes) => start.startsWith(bytes)))?.[1];
}

/** Deeper values would exhaust the stack of the functions that walk through them. */
const MAX_LEVELS = 1_000;

function parseManifest(bytes: Buffer): PlainObject {
  const text = bytes.toString();
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (cause) {
    // V8 quotes the text around the error, with its line breaks.
    const reason = messageOf(cause).replaceAll(/\s+/g, " ");
    throw new Error(`manifest: is not well-formed JSON (${reason}).`, { cause });
  }
  if (!isPlainObject(manifest)) throw new Error("manifest: must be a JSON object.");
  if (isDeeperThan(manifest, MAX_LEVELS))
    throw new Error(`manifest: is nested more than ${MAX_LEVELS} levels deep.`);
  return manifest;
}
