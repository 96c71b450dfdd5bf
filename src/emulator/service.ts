import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccessListCheck } from "./access-control";
import {
  createChallengeResponse,
  createFaultResponse,
  NOT_FOUND_PAGE,
  createRefusal,
  toServiceError,
} from "./responses";
import { createApi } from "./api";
import { readHead, describeHead, type RequestHead, type Authenticate } from "./request-head";
import type { Context, Route } from "./context";
import type { ApiKey } from "./entities";
import { serializeReply } from "./reply";
import { errorBody } from "./errors";
import { bodyAfter, type FaultAction, type Faults } from "./faults";
import { isOwnHost } from "./hosts";
import { LARGEST_BODY, readBody, sendResponse, type RawResponse } from "./http-io";
import { readFlag } from "./query";
import { createRateLimit } from "./access-control";
import { one, type Reply } from "./reply";
import { LARGEST_KEPT_BODY, type RequestLog, type RequestRecord } from "./request-log";
import type { Match } from "./router";
import { shuffle } from "./json";

/** The components of the service. */
export interface ServiceParts {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** The headers that carry the service version. */
  readonly versionHeaders: readonly string[];
  /** The host name of `publicUrl`. */
  readonly publicHost: string | undefined;
  /** Called with every finished request. */
  readonly onRequest: (record: RequestRecord) => void;
}

/** A request with its body. */
interface Received {
  readonly request: IncomingMessage;
  readonly head: RequestHead;
  /** Absent if it was too large. */
  readonly body: Buffer | undefined;
}

/** The key of requests to public endpoints. */
const PUBLIC_CALLER: ApiKey = { id: "", orgId: "", desc: "", publicKey: "", privateKey: "", roles: [] };

const FOREIGN_HOST =
  "The Host header must name localhost, 127.0.0.1, [::1] or the host of publicUrl (--public-url).";

/** Creates the request listener of the service: authentication, faults, the API, serialization and the log. */
export function createService(
  parts: ServiceParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { context, faults, log, authenticate } = parts;
  const api = createApi(context);
  const checkAddress = createAccessListCheck(context.store);
  const checkRate = createRateLimit(context.settings, context.now);
  const commonHeaders = {
    "Content-Type": "application/json",
    "Strict-Transport-Security": "max-age=300",
    Vary: "Accept-Encoding",
    ...Object.fromEntries(parts.versionHeaders.map((name) => [name, context.serviceVersion])),
  };

  const perform = ({ request, head, body }: Received, match: Match<Route>): Reply => {
    const { method, path, query, authentication } = head;
    const address = request.socket.remoteAddress ?? "";
    const key = authentication?.verdict === "granted" ? authentication.identity : PUBLIC_CALLER;
    if (key !== PUBLIC_CALLER) {
      checkAddress(key, address);
      checkRate(key.id);
    }
    const contentType = request.headers["content-type"];
    return api.call(match, {
      method,
      path,
      query,
      key,
      address,
      contentType,
      text: body?.toString("utf8") ?? "",
    });
  };

  const print = (reply: Reply, options: { pretty: boolean; envelope: boolean }): RawResponse => {
    const arrange = context.settings.shuffle ? { arrange: shuffle } : {};
    const { status, body = "" } = serializeReply(reply, { ...options, ...arrange });
    return { status, headers: commonHeaders, body };
  };

  // Errors are serialized like results, with envelope and indentation.
  const callApi = (received: Received, match: Match<Route>): RawResponse => {
    const { query } = received.head;
    const options = { pretty: false, envelope: false };
    try {
      options.pretty = readFlag(query, "pretty");
      const hasEnvelope = match.found !== "route" || match.route.envelope !== false;
      options.envelope = hasEnvelope && readFlag(query, "envelope");
      return print(perform(received, match), options);
    } catch (thrown) {
      const error = toServiceError(thrown);
      const printed = print(one(errorBody(error), error.status), options);
      const status = options.envelope && context.settings.envelopeErrors === "ok" ? 200 : error.status;
      const code = error.errorCode === undefined ? {} : { errorCode: error.errorCode };
      return { ...printed, status, headers: { ...printed.headers, ...error.headers }, ...code };
    }
  };

  const respond = (received: Received): RawResponse => {
    const { match, authentication } = received.head;
    if (!isOwnHost(received.request.headers.host, parts.publicHost))
      return createRefusal(403, FOREIGN_HOST, commonHeaders);
    if (match === undefined) return NOT_FOUND_PAGE;
    if (authentication?.verdict === "challenged") return createChallengeResponse(authentication.challenge);
    if (authentication?.verdict === "malformed")
      return createRefusal(400, authentication.detail, commonHeaders);
    if (received.body === undefined) return createRefusal(413, "The body is too large.", commonHeaders);
    return callApi(received, match);
  };

  return async (request, response) => {
    const started = performance.now();
    const at = context.now();
    const head = readHead(request, api, authenticate);
    const { method, target } = head;
    const fault = faults.next({ method, target, authenticated: head.isAdmitted });
    const record = (outcome: Pick<RequestRecord, "bodyBytes" | "body" | "status" | "errorCode">): void => {
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      parts.onRequest(log.add({ at, ms, ...describeHead(head, fault), ...outcome }));
    };
    if (fault === "refuse") {
      request.socket.destroy();
      record({ bodyBytes: 0 });
      return;
    }
    const body = await readBody(request, LARGEST_BODY);
    const seen = { bodyBytes: body?.length ?? LARGEST_BODY, ...selectLoggedBody(body) };
    const pause = context.settings.latencyMs + getDelay(fault);
    if (pause > 0) await sleep(pause);
    if (fault === "resetBefore") {
      request.socket.destroy();
      record(seen);
      return;
    }
    const received = { request, head, body: bodyAfter(fault, body) };
    let result: RawResponse;
    if (isStatus(fault)) {
      if (fault.afterWork === true) respond(received);
      result = createFaultResponse(fault);
    } else {
      result = respond(received);
    }
    if (fault === "resetAfter") {
      request.socket.destroy();
      record(seen);
      return;
    }
    sendResponse(response, result, fault === "truncate");
    const code = result.errorCode === undefined ? {} : { errorCode: result.errorCode };
    record({ ...seen, status: result.status, ...code });
  };
}

function getDelay(fault: FaultAction | undefined): number {
  return typeof fault === "object" && "delayMs" in fault ? fault.delayMs : 0;
}

function isStatus(fault: FaultAction | undefined): fault is Extract<FaultAction, { status: number }> {
  return typeof fault === "object" && "status" in fault;
}

function selectLoggedBody(body: Buffer | undefined): { body?: string } {
  const isKept = body !== undefined && body.length > 0 && body.length <= LARGEST_KEPT_BODY;
  return isKept ? { body: body.toString("utf8") } : {};
}
