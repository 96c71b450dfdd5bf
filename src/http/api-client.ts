/** JSON over the HTTP layers: from an endpoint's request to its checked answer, or to one clear error. */

import { setTimeout as timer } from "node:timers/promises";
import {
  ApiError,
  AuthError,
  ConfigError,
  isAuthError,
  OpsManagerError,
  ShapeError,
  TransportError,
} from "../errors";
import type { PlainObject } from "../json";
import { isPlainObject } from "../json";
import type { SecretFilter } from "../secrets";
import { secretFilter, secretValuesIn } from "../secrets";
import { VERSION } from "../version";
import { parseBaseUrl } from "./base-url";
import { jsonObjectOf, textOf } from "./body";
import { withDigest } from "./digest/with-digest";
import { linkedAbort } from "./linked-abort";
import type { RequestLog } from "./log";
import { logLine, withLog } from "./log";
import type { HttpResponse, Method } from "./message";
import { headerOf } from "./message";
import type { ConnectionOptions } from "./options";
import { numberOption } from "./options";
import { share } from "./shared";
import { tlsOptions } from "./tls";
import { undiciWire } from "./undici-send";
import { withRetry } from "./with-retry";

/** The last argument of every call of the client. */
export interface CallOptions {
  /** Ends the call; its connection is released. */
  readonly signal?: AbortSignal | undefined;
}

/** What checks an answer; a zod schema is one. (Its own types would not pass every user's compiler.) */
export interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } };
}

/** One request of an endpoint. */
export interface ApiRequest<T> extends CallOptions {
  readonly method: Method;
  /** Below the base URL, with its variables percent-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A body that is sent as JSON. */
  readonly json?: unknown;
  /** A body that is sent as it is; the service calls it JSON. */
  readonly bytes?: Buffer;
  /** What the answer must look like; an answer without a schema is not looked at. */
  readonly schema?: Schema<T>;
  /** An endpoint that knows no `envelope`. @default false */
  readonly withoutEnvelope?: boolean;
}

/** An answer together with what its headers tell. */
export interface ApiAnswer<T> {
  readonly value: T;
  /** The service's own clock. */
  readonly date: string | undefined;
  readonly serviceVersion: string | undefined;
}

/** The seam between the endpoints and HTTP. */
export interface ApiClient {
  request<T>(request: ApiRequest<T>): Promise<T>;
  answer<T>(request: ApiRequest<T>): Promise<ApiAnswer<T>>;
  /** Closes all connections; what is under way ends with an error. */
  close(): Promise<void>;
}

/** What a client takes from the process; tests pass their own. */
export interface ClientEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly log: RequestLog;
  /** The pause before a retry. @default a real one */
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The manifest of a service is tens of megabytes at most. */
const MAX_RESPONSE_BYTES = 134_217_728;
const VERSION_HEADERS = ["x-mongodb-service-version", "x-vendor-service-version"] as const;

/** @throws ConfigError for options that cannot be used. */
export function createApiClient(
  options: ConnectionOptions,
  { env, log, sleep = pause }: ClientEnvironment,
): ApiClient {
  const allowHttp = options.allowHttp === true;
  const base = parseBaseUrl(required("baseUrl", options.baseUrl), allowHttp, "baseUrl");
  const credentials = {
    username: required("publicKey", options.publicKey),
    password: required("privateKey", options.privateKey),
  };
  const maxConcurrency = numberOption("maxConcurrency", options.maxConcurrency);
  const totalMs = numberOption("totalTimeoutSeconds", options.totalTimeoutSeconds) * 1000;
  const connectionSecrets = [options.privateKey, options.clientKey ?? ""];

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
  const closing = new AbortController();
  let lastId = 0;

  async function answer<T>(request: ApiRequest<T>): Promise<ApiAnswer<T>> {
    const body = bodyOf(request);
    const filter = secretFilter([...connectionSecrets, ...secretValuesIn(request.json)]);
    const enveloped = options.envelope === true && request.withoutEnvelope !== true;
    const path = base.path + request.path + queryOf(request, options, enveloped);
    const abort = linkedAbort([request.signal, closing.signal]);
    try {
      const run = async (): Promise<ApiAnswer<T>> => {
        const limit = setTimeout(() => abort.abort(outOfTime(request, totalMs)), totalMs);
        try {
          const response = await send({
            method: request.method,
            origin: base.origin,
            path,
            headers: {
              accept: "application/json",
              ...(body !== undefined && { "content-type": "application/json" }),
            },
            body,
            signal: abort.signal,
            filter,
            note: { id: String(++lastId), attempt: 1 },
          });
          return read(request, response, enveloped);
        } finally {
          clearTimeout(limit);
        }
      };
      return await shared.gate(maxConcurrency, run, abort.signal);
    } catch (error) {
      throw filtered(ended(error, abort.signal, request), filter);
    } finally {
      abort.unlink();
    }
  }

  return {
    answer,
    request: async (request) => (await answer(request)).value,
    close: async () => {
      closing.abort(new TransportError("The client was closed.", "aborted", true));
      shared.release();
      await wire.close();
    },
  };
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await timer(ms, undefined, signal && { signal });
}

function required(name: "baseUrl" | "publicKey" | "privateKey", value: string | undefined): string {
  if (typeof value !== "string" || value.trim() === "") throw new ConfigError(`${name} is missing.`);
  return value;
}

function bodyOf(request: ApiRequest<unknown>): Buffer | undefined {
  if (request.bytes !== undefined) return request.bytes;
  return request.json === undefined ? undefined : Buffer.from(JSON.stringify(request.json));
}

function queryOf(request: ApiRequest<unknown>, options: ConnectionOptions, enveloped: boolean): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  if (options.pretty === true) query.set("pretty", "true");
  if (enveloped) query.set("envelope", "true");
  return query.size === 0 ? "" : `?${query.toString()}`;
}

/** Whoever waits for a place, or for the next attempt, ends by the signal's own reason. */
function ended(error: unknown, signal: AbortSignal, request: ApiRequest<unknown>): unknown {
  if (error instanceof OpsManagerError || !signal.aborted) return error;
  return signal.reason instanceof OpsManagerError ? signal.reason : aborted(request, error);
}

function outOfTime(request: ApiRequest<unknown>, totalMs: number): TransportError {
  const text = `not done within ${totalMs / 1000} s with all its attempts (opsmanager:totalTimeoutSeconds).`;
  return new TransportError(`${request.method} ${request.path}: ${text}`, "timeout", true);
}

function read<T>(request: ApiRequest<T>, response: HttpResponse, enveloped: boolean): ApiAnswer<T> {
  const outer = jsonObjectOf(response);
  const envelope = enveloped ? envelopeOf(outer) : undefined;
  const status = envelope?.status ?? response.status;
  const serviceVersion = VERSION_HEADERS.map((name) => headerOf(response, name)).find(
    (value) => value !== undefined,
  );
  const at = `${request.method} ${request.path}`;
  if (status >= 400) {
    throw apiError(
      request,
      status,
      isPlainObject(envelope?.content) ? envelope.content : outer,
      serviceVersion,
    );
  }
  if (status < 200 || status >= 300) {
    throw new ShapeError(
      `${at}: the server answered ${status}${redirectOf(response)}, which this API never does. Is the base URL that of the service itself?`,
    );
  }
  const answer = (value: T): ApiAnswer<T> => ({ value, date: headerOf(response, "date"), serviceVersion });
  // An answer that is not looked at may be empty.
  if (request.schema === undefined) return answer(undefined as T);
  const value = envelope === undefined ? jsonOf(response, at) : envelope.content;
  const parsed = request.schema.safeParse(value);
  if (parsed.success) return answer(parsed.data);
  const issues = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join(".") || "the body"}: ${issue.message}`);
  throw new ShapeError(
    `${at}: the answer is not what the API documents (${issues.join("; ")}). This is a bug of the provider, or a change of the API.`,
  );
}

function aborted(request: ApiRequest<unknown>, cause: unknown): TransportError {
  return new TransportError(`${request.method} ${request.path}: the request was aborted.`, "aborted", true, {
    cause,
  });
}

/** Single: `{status, content}`, in old versions `{status, envelope}`. List: the usual body with `status` added. */
function envelopeOf(body: PlainObject | undefined): { status: number; content: unknown } | undefined {
  const status = body?.["status"];
  if (body === undefined || typeof status !== "number") return undefined;
  if ("content" in body) return { status, content: body["content"] };
  if ("envelope" in body) return { status, content: body["envelope"] };
  return { status, content: body };
}

function jsonOf(response: HttpResponse, at: string): unknown {
  const text = textOf(response);
  try {
    return JSON.parse(text);
  } catch {
    const type = headerOf(response, "content-type") ?? "no content type";
    throw new ShapeError(
      `${at}: the answer is not JSON (${type}). Is the base URL that of the service itself?`,
    );
  }
}

function redirectOf(response: HttpResponse): string {
  const location = headerOf(response, "location");
  // Only where it leads: a query may hold anything.
  return location === undefined ? "" : ` (to ${location.split("?")[0] ?? ""})`;
}

function apiError(
  request: ApiRequest<unknown>,
  status: number,
  body: PlainObject | undefined,
  serviceVersion: string | undefined,
): ApiError {
  const text = (key: string): string | undefined => {
    const value = body?.[key];
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const errorCode = text("errorCode");
  const detail = text("detail");
  const parameters = body?.["parameters"];
  const said = [errorCode, detail ?? text("reason")].filter((part) => part !== undefined).join(" - ");
  const fromService = errorCode !== undefined || body?.["error"] === status || serviceVersion !== undefined;
  const advice = adviceFor(status, errorCode, fromService);
  return new ApiError(
    `${request.method} ${request.path}: ${status}${said && ` ${said}`}${advice && `. ${advice}`}`.replace(
      /\.\.( |$)/g,
      ".$1",
    ),
    {
      method: request.method,
      path: request.path,
      status,
      errorCode,
      detail,
      parameters: Array.isArray(parameters)
        ? parameters.filter((item) => typeof item === "string")
        : undefined,
      fromService,
    },
  );
}

/** What a person can do about a refusal that has nothing to do with one endpoint. */
function adviceFor(status: number, errorCode: string | undefined, fromService: boolean): string {
  if (status === 401 && errorCode === "NOT_IN_GROUP") {
    return "The project does not exist, or the API key has no role in it.";
  }
  if (status === 401) return "The key was accepted, but it lacks the role that this operation needs.";
  if (status === 403 && errorCode !== undefined && /ACCESS_LIST|WHITELIST/.test(errorCode)) {
    return "Add the address of this machine to the access list of the API key.";
  }
  if (errorCode === "GROUP_NOT_FOUND" || errorCode === "INVALID_GROUP_ID") return "Check the projectId.";
  if (errorCode === "ORG_NOT_FOUND" || errorCode === "INVALID_ORG_ID") return "Check the orgId.";
  if (status === 429)
    return "The service limits the rate of requests; a smaller opsmanager:maxConcurrency helps.";
  if (status === 404 && !fromService)
    return "This answer is not from the service: check opsmanager:baseUrl, and any proxy in between.";
  return "";
}

/** The same error with the literal secrets of the request and the connection taken out: a service may echo them. */
function filtered(error: unknown, filter: SecretFilter): unknown {
  if (!(error instanceof OpsManagerError)) return error;
  const message = filter(error.message);
  if (error instanceof ApiError) {
    return new ApiError(message, {
      method: error.method,
      path: filter(error.path),
      status: error.status,
      errorCode: error.errorCode,
      detail: error.detail && filter(error.detail),
      parameters: error.parameters.map(filter),
      fromService: error.fromService,
    });
  }
  if (message === error.message) return error;
  if (error instanceof TransportError) {
    return new TransportError(message, error.failure, error.maybeCarriedOut);
  }
  return isAuthError(error) ? new AuthError(message) : new ShapeError(message);
}
