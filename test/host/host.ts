import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import type { dynamic } from "@pulumi/pulumi";
import type { Emulator } from "../../src/emulator";
import * as pulumi from "@pulumi/pulumi";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";

export const REPOSITORY = resolve(__dirname, "../..");
const HOST = resolve(REPOSITORY, "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js");

/** The configuration of a stack that leads to an emulator. */
export const configOf = ({ baseUrl, publicKey, privateKey }: Emulator): Record<string, string> => ({
  "opsmanager:baseUrl": baseUrl,
  "opsmanager:publicKey": publicKey,
  "opsmanager:privateKey": privateKey,
  "opsmanager:maxRetries": "0",
});

type Props = Record<string, unknown>;
type Kind = "AlertConfig" | "ClusterName";

/** The real process of Pulumi's dynamic providers, called over gRPC as the engine calls it. */
export type Host = Awaited<ReturnType<typeof startHost>>;

/** Returns the provider text for the state: the built provider, serialized by the SDK. */
async function providerText(kind: Kind): Promise<string> {
  // oxlint-disable-next-line typescript/no-require-imports -- users have the build, not the source
  const { thinProvider } = require("../../dist/program/thin-provider") as {
    thinProvider: (kind: Kind) => dynamic.ResourceProvider;
  };
  const provider = thinProvider(kind);
  return (await pulumi.runtime.serializeFunction(() => provider, { allowSecrets: true })).text;
}

/** Serves what the host calls of the engine: its log. */
async function startEngine(): Promise<{ port: number; end: () => void }> {
  const server = new grpc.Server();
  server.addService(EngineService, {
    log: (_request: unknown, done: grpc.sendUnaryData<Empty>) => done(null, new Empty()),
  });
  const port = await new Promise<number>((bound, failed) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, found) =>
      error === null ? bound(found) : failed(error),
    );
  });
  return { port, end: () => server.forceShutdown() };
}

/** Starts a process with this stack configuration. It is added to `running` for `endAll`. */
export async function startHost(
  config: Record<string, string>,
  running: ChildProcess[],
  folder: string = REPOSITORY,
) {
  const { PATH = "" } = process.env;
  const engine = await startEngine();
  const child = spawn(process.execPath, [HOST, `127.0.0.1:${engine.port}`], { cwd: folder, env: { PATH } });
  child.once("exit", engine.end);
  running.push(child);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const lines: string[] = [];
  const port = await new Promise<string>((found, failed) => {
    child.once("exit", () => failed(new Error(`the host ended: ${stderr}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (lines.push(line) === 1) found(line);
    });
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

  const call = <Request, Response>(
    method: (request: Request, done: (error: Error | null, response: Response) => void) => unknown,
    request: Request,
  ): Promise<Response> =>
    new Promise((done, failed) => {
      method.call(client, request, (error, response) => (error === null ? done(response) : failed(error)));
    });
  const struct = (values: Props): Struct =>
    Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as never);
  const withProvider = async (kind: Kind, values: Props): Promise<Struct> =>
    struct({ ...values, __provider: await providerText(kind) });
  const plain = (given: Struct | undefined): Props => {
    const { __provider, ...rest } = (given?.toJavaScript() ?? {}) as Props;
    assert.equal(typeof (__provider ?? ""), "string");
    return rest;
  };

  const configure = new messages.ConfigureRequest();
  configure.setArgs(struct(config));
  await call(client.configure.bind(client), configure);

  return {
    async create(kind: Kind, inputs: Props) {
      const request = new messages.CreateRequest();
      request.setProperties(await withProvider(kind, inputs));
      const response: messages.CreateResponse = await call(client.create.bind(client), request);
      return { id: response.getId(), outputs: plain(response.getProperties()) };
    },
    async read(kind: Kind, id: string, state: Props) {
      const request = new messages.ReadRequest().setId(id).setProperties(await withProvider(kind, state));
      await call(client.read.bind(client), request);
    },
    async update(kind: Kind, id: string, olds: Props, news: Props) {
      const request = new messages.UpdateRequest().setId(id);
      request.setOlds(await withProvider(kind, olds)).setNews(await withProvider(kind, news));
      const response: messages.UpdateResponse = await call(client.update.bind(client), request);
      return plain(response.getProperties());
    },
    async delete(kind: Kind, id: string, state: Props) {
      const request = new messages.DeleteRequest().setId(id).setProperties(await withProvider(kind, state));
      await call(client.delete.bind(client), request);
    },
    /** Ends the process and returns everything that it printed after its port. The engine would display that output. */
    async printed() {
      client.close();
      const ended = once(child, "close");
      child.kill();
      await ended;
      return { stdout: lines.slice(1).join("\n"), stderr };
    },
  };
}

/** Ends all processes in `running`. */
export async function endAll(running: ChildProcess[]): Promise<void> {
  await Promise.all(
    running.splice(0).map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill();
      await ended;
    }),
  );
}
