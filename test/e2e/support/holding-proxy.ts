/** A proxy in front of the emulator that can hold a write, so that a process is killed while it waits for the response. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { forward } from "../../support/forward";
import { listen } from "../../support/listen";

/** When a write is held: before or after the service carries it out. */
export type Moment = "before" | "after";

export type HoldingProxy = Awaited<ReturnType<typeof startHoldingProxy>>;

interface Hold {
  writesLeft: number;
  readonly moment: Moment;
  readonly held: () => void;
}

export async function startHoldingProxy(target: string) {
  let hold: Hold | undefined;
  const heldRequests = new Set<IncomingMessage>();

  /** Never ends for the write to be held: its connection is broken later. */
  const pass = async (incoming: IncomingMessage, moment: Moment): Promise<void> => {
    const isWrite = incoming.method !== "GET" && incoming.headers.authorization !== undefined;
    if (hold === undefined || hold.moment !== moment || !isWrite || --hold.writesLeft > 0) return;
    const { held } = hold;
    hold = undefined;
    heldRequests.add(incoming);
    held();
    await new Promise(() => {});
  };

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    await pass(incoming, "before");
    const response = await forward(target, incoming, body);
    await pass(incoming, "after");
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    await pipeline(response, outgoing);
  };

  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const address = await listen(server);
  return {
    baseUrl: `http://${address}`,
    /** Holds a write, counted from 1. Resolves once it is held. */
    hold: async (writesLeft: number, moment: Moment) =>
      new Promise<void>((held) => {
        hold = { writesLeft, moment, held };
      }),
    /** Breaks the connection of the held write, and holds no other. */
    release() {
      hold = undefined;
      for (const { socket } of heldRequests) socket.destroy();
      heldRequests.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
