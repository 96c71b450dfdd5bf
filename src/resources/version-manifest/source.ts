/** Where the bytes of a manifest come from: a file, or an https URL. */

import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isConfigError } from "../../errors";
import { download, placeOf } from "../../http/download";
import type { EngineAsset } from "./asset";
import { unreadable } from "./asset";
import type { Outline } from "./outline";
import { outlineOf } from "./outline";
import { piecesOf, sourceOf } from "./pieces";
import type { Source } from "./reader";

/** What is known of a manifest without holding it. */
export interface Looked {
  /** Of its bytes. */
  readonly sha256: string;
  readonly outline: Outline;
}

/** Looks through a manifest; a file is never held as a whole. @throws Error when it cannot be had, or is no JSON object */
export async function lookThrough(asset: EngineAsset): Promise<Looked> {
  const { path } = asset;
  if (path === undefined) return looked(sourceOf(await bytesOf(asset)), asset);
  const file = readable(path, () => openSync(path, "r"));
  try {
    return looked((target) => readable(path, () => readSync(file, target)), asset);
  } finally {
    closeSync(file);
  }
}

function looked(source: Source, asset: EngineAsset): Looked {
  const hash = createHash("sha256");
  let isStart = true;
  const hashed: Source = (target) => {
    const size = source(target);
    const bytes = target.subarray(0, size);
    if (isStart) refuseOtherFormat(bytes, asset);
    isStart = false;
    hash.update(bytes);
    return size;
  };
  const outline = outlineOf(piecesOf(hashed));
  return { sha256: hash.digest("hex"), outline };
}

/** How files begin that are not JSON, as Latin-1 text, and what helps. */
const OTHER_FORMATS: readonly (readonly [starts: readonly string[], message: string])[] = [
  [["\xef\xbb\xbf"], "starts with a byte order mark; the service expects plain JSON: save it without"],
  [["\xff\xfe", "\xfe\xff", "{\0", "\0{"], "is UTF-16 text; the service expects UTF-8: convert it first"],
  [["\x1f\x8b"], "is gzip-compressed: unpack it first"],
  [["PK\x03\x04", "PK\x05\x06"], "is a zip archive: unpack it first"],
  [["BZh"], "is bzip2-compressed: unpack it first"],
  [["\xfd7zXZ\0"], "is xz-compressed: unpack it first"],
  [["\x28\xb5\x2f\xfd"], "is zstd-compressed: unpack it first"],
  [["7z\xbc\xaf\x27\x1c"], "is a 7z archive: unpack it first"],
];

const START_BYTES = 512;

function refuseOtherFormat(bytes: Buffer, { path, uri = "" }: EngineAsset): void {
  const message = otherFormatOf(bytes.toString("latin1", 0, START_BYTES));
  if (message === undefined) return;
  const where = path === undefined ? placeOf(new URL(uri)) : `the file ${resolve(path)}`;
  throw new Error(`manifest: ${where} ${message}.`);
}

function otherFormatOf(start: string): string | undefined {
  if (start === "") return "is empty";
  if (/^\s*<\?xml/i.test(start)) return "is XML, perhaps the error message of a storage server, and not JSON";
  if (/^\s*</.test(start)) return "is a web page, perhaps of a login or an error, and not JSON";
  return OTHER_FORMATS.find(([starts]) => starts.some((bytes) => start.startsWith(bytes)))?.[1];
}

/** All bytes, which are held once. @throws Error when they cannot be had */
export async function bytesOf({ path, uri }: EngineAsset): Promise<Buffer> {
  if (uri !== undefined) return downloadManifest(uri);
  if (path === undefined)
    throw new Error("manifest: must be the path of a file, a FileAsset or a RemoteAsset.");
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
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

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
