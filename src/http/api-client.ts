/** The API client: sends the request of an endpoint and returns its checked response, or throws one clear error. */

import { setTimeout } from "node:timers/promises";
import {
  ConfigError,
  isConfigError,
  isOpsManagerError,
  isTransportError,
  lastFailureOf,
  TransportError,
} from "../errors";
import { secretFilter } from "../secrets/filter";
import { secretValuesInBody } from "../secrets/values";
import { VERSION } from "../version";
import { anySignal, delayed, timeoutSignal } from "./abort";
import type { Advise } from "./api-errors";
import { redactError } from "./api-errors";
import type { ApiResponse, ApiRequest } from "./api-request";
import { parseBaseUrl } from "./base-url";
import { withDigest } from "./digest/with-digest";
import type { RequestLog } from "./log";
import { logRequest, withLog } from "./log";
import type { ConnectionOptions } from "./options";
import { numberOption } from "./options";
import { readResponse } from "./response";
import { shareState } from "./shared";
import { readTlsOptions } from "./tls";
import { createTransport } from "./transport";
import { withRetry } from "./with-retry";

export type { ApiResponse, ApiRequest, CallOptions } from "./api-request";

/** Connects the endpoints to HTTP. */
export interface ApiClient {
  /** Sends a request and returns the checked body of its response. */
  request<T>(request: ApiRequest<T>): Promise<T>;
  /** Sends a request and returns the checked body of its response with its headers. */
  send<T>(request: ApiRequest<T>): Promise<ApiResponse<T>>;
  /** Aborts the requests in progress and closes all connections. */
  close(): Promise<void>;
}

/** The client with a signal that aborts each of its requests, as their own signals do. */
export function withSignal(api: ApiClient, signal: AbortSignal | undefined): ApiClient {
  return {
    request: (request) => api.request({ ...request, signal: anySignal(signal, request.signal) }),
    send: (request) => api.send({ ...request, signal: anySignal(signal, request.signal) }),
    close: () => api.close(),
  };
}

/** A write in progress has so long to end when the operation is aborted, and the search for what became of it as long again. */
const GRACE_MS = 5_000;

/** An operation that is aborted when its time is up or the user interrupts it. */
export interface Operation {
  readonly api: ApiClient;
  /** When a wait ends early. */
  readonly signal: () => AbortSignal;
}

/**
 * The client of an operation with a signal that aborts it. A write that was sent comes to its end, and if there is no response, reads
 * may still find out what became of it.
 */
export function abortable(api: ApiClient, signal: AbortSignal): Operation {
  const [late, later] = [delayed(signal, GRACE_MS), delayed(signal, 2 * GRACE_MS)];
  let hasWritten = false;
  const current = (): AbortSignal => (hasWritten ? later : signal);
  const prepare = <T>(request: ApiRequest<T>): ApiRequest<T> => {
    if (request.method === "GET") return { ...request, signal: anySignal(current(), request.signal) };
    if (!signal.aborted) hasWritten = true;
    return {
      ...request,
      signal: anySignal(signal, request.signal),
      lateSignal: anySignal(late, request.signal),
    };
  };
  return {
    api: {
      request: async (request) => api.request(prepare(request)),
      send: async (request) => api.send(prepare(request)),
      close: () => api.close(),
    },
    signal: current,
  };
}

/** What a client takes from the process. */
export interface ClientEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly log: RequestLog;
  /** Waits before a retry. @default a timer */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Changes the names of settings in messages. @default they are those of the configuration keys */
  readonly named?: (text: string) => string;
  /** Returns texts of a request to redact in errors and log lines, beside the secrets of the connection and the body. */
  readonly furtherSecrets?: (texts: { readonly path: string; readonly json?: unknown }) => Iterable<string>;
}

/** A version manifest is tens of megabytes at most. */
const MAX_RESPONSE_BYTES = 134_217_728;

const READ_HEADERS = { accept: "application/json" };
const WRITE_HEADERS = { ...READ_HEADERS, "content-type": "application/json" };

/** @throws ConfigError for invalid options */
export function createApiClient(
  options: ConnectionOptions,
  environment: ClientEnvironment,
  advise: Advise,
): ApiClient {
  const { furtherSecrets = () => [], named = (text) => text } = environment;
  const base = orNamed(named, () => parseBaseUrl(requireTexts(options).baseUrl, options.allowHttp === true));
  const maxConcurrency = numberOption("maxConcurrency", options.maxConcurrency);
  const totalMs = numberOption("totalTimeoutSeconds", options.totalTimeoutSeconds) * 1000;
  const { privateKey, clientKey = "" } = options;
  // The path of a key file is not secret.
  const connectionSecrets = [privateKey, clientKey.includes("-----BEGIN") ? clientKey : ""];
  const layers = createLayers(options, environment, base.origin, maxConcurrency);
  const closing = new AbortController();
  let lastId = 0;

  async function sendRequest<T>(request: ApiRequest<T>): Promise<ApiResponse<T>> {
    const body =
      request.bytes ?? (request.json === undefined ? undefined : Buffer.from(JSON.stringify(request.json)));
    const filter = secretFilter(() => [
      ...connectionSecrets,
      ...furtherSecrets(request),
      ...secretValuesInBody(request.json),
    ]);
    const enveloped = options.envelope === true && request.withoutEnvelope !== true;
    const path = base.path + request.path + encodeQuery(request, options, enveloped);
    const stopped = anySignal(closing.signal, request.signal);
    const aborted = anySignal(closing.signal, request.lateSignal ?? request.signal);
    let timeout: AbortSignal | undefined;
    try {
      return await layers.semaphore(maxConcurrency, stopped, async () => {
        // The wait for the semaphore does not count.
        timeout = timeoutSignal(totalMs);
        const response = await layers.send({
          method: request.method,
          path,
          headers: body === undefined ? READ_HEADERS : WRITE_HEADERS,
          body,
          signal: anySignal(aborted, timeout),
          needsStartOnly: request.schema === undefined && !enveloped,
          isRepeatable: request.isRepeatable,
          filter,
          id: String(++lastId),
        });
        return readResponse(request, response, { origin: base.origin, enveloped, filter, advise });
      });
    } catch (error) {
      const explained = explainAbort(error, request, closing.signal.aborted, timeout, totalMs);
      throw redactError(explained, (text) => named(filter(text)));
    }
  }

  return {
    send: sendRequest,
    request: async (request) => (await sendRequest(request)).value,
    close: async () => {
      closing.abort();
      await layers.close();
    },
  };
}

/** @throws ConfigError in the words of the connection */
function orNamed<T>(named: (text: string) => string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (isConfigError(error)) error.message = named(error.message);
    throw error;
  }
}

/** What a request passes: retries, Digest, the log, the connections. Clients of one key and server share their state. */
function createLayers(
  options: ConnectionOptions,
  { env, log, sleep = (ms, signal) => setTimeout(ms, undefined, { signal }) }: ClientEnvironment,
  origin: string,
  maxConnections: number,
) {
  const transport = createTransport({
    origin,
    tls: readTlsOptions(options, env),
    timeoutMs: numberOption("timeoutSeconds", options.timeoutSeconds) * 1000,
    env,
    maxConnections,
    userAgent: `pulumi-opsmanager/${VERSION}`,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  });
  const shared = shareState(origin, { username: options.publicKey, password: options.privateKey });
  const send = withRetry(withDigest(withLog(transport.send, log), shared.digest), {
    budget: shared.budget,
    maxRetries: numberOption("maxRetries", options.maxRetries),
    sleep,
    random: Math.random,
    now: Date.now,
    onRetry: (request, retryAfterAttempt, delayMs, reason) =>
      logRequest(log, request, { retryAfterAttempt, reason, delayMs: Math.round(delayMs) }),
  });
  return {
    send,
    semaphore: shared.semaphore,
    async close(): Promise<void> {
      shared.release();
      await transport.close();
    },
  };
}

/** Replaces the error of an aborted request by one that says who aborted it. */
function explainAbort(
  error: unknown,
  request: ApiRequest<unknown>,
  isClosed: boolean,
  timeout: AbortSignal | undefined,
  totalMs: number,
): unknown {
  if (isTransportError(error) ? error.failure !== "aborted" : isOpsManagerError(error)) return error;
  const isAborted = isClosed || request.signal?.aborted === true;
  if (!isAborted && timeout?.aborted !== true) return error;
  const limit = `not complete within ${totalMs / 1000} s, including retries (opsmanager:totalTimeoutSeconds)`;
  const text = isAborted ? `the ${isClosed ? "client was closed" : "request was aborted"}` : limit;
  const last = lastFailureOf(error);
  const message = `${request.method} ${request.path}: ${text}.${last === undefined ? "" : ` The last attempt: ${last.message}`}`;
  // Without a timeout, the request was still waiting for the semaphore.
  const maybeCarriedOut = timeout !== undefined && (!isTransportError(error) || error.maybeCarriedOut);
  return new TransportError(message, isAborted ? "aborted" : "timeout", maybeCarriedOut, { cause: error });
}

/** @throws ConfigError for a missing address or key, or a colon, at which a server would end the user name */
function requireTexts(options: ConnectionOptions): ConnectionOptions {
  const names = ["baseUrl", "publicKey", "privateKey"] as const;
  const missing = names.find((name) => typeof options[name] !== "string" || options[name].trim() === "");
  if (missing !== undefined) throw new ConfigError(`${missing} is missing.`);
  if (!options.publicKey.includes(":")) return options;
  // The message does not show the value: it may contain both keys.
  throw new ConfigError(
    "publicKey contains a colon, which a user name of HTTP Digest cannot contain. " +
      "Set publicKey to the public key only, and privateKey to the private key.",
  );
}

function encodeQuery(request: ApiRequest<unknown>, options: ConnectionOptions, enveloped: boolean): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  if (options.pretty === true) query.set("pretty", "true");
  if (enveloped) query.set("envelope", "true");
  return query.size === 0 ? "" : `?${query.toString()}`;
}
