/** The plugin: a process that the engine starts. It prints its port, and nothing else. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { createEngineLog } from "./engine-log";
import { createPlugin } from "./plugin";
import { createService } from "./service";

/** A state may hold many megabytes. */
const UNLIMITED = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

const [engine] = process.argv.slice(2).filter((argument) => /^[\w.[\]:-]+:\d+$/.test(argument));
const schema = readFileSync(join(__dirname, "schema.json"), "utf8");
const plugin = createPlugin(schema, engine === undefined ? async () => undefined : createEngineLog(engine));
const server = new Server(UNLIMITED);
server.addService(ResourceProviderService, createService(plugin));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
// The engine holds the other end: a plugin does not outlive it.
if (engine !== undefined) process.stdin.resume().on("end", () => process.exit());
