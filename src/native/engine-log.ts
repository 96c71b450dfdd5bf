/** Logs messages at their resources through the engine. */

import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Report } from "../core/scope";

const SEVERITIES = { info: LogSeverity.INFO, warn: LogSeverity.WARNING } as const;

/** @param address that of the engine, which it passes to the plugin */
export function createEngineLog(address: string): Report {
  const engine = new EngineClient(address, credentials.createInsecure());
  return async (urn, severity, text) => {
    const request = new LogRequest()
      .setSeverity(SEVERITIES[severity])
      .setMessage(text)
      .setUrn(urn ?? "");
    await new Promise<void>((resolve, reject) => {
      engine.log(request, (error) => (error === null ? resolve() : reject(error)));
    });
  };
}
