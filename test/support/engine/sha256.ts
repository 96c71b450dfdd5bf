/** The checksums of release archives. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** The checksums in this repository, by version and platform (`linux-x64`). */
export interface Pins {
  readonly [version: string]: {
    /** The source of the checksums. */
    readonly origin: string;
    readonly sha256: { readonly [platform: string]: string };
  };
}

/** Computes the SHA-256 of a file, in hexadecimal. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** Finds the SHA-256 of a file in the output of `sha256sum`. */
export function findChecksum(text: string, name: string): string | undefined {
  for (const line of text.split("\n")) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](?:\.\/)?(\S+)$/.exec(line.trim()) ?? [];
    if (file === name) return sum;
  }
  return undefined;
}
