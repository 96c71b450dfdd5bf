/** A proxy that makes the responses to some creations unreadable, except for the id. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { forward } from "../support/forward";
import { UNREADABLE } from "./cases";

const VERSION = "gitHash=0; versionString=8.0.0";

export interface Mangler {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Also refuses creations with "refused" in the body. */
export async function startMangler(target: string): Promise<Mangler> {
  const server = createServer((incoming, outgoing) => {
    const isRefused = (body: string): boolean =>
      incoming.method === "POST" && incoming.headers.authorization !== undefined && body.includes("#refused");
    const answer = async (): Promise<void> => {
      const body = await text(incoming);
      if (isRefused(body)) {
        outgoing.writeHead(400, { "content-type": "application/json", "x-mongodb-service-version": VERSION });
        outgoing.end(JSON.stringify({ detail: "Refused.", error: 400, errorCode: "INVALID_ATTRIBUTE" }));
        return;
      }
      const response = await forward(target, incoming, body);
      const original = await text(response);
      const isMangled = incoming.method === "POST" && response.statusCode === 200;
      const sent = isMangled ? original.replace(`"${UNREADABLE}"`, "0") : original;
      const { "content-length": _, "transfer-encoding": __, ...headers } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, {
        ...headers,
        "content-length": Buffer.byteLength(sent),
      });
      outgoing.end(sent);
    };
    answer().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
