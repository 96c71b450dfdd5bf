/** Where the bytes of a manifest come from: a file, or an https URL, by way of a Pulumi asset. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { PlainObject } from "../../json";
import { isPlainObject } from "../../json";

/** An asset as the engine passes it (`sdk/go/common/resource/asset`): its hash is the SHA-256 of its bytes. */
export interface EngineAsset {
  readonly hash?: string;
  readonly path?: string;
  readonly uri?: string;
  readonly text?: string;
}

const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
const ASSET_SIGNATURE = "c44067f5952c0a294b673a41bacd8c17";

/** The asset, or `undefined` when the value is none. */
export function assetOf(value: unknown): EngineAsset | undefined {
  return isPlainObject(value) && value[SIGNATURE_KEY] === ASSET_SIGNATURE ? value : undefined;
}

/** The asset as its hash alone: all that the engine tells of it later. */
export function hashOnly(hash: string): PlainObject {
  return { [SIGNATURE_KEY]: ASSET_SIGNATURE, hash };
}

/** @throws Error when the file cannot be read, or the URL does not answer with success. */
export async function bytesOf(asset: EngineAsset): Promise<Buffer> {
  if (asset.path !== undefined) return read(asset.path);
  if (asset.uri !== undefined) return download(asset.uri);
  throw new Error("manifest: must be the path of a file, a FileAsset or a RemoteAsset.");
}

async function read(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/** @param cause what Node.js said of the file */
export function unreadable(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
  return new Error(`manifest: the file ${path} cannot be read (${code}).`, { cause });
}

async function download(uri: string): Promise<Buffer> {
  if (!uri.startsWith("https://"))
    throw new Error(`manifest: a RemoteAsset must be an https URL, not ${uri}.`);
  // A plain request: our credentials are for the service only.
  const response = await fetch(uri);
  if (!response.ok) throw new Error(`manifest: ${uri} answered ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The content of a manifest. @throws Error for bytes that are no JSON object. */
export function parseManifest(bytes: Buffer): PlainObject {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw new Error(
      `manifest: is not well-formed JSON (${error instanceof Error ? error.message : "unreadable"}).`,
      { cause: error },
    );
  }
  if (!isPlainObject(value)) throw new Error("manifest: must hold a JSON object.");
  return value;
}
