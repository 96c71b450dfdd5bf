/** A Pulumi asset, as the engine passes it. */

import { isAbsolute, resolve } from "node:path";
import { isPlainObject } from "../../json";

/** Its hash is the SHA-256 of its bytes (`sdk/go/common/resource/asset`); later the engine tells nothing but the hash. */
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

/** The path of the file, or of the URL without its query. */
export function pathOf({ path, uri }: EngineAsset): string {
  if (path !== undefined) return path;
  return uri !== undefined && URL.canParse(uri) ? new URL(uri).pathname : "";
}

export const STRING_ASSET =
  "a StringAsset would put its whole text into the state, twice. Write the text to a file and give its path";

export const NO_PATH = "the path of the file must not be empty";

export const URL_AS_PATH =
  "a URL must be given as `new pulumi.asset.RemoteAsset(url)`, not as the path of a file";

/**
 * The error of a file that cannot be read. A relative path begins at the folder of the process, which may differ between
 * the program and the provider.
 * @param cause the error of Node.js
 */
export function unreadable(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
  const base = isAbsolute(path) ? "" : `; the path ${JSON.stringify(path)} is relative to ${process.cwd()}`;
  return new Error(`manifest: the file ${resolve(path)} cannot be read (${code})${base}.`, { cause });
}
