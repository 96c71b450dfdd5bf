/** Pulumi assets as the engine passes them. */

import { isAbsolute, resolve } from "node:path";
import { SIGNATURE_KEY } from "../../signature";
import { isPlainObject } from "../../json";

/** The hash is the SHA-256 of the bytes. In the state, and in a resource that is read, an asset has nothing else. */
export interface EngineAsset {
  readonly hash?: string;
  readonly path?: string;
  readonly uri?: string;
  readonly text?: string;
}

const ASSET_SIGNATURE = "c44067f5952c0a294b673a41bacd8c17";

/** Returns the value as an asset, or `undefined` if it is not one. */
export function asAsset(value: unknown): EngineAsset | undefined {
  return isPlainObject(value) && value[SIGNATURE_KEY] === ASSET_SIGNATURE ? value : undefined;
}

/** A file as the engine stores it. */
export function fileAsset(path: string, hash: string): EngineAsset {
  return { [SIGNATURE_KEY]: ASSET_SIGNATURE, hash, path } as EngineAsset;
}

/** Returns the path of the file, or of the URL without its query. */
export function getAssetPath({ path, uri }: EngineAsset): string {
  if (path !== undefined) return path;
  return uri !== undefined && URL.canParse(uri) ? new URL(uri).pathname : "";
}

export const STRING_ASSET =
  "a StringAsset would put its whole text into the state, twice. Write the text to a file and give its path";

export const NO_PATH = "the path of the file must not be empty";

export const URL_AS_PATH =
  "a URL must be given as `new pulumi.asset.RemoteAsset(url)`, not as the path of a file";

/**
 * Describes why a file cannot be read. The folder that a relative path starts from is named, because it may differ between
 * the program and the provider.
 * @param cause the error of Node.js
 */
export function toFileError(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
  const base = isAbsolute(path) ? "" : `; the path ${JSON.stringify(path)} is relative to ${process.cwd()}`;
  return new Error(`manifest: the file ${resolve(path)} cannot be read (${code})${base}.`, { cause });
}
