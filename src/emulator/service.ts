import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { accessListGuard } from "./access-control";
import { challengeAnswer, faultAnswer, OUTSIDE, refusalAnswer, toServiceError } from "./answers";
import { createApi } from "./api";
import { arrive, describeArrival, type Arrival, type Authenticate } from "./arrival";
import type { Context, Route } from "./context";
import type { ApiKey } from "./entities";
import { printReply } from "./envelope";
import { errorBody } from "./errors";
import type { FaultAction, Faults } from "./faults";
import { LARGEST_BODY, readBody, sendAnswer, type RawAnswer } from "./http-io";
import { flag } from "./query";
import { createRateLimit } from "./rate-limit";
import { one, type Reply } from "./reply";
import { LARGEST_KEPT_BODY, type RequestLog, type RequestRecord } from "./request-log";
import type { Match } from "./router";
import { shuffled } from "./shuffle";

/** What the service is put together from. */
export interface ServiceParts {
  readonly context: Context;
  readonly authenticate: Authenticate;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** The names under which the service version is sent. */
  readonly versionHeaders: readonly string[];
  /** Called with every finished request. */
  readonly onRequest: (record: RequestRecord) => void;
}

/** A request whose body has come in. */
interface Received {
  readonly request: IncomingMessage;
  readonly arrival: Arrival;
  /** Absent if it was too large. */
  readonly body: Buffer | undefined;
}

/** Stands in for a key where none is needed. */
const PUBLIC_CALLER: ApiKey = { id: "", orgId: "", desc: "", publicKey: "", privateKey: "", roles: [] };

/** The request listener of the service: authentication, faults, the API, the wire form, the log. */
export function createService(
  parts: ServiceParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { context, faults, log, authenticate } = parts;
  const api = createApi(context);
  const checkAddress = accessListGuard(context.store);
  const checkRate = createRateLimit(context.settings, context.now);
  const commonHeaders = {
    "Content-Type": "application/json",
    "Strict-Transport-Security": "max-age=300",
    Vary: "Accept-Encoding",
    ...Object.fromEntries(parts.versionHeaders.map((name) => [name, context.serviceVersion])),
  };

  const work = ({ request, arrival, body }: Received, match: Match<Route>): Reply => {
    const { method, path, query, authentication } = arrival;
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

  const print = (reply: Reply, options: { pretty: boolean; envelope: boolean }): RawAnswer => {
    const arrange = context.settings.shuffle ? { arrange: shuffled } : {};
    const { status, body = "" } = printReply(reply, { ...options, ...arrange });
    return { status, headers: commonHeaders, body };
  };

  // Errors of the API are answered in the same wire form as its results.
  const answerWork = (received: Received, match: Match<Route>): RawAnswer => {
    const { query } = received.arrival;
    const options = { pretty: false, envelope: false };
    try {
      options.pretty = flag(query, "pretty");
      const hasEnvelope = match.found !== "route" || match.route.envelope !== false;
      options.envelope = hasEnvelope && flag(query, "envelope");
      return print(work(received, match), options);
    } catch (thrown) {
      const error = toServiceError(thrown);
      const printed = print(one(errorBody(error), error.status), options);
      const status = options.envelope && context.settings.envelopeErrors === "ok" ? 200 : error.status;
      const code = error.errorCode === undefined ? {} : { errorCode: error.errorCode };
      return { ...printed, status, headers: { ...printed.headers, ...error.headers }, ...code };
    }
  };

  const answer = (received: Received): RawAnswer => {
    const { match, authentication } = received.arrival;
    if (match === undefined) return OUTSIDE;
    if (authentication?.verdict === "challenged") return challengeAnswer(authentication.challenge);
    if (authentication?.verdict === "malformed")
      return refusalAnswer(400, authentication.detail, commonHeaders);
    if (received.body === undefined) return refusalAnswer(413, "The body is too large.", commonHeaders);
    return answerWork(received, match);
  };

  return async (request, response) => {
    const started = performance.now();
    const at = context.now();
    const arrival = arrive(request, api, authenticate);
    const { method, target } = arrival;
    const fault = faults.next({ method, target, authenticated: arrival.mayWork });
    const record = (outcome: Pick<RequestRecord, "bodyBytes" | "body" | "status" | "errorCode">): void => {
      const ms = Math.round((performance.now() - started) * 1000) / 1000;
      parts.onRequest(log.add({ at, ms, ...describeArrival(arrival, fault), ...outcome }));
    };
    if (fault === "refuse") {
      request.socket.destroy();
      record({ bodyBytes: 0 });
      return;
    }
    const body = await readBody(request, LARGEST_BODY);
    const seen = { bodyBytes: body?.length ?? LARGEST_BODY, ...keptBody(body) };
    const pause = context.settings.latencyMs + delayOf(fault);
    if (pause > 0) await sleep(pause);
    if (fault === "resetBefore") {
      request.socket.destroy();
      record(seen);
      return;
    }
    const isInstead = isStatus(fault) && fault.afterWork !== true;
    const done = isInstead ? undefined : answer({ request, arrival, body });
    const result = isStatus(fault) ? faultAnswer(fault) : (done as NonNullable<typeof done>);
    if (fault === "resetAfter") {
      request.socket.destroy();
      record(seen);
      return;
    }
    sendAnswer(response, result, fault === "truncate");
    const code = result.errorCode === undefined ? {} : { errorCode: result.errorCode };
    record({ ...seen, status: result.status, ...code });
  };
}

function delayOf(fault: FaultAction | undefined): number {
  return typeof fault === "object" && "delayMs" in fault ? fault.delayMs : 0;
}

function isStatus(fault: FaultAction | undefined): fault is Extract<FaultAction, { status: number }> {
  return typeof fault === "object" && "status" in fault;
}

function keptBody(body: Buffer | undefined): { body?: string } {
  const isKept = body !== undefined && body.length > 0 && body.length <= LARGEST_KEPT_BODY;
  return isKept ? { body: body.toString("utf8") } : {};
}
