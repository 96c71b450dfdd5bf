/** undici with the minimum of Digest for this server, to measure the cost of the signing. */

import { randomBytes } from "node:crypto";
import { Pool } from "undici";
import { fieldsOf, hasher, PASSWORD, REALM, USER } from "./digest-check";
import { PATH } from "./exchange";
import type { Caller } from "./exchange";

export async function thinDigest(origin: string, concurrency: number): Promise<Caller> {
  const pool = new Pool(origin, { connections: concurrency });
  const hash = hasher("MD5");
  const ha1 = hash(`${USER}:${REALM}:${PASSWORD}`);
  const ha2 = hash(`GET:${PATH}`);

  const refused = await pool.request({ method: "GET", path: PATH });
  await refused.body.dump();
  const { nonce } = fieldsOf(String(refused.headers["www-authenticate"]));
  const cnonce = randomBytes(16).toString("hex");
  let count = 0;

  return {
    get: async () => {
      const nc = (++count).toString(16).padStart(8, "0");
      const response = hash(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2}`);
      const authorization =
        `Digest username="${USER}", realm="${REALM}", nonce="${nonce}", uri="${PATH}", algorithm=MD5, ` +
        `response="${response}", qop=auth, nc=${nc}, cnonce="${cnonce}"`;
      const headers = { accept: "application/json", authorization };
      const { statusCode, body } = await pool.request({ method: "GET", path: PATH, headers });
      if (statusCode !== 200) throw new Error(`status ${statusCode}`);
      return body.json();
    },
    close: () => pool.destroy(),
  };
}
