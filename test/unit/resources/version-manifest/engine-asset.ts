import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PlainObject } from "../../../../src/json";

/** Returns an asset with its hash alone, as the engine passes one from the state. */
export function hashOnly(hash: string): PlainObject {
  return { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", hash };
}

/** A folder that is removed at the end of the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  return folder;
}

/** Writes a file, and returns its asset as the engine passes it. */
export function writeAsset(path: string, content: string | Buffer): PlainObject {
  writeFileSync(path, content);
  return { ...hashOnly(createHash("sha256").update(content).digest("hex")), path };
}

let assets: string | undefined;

/** The same in a folder that is removed at the end of the process. */
export function assetOf(content: string | object, name = "manifest.json"): PlainObject {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  return writeAsset(join((assets ??= temporaryFolder()), name), text);
}
