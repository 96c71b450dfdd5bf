/** JSON over the HTTP layers: from an endpoint's request to its checked answer, or to one clear error. */

import { ConfigError, OpsManagerError, TransportError } from "../errors";
import { secretFilter, secretValuesIn } from "../secrets";
import { VERSION } from "../version";
import { filtered } from "./api-errors";
import type { ApiResponse, ApiRequest } from "./api-request";
import { parseBaseUrl } from "./base-url";
import { withDigest } from "./digest/with-digest";
import type { RequestLog } from "./log";
import { logLine, withLog } from "./log";
import { read } from "./read-answer";
import type { ConnectionOptions } from "./options";
import { numberOption } from "./options";
import { createOperations } from "./operations";
import { share } from "./shared";
import type { StopSignal } from "./stop";
import { createTimeLimit } from "./time-limit";
import { tlsOptions } from "./tls";
import { undiciWire } from "./undici-send";
import { pause } from "./waiting";
import { withRetry } from "./with-retry";

export type { ApiResponse, ApiRequest, CallOptions } from "./api-request";

/** The seam between the endpoints and HTTP. */
export interface ApiClient {
  /** Sends a request and returns the checked body of its response. */
  request<T>(request: ApiRequest<T>): Promise<T>;
  /** The same, with what the headers of the response say. */
  send<T>(request: ApiRequest<T>): Promise<ApiResponse<T>>;
  /** Closes all connections; what is under way ends with an error. */
  close(): Promise<void>;
}

/** What a client takes from the process; tests pass their own. */
export interface ClientEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly log: RequestLog;
  /** The pause before a retry. @default a real one */
  readonly sleep?: (ms: number, signal: StopSignal | undefined) => Promise<void>;
  /** What no error and no line of the log may show of a request, beside the secrets of the connection and the body. */
  readonly furtherSecrets?: (texts: { readonly path: string; readonly json?: unknown }) => Iterable<string>;
}

/** The manifest of a service is tens of megabytes at most. */
const MAX_RESPONSE_BYTES = 134_217_728;

const ASKING = { accept: "application/json" };
const SENDING = { ...ASKING, "content-type": "application/json" };

/** @throws ConfigError for options that cannot be used. */
export function createApiClient(
  options: ConnectionOptions,
  { env, log, sleep = pause, furtherSecrets = () => [] }: ClientEnvironment,
): ApiClient {
  const allowHttp = options.allowHttp === true;
  const base = parseBaseUrl(required("baseUrl", options.baseUrl), allowHttp, "baseUrl");
  const credentials = {
    username: usable(required("publicKey", options.publicKey)),
    password: required("privateKey", options.privateKey),
  };
  const maxConcurrency = numberOption("maxConcurrency", options.maxConcurrency);
  const totalMs = numberOption("totalTimeoutSeconds", options.totalTimeoutSeconds) * 1000;
  const { clientKey = "" } = options;
  // The path of a key file is not secret.
  const connectionSecrets = [options.privateKey, clientKey.includes("-----BEGIN") ? clientKey : ""];

  const wire = undiciWire({
    tls: tlsOptions(options, env),
    timeoutMs: numberOption("timeoutSeconds", options.timeoutSeconds) * 1000,
    env,
    maxConnections: maxConcurrency,
    userAgent: `pulumi-opsmanager/${VERSION}`,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  const logged = withLog(wire.send, log);
  const shared = share(base.origin, credentials, {
    onWeakChallenge: () => {
      const warning = "The Digest challenge offers no qop: the weak form of RFC 2069 is used.";
      if (log.level !== "off") logLine(log, secretFilter(connectionSecrets), { warning });
    },
  });
  const send = withRetry(withDigest(logged, { credentials, session: shared.digest }), {
    budget: shared.budget,
    maxRetries: numberOption("maxRetries", options.maxRetries),
    sleep,
    random: Math.random,
    now: Date.now,
    onRetry: (request, attempt, delayMs, reason) => {
      if (log.level === "off") return;
      logLine(log, request.filter, {
        request: request.note?.id,
        method: request.method,
        path: request.path,
        retryAfterAttempt: attempt,
        reason,
        delayMs: Math.round(delayMs),
      });
    },
  });
  const operations = createOperations();
  const timeLimit = createTimeLimit(totalMs);
  let lastId = 0;

  async function sendRequest<T>(request: ApiRequest<T>): Promise<ApiResponse<T>> {
    const body = bodyOf(request);
    const filter = secretFilter(() => [
      ...connectionSecrets,
      ...furtherSecrets(request),
      ...secretValuesIn(request.json),
    ]);
    const enveloped = options.envelope === true && request.withoutEnvelope !== true;
    const path = base.path + request.path + queryOf(request, options, enveloped);
    const { stop, end } = operations.begin(request.signal);
    try {
      const entered = shared.gate(maxConcurrency, stop);
      const leave = entered instanceof Promise ? await entered : entered;
      const inTime = timeLimit(() => stop.abort(outOfTime(request, totalMs)));
      try {
        const response = await send({
          method: request.method,
          origin: base.origin,
          path,
          headers: body === undefined ? ASKING : SENDING,
          body,
          signal: stop,
          filter,
          note: log.level === "off" ? undefined : { id: String(++lastId), attempt: 1 },
        });
        return read(request, response, { origin: base.origin, enveloped, filter });
      } finally {
        inTime();
        leave();
      }
    } catch (error) {
      throw filtered(ended(error, stop, request), filter);
    } finally {
      end();
    }
  }

  return {
    send: sendRequest,
    request: async (request) => (await sendRequest(request)).value,
    close: async () => {
      operations.abort(new TransportError("The client was closed.", "aborted", true));
      shared.release();
      await wire.close();
    },
  };
}

function required(name: "baseUrl" | "publicKey" | "privateKey", value: string | undefined): string {
  if (typeof value !== "string" || value.trim() === "") throw new ConfigError(`${name} is missing.`);
  return value;
}

/** @throws ConfigError for a colon, at which a server would cut the name. The value may be both keys in one: it is not shown. */
function usable(publicKey: string): string {
  if (!publicKey.includes(":")) return publicKey;
  throw new ConfigError(
    "publicKey contains a colon, which cannot be part of a user name of HTTP Digest. " +
      "Give the public key alone; the private key belongs in privateKey.",
  );
}

function bodyOf(request: ApiRequest<unknown>): Buffer | undefined {
  if (request.bytes !== undefined) return request.bytes;
  return request.json === undefined ? undefined : Buffer.from(JSON.stringify(request.json));
}

function queryOf(request: ApiRequest<unknown>, options: ConnectionOptions, enveloped: boolean): string {
  if (request.query === undefined && options.pretty !== true && !enveloped) return "";
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  if (options.pretty === true) query.set("pretty", "true");
  if (enveloped) query.set("envelope", "true");
  return query.size === 0 ? "" : `?${query.toString()}`;
}

/** Whoever waits for a place, or for the next attempt, ends by the signal's own reason. */
function ended(error: unknown, signal: StopSignal, request: ApiRequest<unknown>): unknown {
  if (error instanceof OpsManagerError || !signal.aborted) return error;
  return signal.reason instanceof OpsManagerError ? signal.reason : aborted(request, error);
}

function outOfTime(request: ApiRequest<unknown>, totalMs: number): TransportError {
  const text = `not done within ${totalMs / 1000} s with all its attempts (opsmanager:totalTimeoutSeconds).`;
  return new TransportError(`${request.method} ${request.path}: ${text}`, "timeout", true);
}

function aborted(request: ApiRequest<unknown>, cause: unknown): TransportError {
  return new TransportError(`${request.method} ${request.path}: the request was aborted.`, "aborted", true, {
    cause,
  });
}
