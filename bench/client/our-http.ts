/** Our Digest and transport from the built package: without schemas, retries, the semaphore and the time limit of a call. */

import { join } from "node:path";
import type * as Session from "../../src/http/digest/session";
import type * as Digest from "../../src/http/digest/with-digest";
import type * as Transport from "../../src/http/transport";
import { PASSWORD, USER } from "./digest-check";
import type { Caller } from "./exchange";
import { PATH } from "./exchange";

const HTTP = join(__dirname, "../../dist/http");

export async function digestOverUndici(origin: string, concurrency: number): Promise<Caller> {
  const { createTransport } = (await import(join(HTTP, "transport.js"))) as typeof Transport;
  const { createDigestSession } = (await import(join(HTTP, "digest/session.js"))) as typeof Session;
  const { withDigest } = (await import(join(HTTP, "digest/with-digest.js"))) as typeof Digest;
  const transport = createTransport({
    origin,
    tls: { rejectUnauthorized: true },
    timeoutMs: 60_000,
    env: {},
    maxConnections: concurrency,
    userAgent: "bench",
    maxResponseBytes: 1_048_576,
  });
  const session = createDigestSession({ credentials: { username: USER, password: PASSWORD } });
  const send = withDigest(transport.send, session);
  return {
    get: async () => {
      const { status, body } = await send({
        method: "GET",
        path: PATH,
        headers: { accept: "application/json" },
        filter: (text) => text,
      });
      if (status !== 200) throw new Error(`status ${status}`);
      return JSON.parse(body.toString("utf8")) as unknown;
    },
    close: () => transport.close(),
  };
}
