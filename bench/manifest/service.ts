/** Runs the emulator in its own process and counts the bytes of its sockets. */

import { createHash } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { startEmulator } from "pulumi-opsmanager/emulator";
import type { Emulator } from "pulumi-opsmanager/emulator";
import { handleQuestions } from "../support/helper-process";

export interface ServiceAddress {
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

export type ServiceQuestion =
  | { readonly do: "start" }
  /** Sets the manifest without the API, and starts to count. */
  | { readonly do: "hold"; readonly path: string }
  | { readonly do: "take" };

/** The traffic since the manifest was set. */
export interface Traffic {
  readonly requests: number;
  readonly challenges: number;
  readonly received: number;
  readonly sent: number;
  /** The SHA-256 of the current manifest. */
  readonly sha256: string;
}

const sockets = new Set<Socket>();
subscribe("net.server.socket", (message) => {
  sockets.add((message as { socket: Socket }).socket);
});

let emulator: Emulator | undefined;

async function setManifest(path: string): Promise<void> {
  emulator?.versionManifest.set("current", { text: await readFile(path, "utf8") });
  emulator?.clearRequests();
  // The process of the previous upload has ended, so its connections are not reused.
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

function takeTraffic(): Traffic {
  const records = emulator?.requests() ?? [];
  const sum = (bytes: (socket: Socket) => number): number =>
    [...sockets].reduce((total, socket) => total + bytes(socket), 0);
  const text = emulator?.versionManifest.get("current")?.text ?? "";
  return {
    requests: records.length,
    challenges: records.filter(({ status }) => status === 401).length,
    received: sum((socket) => socket.bytesRead),
    sent: sum((socket) => socket.bytesWritten),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}

async function handle(question: ServiceQuestion): Promise<ServiceAddress | Traffic | undefined> {
  if (question.do === "take") return takeTraffic();
  if (question.do === "hold") {
    await setManifest(question.path);
    return undefined;
  }
  emulator = await startEmulator();
  const { baseUrl, publicKey, privateKey } = emulator;
  return { baseUrl, publicKey, privateKey };
}

process.once("disconnect", () => process.exit());
handleQuestions(handle);
