/** A Pulumi asset, as the engine passes it. */

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

/** @param cause what Node.js said of the file */
export function unreadable(path: string, cause: unknown): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? "unreadable";
  return new Error(`manifest: the file ${path} cannot be read (${code}).`, { cause });
}
