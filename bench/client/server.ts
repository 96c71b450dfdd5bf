/** The server process of the measurement: one small response on three ports. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { handleQuestions } from "../support/helper-process";
import { createDigestCheck } from "./digest-check";
import type { DigestCheck } from "./digest-check";
import { ANSWER, PATH } from "./exchange";
import type { Door, ServerAnswer, ServerQuestion } from "./exchange";

const BODY = JSON.stringify(ANSWER);
const HEADERS = { "content-type": "application/json", "content-length": Buffer.byteLength(BODY) };

let requests = 0;
let challenges = 0;
let usage = process.cpuUsage();
let takenAt = performance.now();

function handler(
  check: DigestCheck | undefined,
): (request: IncomingMessage, response: ServerResponse) => void {
  return ({ method = "", url, headers: { authorization } }, response) => {
    requests++;
    if (check !== undefined && (authorization === undefined || !check.accepts(method, authorization))) {
      challenges++;
      const challenge = check.challenge(authorization !== undefined);
      response.writeHead(401, { "www-authenticate": challenge, "content-length": 0 }).end();
    } else if (method !== "GET" || url !== PATH) response.writeHead(404, { "content-length": 0 }).end();
    else response.writeHead(200, HEADERS).end(BODY);
  };
}

async function open(check: DigestCheck | undefined): Promise<number> {
  const server = createServer(handler(check));
  // Connections stay open between two rounds.
  server.keepAliveTimeout = 600_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function ports(): Promise<Record<Door, number>> {
  return {
    open: await open(undefined),
    MD5: await open(createDigestCheck("MD5")),
    "SHA-256": await open(createDigestCheck("SHA-256")),
  };
}

/** Returns and resets the counters. */
function takeCounters(): ServerAnswer {
  const { user, system } = process.cpuUsage(usage);
  const now = performance.now();
  const answer = { requests, challenges, busy: (user + system) / 1000 / (now - takenAt) };
  requests = challenges = 0;
  usage = process.cpuUsage();
  takenAt = now;
  return answer;
}

process.once("disconnect", () => process.exit());
handleQuestions(async (question: ServerQuestion) => (question === "ports" ? ports() : takeCounters()));
