/** Our Digest over our wire, from the built package: without schemas, retries, the gate and the time limit of a call. */

import { join } from "node:path";
import type * as Digest from "../../src/http/digest/with-digest";
import type * as Wire from "../../src/http/undici-send";
import { PASSWORD, USER } from "./digest-check";
import { PATH } from "./exchange";
import type { Caller } from "./subjects";

const HTTP = join(__dirname, "../../dist/http");

export async function digestOverUndici(origin: string, concurrency: number): Promise<Caller> {
  const { undiciWire } = (await import(join(HTTP, "undici-send.js"))) as typeof Wire;
  const { withDigest } = (await import(join(HTTP, "digest/with-digest.js"))) as typeof Digest;
  const wire = undiciWire({
    tls: { rejectUnauthorized: true },
    timeoutMs: 60_000,
    env: {},
    maxConnections: concurrency,
    userAgent: "bench",
    maxResponseBytes: 1_048_576,
  });
  const send = withDigest(wire.send, { credentials: { username: USER, password: PASSWORD } });
  return {
    get: async () => {
      const { status, body } = await send({
        method: "GET",
        origin,
        path: PATH,
        headers: { accept: "application/json" },
        filter: (text) => text,
      });
      if (status !== 200) throw new Error(`status ${status}`);
      return JSON.parse(body.toString("utf8")) as unknown;
    },
    close: () => wire.close(),
  };
}
