/**
 * A second service with the same API, which shares no code with the emulator and behaves as differently as the documentation allows:
 * it takes any field, keeps nothing that a PUT leaves out, and fills in no defaults. Tests may replace any response.
 */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export const PROJECT = "5f0000000000000000000001";

export type Body = Readonly<Record<string, unknown>>;

export interface Exchange {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly body: Body;
}

interface Answer {
  readonly status: number;
  /** A string is sent as it is, everything else as JSON. */
  readonly body?: unknown;
}

export interface OtherService {
  readonly baseUrl: string;
  /** The alert configurations of the project by id. */
  readonly alerts: Map<string, Body>;
  /** The oplog stores by id. */
  readonly stores: Map<string, Body>;
  manifest: Body;
  /** The signed requests. */
  readonly exchanges: Exchange[];
  /** Answers a request in place of the service, which then does nothing; `undefined` leaves it to the service. */
  intercept: (exchange: Exchange) => Answer | undefined;
  /** Adds an alert configuration and returns its id. */
  add(body: Body): string;
  close(): Promise<void>;
}

/** Its API key. */
export const KEY = { publicKey: "other", privateKey: "other-private-key-3b9d" };

const REALM = "Other Public API";
const ROOT = "/api/public/v1.0";

/** The configuration of a stack for it. */
export function connectionToOther({ baseUrl }: OtherService): Record<string, string | { secret: string }> {
  return {
    "opsmanager:baseUrl": baseUrl,
    "opsmanager:publicKey": KEY.publicKey,
    "opsmanager:privateKey": { secret: KEY.privateKey },
  };
}

export async function startOtherService(): Promise<OtherService> {
  let lastId = 0;
  let nonces = 0;
  const newId = (): string => (0x5e0000000000 + ++lastId).toString(16).padStart(24, "0");
  const service: OtherService = {
    baseUrl: "",
    alerts: new Map(),
    stores: new Map(),
    manifest: { updated: 1_700_000_000_000, versions: [{ name: "7.0.1", builds: [] }] },
    exchanges: [],
    intercept: () => undefined,
    add(body) {
      const id = newId();
      service.alerts.set(id, { id, groupId: PROJECT, created: now(), updated: now(), links: [], ...body });
      return id;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function work({ method, path, body }: Exchange): Answer {
    const [target = ""] = path.split("?");
    const alert = /^\/groups\/([^/]+)\/alertConfigs(?:\/([^/]+))?$/.exec(target);
    if (alert?.[1] === PROJECT)
      return collection(service.alerts, alert[2]?.toLowerCase(), method, body, newId);
    const store = /^\/admin\/backup\/oplog\/s3Configs(?:\/([^/]+))?$/.exec(target);
    if (store !== null) return collection(service.stores, store[1], method, body, () => String(body["id"]));
    if (target === "/versionManifest" && method === "PUT") service.manifest = body;
    if (target === "/versionManifest" || target === "/unauth/versionManifest")
      return { status: 200, body: service.manifest };
    if (target === "/groups")
      return { status: 200, body: listOf([{ id: PROJECT, name: "Other", links: [] }]) };
    if (/^\/groups\/[^/]+\/clusters$/.test(target)) return { status: 200, body: listOf([]) };
    return failure(404, "RESOURCE_NOT_FOUND");
  }

  function collection(
    objects: Map<string, Body>,
    id: string | undefined,
    method: string,
    body: Body,
    idOf: () => string,
  ): Answer {
    if (id === undefined && method === "GET")
      return { status: 200, body: listOf([...objects.values()].map(masked)) };
    if (id === undefined) {
      const created = { created: now(), updated: now(), links: [], groupId: PROJECT, ...body, id: idOf() };
      objects.set(created.id, created);
      return { status: 201, body: masked(created) };
    }
    const found = objects.get(id);
    if (found === undefined) return failure(404, "ALERT_CONFIG_NOT_FOUND");
    if (method === "DELETE") {
      objects.delete(id);
      return { status: 204 };
    }
    const { created, groupId } = found;
    const next = method === "PATCH" ? { ...found, ...body } : { created, groupId, links: [], ...body, id };
    if (method !== "GET") objects.set(id, { ...next, updated: now() });
    return { status: 200, body: masked(objects.get(id) ?? {}) };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const content = await text(request);
    const { method = "", url = "", headers } = request;
    const isOpen = url.startsWith(`${ROOT}/unauth/`);
    if (!isOpen && !isSigned(method, url, headers.authorization)) {
      const nonce = (++nonces).toString().padStart(12, "n");
      response.writeHead(401, {
        "WWW-Authenticate": `Digest realm="${REALM}", nonce="${nonce}", qop="auth"`,
      });
      response.end();
      return;
    }
    const body = content === "" ? {} : (JSON.parse(content) as Body);
    const exchange = { method, path: url.slice(ROOT.length), body };
    service.exchanges.push(exchange);
    const { status, body: result } = service.intercept(exchange) ?? work(exchange);
    response.writeHead(status, {
      "Content-Type": typeof result === "string" ? "text/plain" : "application/json",
    });
    response.end(result === undefined || typeof result === "string" ? result : JSON.stringify(result));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(service, { baseUrl });
}

function now(): string {
  return new Date().toISOString();
}

function listOf(results: readonly unknown[]): Body {
  return { results, totalCount: results.length, links: [] };
}

function failure(status: number, errorCode: string): Answer {
  return { status, body: { error: status, errorCode, detail: "refused by the other service" } };
}

/** RFC 7616, section 3.4.1, with MD5 and qop=auth. */
function isSigned(method: string, uri: string, authorization = ""): boolean {
  const field = (name: string): string => new RegExp(`[ ,]${name}="?([^",]*)`).exec(authorization)?.[1] ?? "";
  const md5 = (value: string): string => createHash("md5").update(value).digest("hex");
  const secret = md5(`${KEY.publicKey}:${REALM}:${KEY.privateKey}`);
  const middle = [field("nonce"), field("nc"), field("cnonce"), field("qop")].join(":");
  return field("response") === md5(`${secret}:${middle}:${md5(`${method}:${uri}`)}`);
}

/** Keys show their last four characters. */
const MASKED = new Set(["apiToken", "serviceKey", "awsSecretKey"]);

function masked(object: Body): Body {
  const mask = (value: unknown, name = ""): unknown => {
    if (typeof value === "string") return MASKED.has(name) ? `********${value.slice(-4)}` : value;
    if (Array.isArray(value)) return value.map((item) => mask(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mask(item, key)]));
  };
  return mask(object) as Body;
}
