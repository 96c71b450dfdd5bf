import type { PlainObject } from "../../../../src/json";

/** An asset as its hash alone: all that the engine tells of it later. */
export function hashOnly(hash: string): PlainObject {
  return { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", hash };
}
