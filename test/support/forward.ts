import type { IncomingMessage } from "node:http";
import { request } from "node:http";

/** Sends a request that a proxy has received to its target, with its own connection. */
export async function forward(
  target: string,
  incoming: IncomingMessage,
  body: string | Buffer,
): Promise<IncomingMessage> {
  const { method, url = "/", headers } = incoming;
  const { host } = new URL(target);
  return new Promise((resolve, reject) => {
    request(new URL(url, target), { method, headers: { ...headers, host } }, resolve)
      .on("error", reject)
      .end(body);
  });
}
