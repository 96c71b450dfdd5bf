/** The wire: requests through undici. */

import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { createDispatcher } from "./dispatcher";
import { explained } from "./failures";
import { gatherAnswer } from "./gather-answer";
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
    send: (request) => exchange(open(), request, options),
    close: async () => {
      const opened = dispatcher;
      dispatcher = undefined;
      // What could not be opened needs no closing; its requests told why.
      await (await opened?.catch(() => undefined))?.destroy();
    },
  };
}

async function exchange(
  opening: Promise<Dispatcher>,
  request: HttpRequest,
  options: WireOptions,
): Promise<HttpResponse> {
  const { body } = request;
  const isLarge = (body?.length ?? 0) > WHOLE_BODY_BYTES;
  const headers: Record<string, string> = {
    ...request.headers,
    "user-agent": options.userAgent,
    "accept-encoding": "identity",
  };
  if (isLarge) headers["content-length"] = String(body?.length);
  const dispatcher = await opening;
  const { handler, answer, stop } = gatherAnswer(options.maxResponseBytes);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop(new Error("out of time"));
  }, options.timeoutMs);
  const abort = (): void => stop(request.signal?.reason);
  try {
    request.signal?.throwIfAborted();
    request.signal?.addEventListener("abort", abort);
    dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers,
        body: body === undefined || !isLarge ? (body ?? null) : inPieces(body, request),
        // The timer holds for both.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    );
    return await answer;
  } catch (error) {
    throw explained(error, request, {
      timedOut,
      timeoutMs: options.timeoutMs,
      maxResponseBytes: options.maxResponseBytes,
    });
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener("abort", abort);
  }
}

function inPieces(body: Buffer, { onProgress }: HttpRequest): Readable {
  const stream = Readable.from(pieces(body, onProgress), { objectMode: false, highWaterMark: PIECE_BYTES });
  // undici destroys it with the error that it tells its handler as well.
  return stream.on("error", () => undefined);
}

function* pieces(body: Buffer, onProgress: HttpRequest["onProgress"]): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    if (at > 0 && at % PROGRESS_BYTES === 0) onProgress?.(at);
    yield body.subarray(at, at + PIECE_BYTES);
  }
  onProgress?.(body.length);
}
