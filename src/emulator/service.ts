import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authentication } from "./digest-auth";
import { accessListGuard } from "./access-control";
import { createApi } from "./api";
import type { Context, Route } from "./context";
import type { ApiKey } from "./entities";
import { printReply } from "./envelope";
import { errorBody, ServiceError, serviceError } from "./errors";
import { describeAction, type FaultAction, type Faults } from "./faults";
import { LARGEST_BODY, readBody, sendAnswer, type RawAnswer } from "./http-io";
import { flag, splitTarget, type Query } from "./query";
import { createRateLimit } from "./rate-limit";
import { one, type Reply } from "./reply";
import { LARGEST_KEPT_BODY, type RequestLog, type RequestRecord } from "./request-log";
import type { Match } from "./router";
import { shuffled } from "./shuffle";

/** The path of the API below the address of the service (specification 9). */
export const API_PATH = "/api/public/v1.0";

/** What the service is put together from. */
export interface ServiceParts {
  readonly context: Context;
  readonly authenticate: (
    method: string,
    target: string,
    header: string | undefined,
  ) => Authentication<ApiKey>;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** The names under which the service version is sent. */
  readonly versionHeaders: readonly string[];
  /** Called with every finished request. */
  readonly onRequest: (record: RequestRecord) => void;
}

/** Everything known about a request before its work begins. */
interface Arrival {
  readonly method: string;
  readonly target: string;
  readonly path: string;
  readonly query: Query;
  readonly match: Match<Route> | undefined;
  /** Absent for public endpoints and for what lies outside the API. */
  readonly authentication: Authentication<ApiKey> | undefined;
  readonly mayWork: boolean;
}

/** The request listener of the service: authentication, faults, the API, the wire form, the log. */
export function createService(
  parts: ServiceParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { context, faults, log } = parts;
  const api = createApi(context);
  const guard = accessListGuard(context.store);
  const rateLimit = createRateLimit(context.settings, context.now);
  const commonHeaders = {
    "Content-Type": "application/json",
    "Strict-Transport-Security": "max-age=300",
    Vary: "Accept-Encoding",
    ...Object.fromEntries(parts.versionHeaders.map((name) => [name, context.serviceVersion])),
  };

  const arrive = (request: IncomingMessage): Arrival => {
    const { method = "GET", url: target = "/" } = request;
    const { path, query } = splitTarget(target);
    const below = path.startsWith(API_PATH) ? path.slice(API_PATH.length) : undefined;
    const isInside = below === "" || below?.startsWith("/") === true;
    const match = isInside ? api.match(method, below === "" ? "/" : below) : undefined;
    const isPublic = match?.found === "route" && match.route.public === true;
    const authentication =
      isInside && !isPublic ? parts.authenticate(method, target, request.headers.authorization) : undefined;
    const mayWork = isPublic || authentication?.verdict === "granted";
    return { method, target, path, query, match, authentication, mayWork };
  };

  const work = (arrival: Arrival, match: Match<Route>, request: IncomingMessage, body: Buffer): Reply => {
    const { method, path, query, authentication } = arrival;
    const address = request.socket.remoteAddress ?? "";
    const key = authentication?.verdict === "granted" ? authentication.identity : PUBLIC_CALLER;
    if (key !== PUBLIC_CALLER) {
      guard(key, address);
      rateLimit(key.id);
    }
    return api.call(match, {
      method,
      path,
      query,
      key,
      address,
      contentType: request.headers["content-type"],
      text: body.toString("utf8"),
    });
  };

  // Errors of the API are answered in the same wire form as its results.
  const answerWork = (
    arrival: Arrival,
    match: Match<Route>,
    request: IncomingMessage,
    body: Buffer,
  ): RawAnswer => {
    const options = { pretty: false, envelope: false };
    try {
      options.pretty = flag(arrival.query, "pretty");
      const hasEnvelope = match.found !== "route" || match.route.envelope !== false;
      options.envelope = hasEnvelope && flag(arrival.query, "envelope");
      return print(work(arrival, match, request, body), options);
    } catch (error) {
      const known = error instanceof ServiceError ? error : unexpected(error);
      const printed = print(one(errorBody(known), known.status), options);
      const status = options.envelope && context.settings.envelopeErrors === "ok" ? 200 : known.status;
      const code = known.errorCode === undefined ? {} : { errorCode: known.errorCode };
      return { ...printed, status, headers: { ...printed.headers, ...known.headers }, ...code };
    }
  };

  const print = (reply: Reply, options: { pretty: boolean; envelope: boolean }): RawAnswer => {
    const arrange = context.settings.shuffle ? { arrange: shuffled } : {};
    const { status, body = "" } = printReply(reply, { ...options, ...arrange });
    return { status, headers: commonHeaders, body };
  };

  const answer = (arrival: Arrival, request: IncomingMessage, body: Buffer): RawAnswer => {
    const { match, authentication } = arrival;
    if (match === undefined) return OUTSIDE;
    if (authentication?.verdict === "challenged") return challengeAnswer(authentication.challenge);
    if (authentication?.verdict === "malformed")
      return {
        status: 400,
        headers: commonHeaders,
        body: JSON.stringify(errorBody(new ServiceError(400, undefined, authentication.detail))),
      };
    return answerWork(arrival, match, request, body);
  };

  return async (request, response) => {
    const started = performance.now();
    const at = context.now();
    const arrival = arrive(request);
    const { method, target, mayWork } = arrival;
    const fault = faults.next({ method, target, authenticated: mayWork });
    const finish = (outcome: Outcome): void => {
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      parts.onRequest(log.add({ at, ms, ...describe(arrival, fault), ...outcome }));
    };
    if (fault === "refuse") {
      request.socket.destroy();
      finish({ bodyBytes: 0 });
      return;
    }
    const body = await readBody(request, LARGEST_BODY);
    const received = { bodyBytes: body.length, ...keptBody(body) };
    if (fault === "resetBefore") {
      request.socket.destroy();
      finish(received);
      return;
    }
    const pause =
      context.settings.latencyMs +
      (fault !== undefined && typeof fault === "object" && "delayMs" in fault ? fault.delayMs : 0);
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    const result = isStatus(fault) ? faultAnswer(fault) : answer(arrival, request, body);
    if (fault === "resetAfter") {
      request.socket.destroy();
      finish(received);
      return;
    }
    sendAnswer(response, result, fault === "truncate");
    const code = result.errorCode === undefined ? {} : { errorCode: result.errorCode };
    finish({ ...received, status: result.status, ...code });
  };
}

type Outcome = Pick<RequestRecord, "bodyBytes" | "body" | "status" | "errorCode">;

/** Stands in for a key where none is needed. */
const PUBLIC_CALLER: ApiKey = { id: "", orgId: "", desc: "", publicKey: "", privateKey: "", roles: [] };

/** What a Jetty server says about paths that no application has. */
const OUTSIDE: RawAnswer = {
  status: 404,
  headers: { "Content-Type": "text/html;charset=iso-8859-1" },
  body: "<html><head><title>Error 404 Not Found</title></head><body><h2>HTTP ERROR 404 Not Found</h2></body></html>\n",
};

/** The body of a failed authentication has no error code; clients have reported it in just this order. */
const UNAUTHORIZED =
  '{"reason":"Unauthorized","error":401,"detail":"You are not authorized for this resource."}';

function challengeAnswer(challenge: string): RawAnswer {
  return {
    status: 401,
    headers: { "Content-Type": "application/json;charset=ISO-8859-1", "WWW-Authenticate": challenge },
    body: Buffer.from(UNAUTHORIZED, "latin1"),
  };
}

function isStatus(fault: FaultAction | undefined): fault is Extract<FaultAction, { status: number }> {
  return typeof fault === "object" && "status" in fault;
}

function faultAnswer(fault: Extract<FaultAction, { status: number }>): RawAnswer {
  const { status, headers = {}, body } = fault;
  if (typeof body === "string") return { status, headers, body };
  const error = new ServiceError(
    status,
    status >= 500 ? "UNEXPECTED_ERROR" : undefined,
    "This answer was ordered as a fault.",
  );
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body ?? errorBody(error)),
  };
}

function unexpected(error: unknown): ServiceError {
  // An error of the emulator itself: it must not look like a documented answer, so its text is the detail.
  const { status, errorCode } = serviceError("UNEXPECTED_ERROR");
  return new ServiceError(
    status,
    errorCode,
    `emulator: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function keptBody(body: Buffer): { body?: string } {
  return body.length > 0 && body.length <= LARGEST_KEPT_BODY ? { body: body.toString("utf8") } : {};
}

function describe(
  arrival: Arrival,
  fault: FaultAction | undefined,
): Omit<RequestRecord, "number" | "at" | "ms" | keyof Outcome> {
  const { method, target, path, match, authentication, mayWork } = arrival;
  const nc = authentication?.verdict === "malformed" ? undefined : authentication?.nc;
  return {
    method,
    target,
    path,
    authenticated: mayWork,
    ...(match?.found === "route" ? { endpoint: `${match.route.method} ${match.route.path}` } : {}),
    ...(authentication?.verdict === "challenged" ? { challenge: { stale: authentication.stale } } : {}),
    ...(authentication?.verdict === "granted" ? { publicKey: authentication.identity.publicKey } : {}),
    ...(nc === undefined ? {} : { nc }),
    ...(fault === undefined ? {} : { fault: describeAction(fault) }),
  };
}
