/** Client nonces: 128 bits that nobody else can guess. */

import { randomFillSync } from "node:crypto";

const SIZE = 16;

/** Random bytes for many, since asking for 16 costs as much as for 4096. */
const pool = Buffer.alloc(256 * SIZE);
let used = pool.length;

export function newCnonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const start = used;
  used += SIZE;
  return pool.toString("hex", start, used);
}
