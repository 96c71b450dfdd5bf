import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { COLLECTION_NAMES, COLLECTIONS, isCollectionName } from "./collections";
import type { Emulator } from "./emulator";
import type { EntityAccess } from "./entity-access";
import { parseFaultRule, type FaultState } from "./faults";
import { isOwnHost } from "./hosts";
import { readBody, sendResponse } from "./http-io";
import { isJsonObject, type JsonObject } from "./json";
import { maskBody, maskSecrets } from "./masking";
import { findPagePart } from "./page";
import { splitTarget, type Query } from "./query";
import { parseSettings } from "./settings";

/** The largest body that the control interface reads. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** The part of the emulator that the control interface exposes. */
export type Controlled = Pick<
  Emulator,
  | "entities"
  | "settings"
  | "faults"
  | "requests"
  | "counters"
  | "clearRequests"
  | "forgetNonces"
  | "snapshot"
  | "reset"
>;

/** A refusal of the control interface. */
class ControlError extends Error {
  override readonly name = "ControlError";
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface ControlRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: Query;
  readonly body: unknown;
}

/**
 * Creates the request listener of the control interface. A foreign `Host` or `Origin` is refused, so that no web page can
 * reach it through DNS rebinding. Without the token, secrets are masked and nothing can be changed.
 */
export function createControl(
  emulator: Controlled,
  token: string,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    try {
      checkOrigin(request);
      const isTrusted = checkToken(request, token);
      const { url: target = "/", headers } = request;
      const method = request.method === "HEAD" ? "GET" : (request.method ?? "GET");
      if (!isTrusted && method !== "GET") throw new ControlError(401, "changes require the control token");
      const page = method === "GET" ? findPagePart(target, headers.accept) : undefined;
      if (page !== undefined) {
        sendResponse(response, page);
        return;
      }
      const { path: escaped, query } = splitTarget(target);
      const path = parseSegments(escaped);
      const body = parseJson((await readBody(request, LARGEST_BODY))?.toString("utf8"));
      const result = handle(emulator, { method, path, query, body });
      send(response, 200, isTrusted ? result : maskResult(path, result));
    } catch (error) {
      const isRefusal = error instanceof ControlError;
      const status = isRefusal ? error.status : error instanceof TypeError ? 400 : 500;
      send(response, status, { error: error instanceof Error ? error.message : String(error) });
    }
  };
}

function handle(emulator: Controlled, request: ControlRequest): unknown {
  const [area = "", ...rest] = request.path;
  if (area === "state") return handleState(emulator, request);
  if (request.method === "DELETE" && area === "faults" && rest.length === 1) {
    if (emulator.faults.remove(Number(rest[0]))) return {};
    throw new ControlError(404, `fault ${rest[0]} does not exist`);
  }
  if (rest.length > 0) throw createNotFound(request);
  switch (`${request.method} ${area}`) {
    case "GET ":
      return summarize(emulator);
    case "GET counters":
      return emulator.counters;
    case "GET requests":
      return takeLast(emulator.requests(), request.query.get("last"));
    case "DELETE requests":
      emulator.clearRequests();
      return {};
    case "GET settings":
      return emulator.settings;
    case "PATCH settings":
      return Object.assign(emulator.settings, parseSettings(request.body));
    case "GET faults":
      return emulator.faults.list().map(serializeFault);
    case "POST faults":
      // Parsed first, so that one invalid fault adds none of them.
      for (const rule of [request.body].flat().map(parseFaultRule)) emulator.faults.add(rule);
      return emulator.faults.list().map(serializeFault);
    case "DELETE faults":
      emulator.faults.clear();
      return [];
    case "POST reset":
      emulator.reset();
      return {};
    case "DELETE nonces":
      emulator.forgetNonces();
      return {};
    default:
      throw createNotFound(request);
  }
}

function createNotFound({ method, path }: ControlRequest): ControlError {
  return new ControlError(404, `${method} /${path.join("/")} does not exist`);
}

function summarize({ settings, counters, snapshot }: Controlled): object {
  const entities = Object.entries(snapshot()).map(([name, list]) => [name, list.length]);
  return { collections: COLLECTION_NAMES, entities: Object.fromEntries(entities), settings, counters };
}

function takeLast<T>(items: readonly T[], count: string | undefined): readonly T[] {
  if (count === undefined) return items;
  if (!/^[1-9]\d{0,8}$/.test(count)) throw new ControlError(400, "last must be a positive integer");
  return items.slice(-Number(count));
}

/** Handles `/state`, `/state/<collection>` and `/state/<collection>[/<parent>]/<id>`. */
function handleState(emulator: Controlled, request: ControlRequest): unknown {
  const [, name, ...ids] = request.path;
  const state = emulator.snapshot();
  if (name === undefined) return requireGet(request, state);
  if (!isCollectionName(name)) throw new ControlError(404, `collection ${name} does not exist`);
  const hasScope = COLLECTIONS[name].scopeField !== undefined;
  if (ids.length === 0 && (hasScope || request.method === "GET")) return requireGet(request, state[name]);
  const [scope, id] = hasScope ? ids : [undefined, ids[0]];
  if (ids.length > (hasScope ? 2 : 1)) throw new ControlError(404, "the path has too many segments");
  const entities: EntityAccess<object> = emulator.entities(name, scope);
  return id === undefined
    ? handleList(entities, COLLECTIONS[name].idField, request)
    : handleEntity(entities, id, request);
}

function handleList(entities: EntityAccess<object>, idField: string, request: ControlRequest): unknown {
  if (request.method !== "POST") return requireGet(request, entities.list());
  const entity = requireObject(request);
  const id = entity[idField];
  if (typeof id === "string" && entities.get(id) !== undefined)
    throw new ControlError(409, `an entity with the ${idField} ${id} exists already`);
  return entities.add(entity);
}

function handleEntity(entities: EntityAccess<object>, id: string, request: ControlRequest): unknown {
  if (request.method === "PUT") return entities.set(id, requireObject(request));
  const entity = entities.get(id);
  if (entity === undefined) throw new ControlError(404, `${id} does not exist in this collection`);
  if (request.method === "PATCH") return entities.update(id, requireObject(request));
  if (request.method !== "DELETE") return requireGet(request, entity);
  entities.delete(id);
  return {};
}

function requireGet<T>(request: ControlRequest, result: T): T {
  if (request.method !== "GET") throw new ControlError(405, `${request.method} is not allowed here`);
  return result;
}

function requireObject({ body }: ControlRequest): JsonObject {
  if (!isJsonObject(body)) throw new ControlError(400, "the body must be a JSON object");
  return body;
}

function checkOrigin(request: IncomingMessage): void {
  const { host = "", origin } = request.headers;
  if (!isOwnHost(host))
    throw new ControlError(403, "the Host header must name localhost, 127.0.0.1 or [::1]");
  if (origin !== undefined && origin !== `http://${host}`)
    throw new ControlError(403, "the Origin header names another origin");
}

/** Whether the request has the token; a wrong one is refused even if none is required. */
function checkToken(request: IncomingMessage, token: string): boolean {
  const { authorization } = request.headers;
  if (authorization === undefined) return false;
  const given = Buffer.from(authorization);
  const wanted = Buffer.from(`Bearer ${token}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new ControlError(401, "the control token is wrong");
  return true;
}

function parseSegments(path: string): string[] {
  try {
    return path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
  } catch {
    throw new ControlError(400, "the path has an invalid escape sequence");
  }
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) throw new ControlError(413, "the body is too large");
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError(400, "the body is not JSON");
  }
}

function serializeFault(fault: FaultState): object {
  const { match } = fault;
  return match?.path instanceof RegExp ? { ...fault, match: { ...match, path: String(match.path) } } : fault;
}

function maskResult([area]: readonly string[], result: unknown): unknown {
  if (area !== "requests" || !Array.isArray(result)) return maskSecrets(result);
  return result.map((record: unknown) =>
    isJsonObject(record) && typeof record["body"] === "string"
      ? { ...record, body: maskBody(record["body"]) }
      : record,
  );
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": "application/json",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  };
  sendResponse(response, { status, headers, body: `${JSON.stringify(body, undefined, 2)}\n` });
}
