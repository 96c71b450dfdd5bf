/** The plugin: a process that the engine starts. It prints its port, and nothing else. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { createEngineLog } from "./engine-log";
import { engineAddress } from "../core/run-log";
import type { Plugin } from "./plugin";
import { createPlugin } from "./plugin";
import { openRun } from "../core/run";
import { createService } from "./service";

/** A state may hold many megabytes. */
const UNLIMITED = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

const schema = readFileSync(join(__dirname, "schema.json"), "utf8");
const address = engineAddress();

/** @param engine the address of an engine, which the plugin serves from now on */
function serve(engine: string | undefined, isChild: boolean): Plugin {
  const send = engine === undefined ? async () => undefined : createEngineLog(engine);
  return createPlugin(schema, send, openRun(engine, isChild));
}

const server = new Server(UNLIMITED);
const service = createService(serve(address, true), (engine) => serve(engine, false));
server.addService(ResourceProviderService, service);
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
// The engine holds the other end: a plugin does not outlive it.
if (address !== undefined) process.stdin.resume().on("end", () => process.exit());
