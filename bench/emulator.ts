/**
 * Measures how many small reads with Digest the emulator serves in a second. The emulator runs in this process and the client
 * in a child process, so that each has its own core. The client is minimal: persistent sockets, one request at a time on
 * each, one nonce until it expires. Prints a readable line, then a line of JSON.
 *
 *     node -r ts-node/register/transpile-only bench/emulator.ts [seconds] [connections]
 */

import { fork } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createConnection, type Socket } from "node:net";
import { availableParallelism } from "node:os";
import { startEmulator, type Emulator } from "../src/emulator";

interface Job {
  readonly port: number;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly paths: readonly string[];
  readonly seconds: number;
  readonly connections: number;
}

interface Result {
  readonly requests: number;
  readonly seconds: number;
  readonly challenges: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Reply {
  readonly status: number;
  readonly head: string;
}

const WARM_UP_MS = 2000;

async function main(seconds: number, connections: number): Promise<void> {
  const emulator = await startEmulator();
  try {
    const result = await runLoad(emulator, seconds, connections);
    const requestsPerSecond = Math.round(result.requests / result.seconds);
    process.stdout.write(
      `${requestsPerSecond.toLocaleString("en")} reads per second with Digest, ${connections} connections, ` +
        `median ${result.p50Ms} ms, 99th percentile ${result.p99Ms} ms\n`,
    );
    const machine = { cores: availableParallelism(), node: process.version };
    process.stdout.write(
      `${JSON.stringify({ benchmark: "emulator", requestsPerSecond, connections, ...result, ...machine })}\n`,
    );
    if (result.errors > 0) throw new Error(`${result.errors} responses did not have status 200`);
  } finally {
    await emulator.close();
  }
}

async function runLoad(emulator: Emulator, seconds: number, connections: number): Promise<Result> {
  const { projectId, orgId, apiKeyId, clusterId, publicKey, privateKey } = emulator;
  const root = "/api/public/v1.0";
  const alertConfigId = emulator.alertConfigs().list()[0]?.id ?? "";
  const job: Job = {
    port: Number(new URL(emulator.baseUrl).port),
    publicKey,
    privateKey,
    paths: [
      `${root}/groups/${projectId}/automationConfig/auditLogRotateConfig`,
      `${root}/groups/${projectId}/clusters/${clusterId}`,
      `${root}/groups/${projectId}/alertConfigs/${alertConfigId}`,
      `${root}/orgs/${orgId}/apiKeys/${apiKeyId}/accessList/198.51.100.0%2F24`,
    ],
    seconds,
    connections,
  };
  const child = fork(__filename, ["load"], { execArgv: ["-r", "ts-node/register/transpile-only"] });
  child.send(job);
  const finished = once(child, "message");
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the load generator exited with code ${String(code)}`);
  });
  const [result] = await Promise.race([finished, ended]);
  ended.catch(() => undefined);
  child.disconnect();
  return result as Result;
}

async function generateLoad(job: Job): Promise<Result> {
  const started = performance.now();
  const from = started + WARM_UP_MS;
  const until = from + job.seconds * 1000;
  const times: number[] = [];
  let challenges = 0;
  let errors = 0;

  const keepBusy = async (): Promise<void> => {
    const connection = await connect(job.port);
    let sign: ((path: string) => string) | undefined;
    for (let turn = 0; ; turn += 1) {
      const path = job.paths[turn % job.paths.length] ?? "/";
      const sentAt = performance.now();
      if (sentAt >= until) break;
      const { status, head } = await connection.send(path, sign?.(path));
      const receivedAt = performance.now();
      if (status === 401) {
        challenges += 1;
        sign = createSigner(job, /nonce="([^"]*)"/.exec(head)?.[1] ?? "");
      } else if (sentAt >= from) {
        if (status !== 200) errors += 1;
        times.push(receivedAt - sentAt);
      }
    }
    connection.end();
  };

  await Promise.all(Array.from({ length: job.connections }, keepBusy));
  times.sort((a, b) => a - b);
  const percentile = (part: number): number =>
    Math.round((times[Math.floor(times.length * part)] ?? 0) * 100) / 100;
  const seconds = Math.round(performance.now() - from) / 1000;
  return {
    requests: times.length,
    seconds,
    challenges,
    errors,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
  };
}

/** Creates a function that builds the `Authorization` headers of one nonce. */
function createSigner({ publicKey, privateKey, paths }: Job, nonce: string): (path: string) => string {
  const ha1 = md5(`${publicKey}:MMS Public API:${privateKey}`);
  const ha2 = new Map(paths.map((path) => [path, md5(`GET:${path}`)]));
  const cnonce = randomBytes(8).toString("hex");
  let count = 0;
  return (path) => {
    count += 1;
    const nc = count.toString(16).padStart(8, "0");
    const response = md5(`${ha1}:${nonce}:${nc}:${cnonce}:auth:${ha2.get(path) ?? ""}`);
    return (
      `Digest username="${publicKey}", realm="MMS Public API", nonce="${nonce}", uri="${path}", ` +
      `algorithm=MD5, response="${response}", qop=auth, nc=${nc}, cnonce="${cnonce}"`
    );
  };
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

interface Connection {
  send(path: string, authorization: string | undefined): Promise<Reply>;
  end(): void;
}

async function connect(port: number): Promise<Connection> {
  const socket: Socket = createConnection({ port, host: "127.0.0.1", noDelay: true });
  socket.setEncoding("latin1");
  await once(socket, "connect");
  let received = "";
  let settle: { resolve(reply: Reply): void; reject(error: Error): void } | undefined;
  socket.on("data", (chunk: string) => {
    received += chunk;
    const body = received.indexOf("\r\n\r\n") + 4;
    if (body < 4) return;
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < body + length) return;
    const head = received.slice(0, body);
    received = received.slice(body + length);
    settle?.resolve({ status: Number(head.slice(9, 12)), head });
  });
  socket.on("close", () => settle?.reject(new Error("the emulator closed the connection")));
  return {
    send: (path, authorization) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        const credentials = authorization === undefined ? "" : `Authorization: ${authorization}\r\n`;
        socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${credentials}\r\n`);
      }),
    end() {
      settle = undefined;
      socket.end();
    },
  };
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

const [mode = "10", connections = "32"] = process.argv.slice(2);
if (mode === "load")
  process.once("message", (job: Job) => {
    generateLoad(job).then((result) => process.send?.(result), fail);
  });
else main(Number(mode), Number(connections)).catch(fail);
