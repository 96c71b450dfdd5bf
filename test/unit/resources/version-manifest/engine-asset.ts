import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { PlainObject } from "../../../../src/json";

/** Returns an asset with its hash alone, as the engine passes one from the state. */
export function hashOnly(hash: string): PlainObject {
  return { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", hash };
}

/** Writes a file, and returns its asset as the engine passes it. */
export function writeAsset(path: string, content: string | Buffer): PlainObject {
  writeFileSync(path, content);
  return { ...hashOnly(createHash("sha256").update(content).digest("hex")), path };
}
