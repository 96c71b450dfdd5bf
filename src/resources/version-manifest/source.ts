/** Where the bytes of a manifest come from: a file, or an https URL. */

import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { EngineAsset } from "./asset";
import { unreadable } from "./asset";
import { download } from "./download";
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
  if (path === undefined) return looked(sourceOf(await bytesOf(asset)));
  const file = readable(path, () => openSync(path, "r"));
  try {
    return looked((target) => readable(path, () => readSync(file, target)));
  } finally {
    closeSync(file);
  }
}

function looked(source: Source): Looked {
  const hash = createHash("sha256");
  const hashed: Source = (target) => {
    const size = source(target);
    hash.update(target.subarray(0, size));
    return size;
  };
  const outline = outlineOf(piecesOf(hashed));
  return { sha256: hash.digest("hex"), outline };
}

/** All bytes, which are held once. @throws Error when they cannot be had */
export async function bytesOf({ path, uri }: EngineAsset): Promise<Buffer> {
  if (uri !== undefined) return download(uri);
  if (path === undefined)
    throw new Error("manifest: must be the path of a file, a FileAsset or a RemoteAsset.");
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
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
