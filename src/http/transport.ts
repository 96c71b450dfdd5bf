/** Sends requests through undici. */

import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { anySignal, timeoutSignal, untilAborted } from "./abort";
import type { DispatcherOptions } from "./dispatcher";
import { createDispatcher } from "./dispatcher";
import { START_BYTES } from "./foreign-response";
import type { HttpRequest, HttpResponse } from "./message";
import { explainFailure } from "./transport-errors";

export interface TransportOptions extends DispatcherOptions {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** The limit for one attempt, from connecting to the last byte of the response. */
  readonly timeoutMs: number;
  readonly userAgent: string;
}

export type Transport = ReturnType<typeof createTransport>;

/** Larger bodies are sent in pieces, so that the socket does not hold a second copy of them. */
const WHOLE_BODY_BYTES = 262_144;
const PIECE_BYTES = 65_536;
const PROGRESS_BYTES = 1_048_576;

/** Creates the connection pool of one client. It is opened by the first request. */
export function createTransport(options: TransportOptions) {
  const { origin, timeoutMs, maxResponseBytes } = options;
  let opened: Dispatcher | undefined;
  return {
    send: async (request: HttpRequest): Promise<HttpResponse> => {
      const timeout = timeoutSignal(timeoutMs);
      try {
        request.signal?.throwIfAborted();
        const signal = anySignal(request.signal, timeout);
        opened ??= createDispatcher(origin, options);
        return await exchange(opened, toUndici(request, options), signal, request.needsStartOnly);
      } catch (error) {
        const isTimedOut = timeout.aborted;
        throw explainFailure(error, request, { origin, isTimedOut, timeoutMs, maxResponseBytes });
      }
    },
    /** Closes all connections. */
    async close(): Promise<void> {
      const closing = opened;
      opened = undefined;
      await closing?.destroy();
    },
  };
}

/**
 * Sends one request and reads its whole response.
 * @param needsStartOnly keeps only the start of a successful response
 */
export async function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.RequestOptions,
  signal: AbortSignal,
  needsStartOnly = false,
): Promise<HttpResponse> {
  const responded = dispatcher.request({ ...request, signal });
  const { statusCode: status, headers, body } = await untilAborted(responded, signal);
  // A body that is destroyed early emits an error.
  body.on("error", () => undefined);
  const keptBytes = needsStartOnly && status < 400 ? START_BYTES : Infinity;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size - chunk.length < keptBytes) chunks.push(chunk);
  }
  const droppedBytes = Math.max(0, size - keptBytes);
  return { status, headers, body: Buffer.concat(chunks, size - droppedBytes), droppedBytes };
}

function toUndici(request: HttpRequest, { origin, userAgent }: TransportOptions): Dispatcher.RequestOptions {
  const { method, path, body } = request;
  const headers = { "user-agent": userAgent, "accept-encoding": "identity", ...request.headers };
  // The timeout of the attempt covers both of undici's.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  if (body === undefined || body.length <= WHOLE_BODY_BYTES) {
    return { origin, method, path, headers, body: body ?? null, ...limits };
  }
  const sized = { ...headers, "content-length": String(body.length) };
  const stream = Readable.from(pieces(body, request.onProgress), {
    objectMode: false,
    highWaterMark: PIECE_BYTES,
  });
  return { origin, method, path, headers: sized, body: stream, ...limits };
}

function* pieces(body: Buffer, onProgress: HttpRequest["onProgress"]): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    if (at > 0 && at % PROGRESS_BYTES === 0) onProgress?.(at);
    yield body.subarray(at, at + PIECE_BYTES);
  }
  onProgress?.(body.length);
}
