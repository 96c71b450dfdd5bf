/** The wire: requests through undici. */

import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { createDispatcher } from "./dispatcher";
import { explained, TooLarge } from "./failures";
import type { HttpRequest, HttpResponse, Send } from "./message";
import type { TlsOptions } from "./tls";

export interface WireOptions {
  readonly tls: TlsOptions;
  /** One attempt, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  /** HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case of letters; lower case wins. */
  readonly env: NodeJS.ProcessEnv;
  readonly maxConnections: number;
  readonly userAgent: string;
  /** A larger answer is refused. */
  readonly maxResponseBytes: number;
}

export interface Wire {
  readonly send: Send;
  /** Closes all connections. */
  close(): Promise<void>;
}

/** Larger bodies go out in pieces, so that no second copy of them waits in the socket. */
const WHOLE_BODY_BYTES = 262_144;
const PIECE_BYTES = 65_536;
/** How often the progress of a large body is told. */
const PROGRESS_BYTES = 1_048_576;

/** A connection pool as a {@link Send}. undici is loaded with the first request. */
export function undiciWire(options: WireOptions): Wire {
  let dispatcher: Promise<Dispatcher> | undefined;
  const open = (): Promise<Dispatcher> => (dispatcher ??= createDispatcher(options));
  return {
    send: async (request) => exchange(await open(), request, options),
    close: async () => {
      const opened = dispatcher;
      dispatcher = undefined;
      // What could not be opened needs no closing; its requests told why.
      await (await opened?.catch(() => undefined))?.destroy();
    },
  };
}

async function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  options: WireOptions,
): Promise<HttpResponse> {
  const isLarge = (request.body?.length ?? 0) > WHOLE_BODY_BYTES;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeoutMs);
  const abort = (): void => limit.abort(request.signal?.reason);
  request.signal?.addEventListener("abort", abort, { once: true });
  try {
    request.signal?.throwIfAborted();
    const response = await dispatcher.request({
      origin: request.origin,
      path: request.path,
      method: request.method,
      headers: {
        "user-agent": options.userAgent,
        "accept-encoding": "identity",
        ...request.headers,
        ...(isLarge && { "content-length": String(request.body?.length) }),
      },
      body: request.body === undefined || !isLarge ? (request.body ?? null) : inPieces(request.body, request),
      signal: limit.signal,
      headersTimeout: options.timeoutMs,
      bodyTimeout: options.timeoutMs,
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await readBody(response.body, options.maxResponseBytes),
    };
  } catch (error) {
    throw explained(error, request, {
      timedOut: limit.signal.aborted && request.signal?.aborted !== true,
      timeoutMs: options.timeoutMs,
      maxResponseBytes: options.maxResponseBytes,
    });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", abort);
  }
}

function inPieces(body: Buffer, { onProgress }: HttpRequest): Readable {
  return Readable.from(pieces(body, onProgress), { objectMode: false, highWaterMark: PIECE_BYTES });
}

function* pieces(body: Buffer, onProgress: HttpRequest["onProgress"]): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    if (at > 0 && at % PROGRESS_BYTES === 0) onProgress?.(at);
    yield body.subarray(at, at + PIECE_BYTES);
  }
  onProgress?.(body.length);
}

async function readBody(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
