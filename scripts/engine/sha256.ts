/** The SHA-256 that a release archive must have. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

/** Checksums that are part of this repository, by version and platform (`linux-x64`). */
export interface Pins {
  readonly [version: string]: {
    /** Where they were taken from. */
    readonly origin: string;
    readonly sha256: { readonly [platform: string]: string };
  };
}

/** The SHA-256 of a file, in hex. */
export async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  const chunks: AsyncIterable<Buffer> = createReadStream(file);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

/** The SHA-256 of one file in the text of a checksums file, as `sha256sum` writes it. */
export function findChecksum(text: string, name: string): string | undefined {
  for (const line of text.split("\n")) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](?:\.\/)?(\S+)$/.exec(line.trim()) ?? [];
    if (file === name) return sum;
  }
  return undefined;
}
