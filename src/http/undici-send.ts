/** The wire: requests through undici. */

import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { createDispatcher } from "./dispatcher";
import { explained } from "./failures";
import { Gathering } from "./gathering";
import type { HttpRequest, HttpResponse, Send } from "./message";
import type { TimeLimit } from "./time-limit";
import { createTimeLimit } from "./time-limit";
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
  const dispatchers = new Map<string, Dispatcher>();
  const timeLimit = createTimeLimit(options.timeoutMs);
  const open = (origin: string): Dispatcher => {
    const dispatcher = dispatchers.get(origin) ?? createDispatcher(origin, options);
    dispatchers.set(origin, dispatcher);
    return dispatcher;
  };
  return {
    send: (request) => exchange(open, timeLimit, request, options),
    close: async () => {
      const opened = [...dispatchers.values()];
      dispatchers.clear();
      await Promise.all(opened.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

async function exchange(
  open: (origin: string) => Dispatcher,
  timeLimit: TimeLimit,
  request: HttpRequest,
  options: WireOptions,
): Promise<HttpResponse> {
  const { body } = request;
  const dispatcher = open(request.origin);
  const isLarge = (body?.length ?? 0) > WHOLE_BODY_BYTES;
  const gathering = new Gathering(options.maxResponseBytes);
  let timedOut = false;
  const inTime = timeLimit(() => {
    timedOut = true;
    gathering.stop(new Error("out of time"));
  });
  try {
    return await gathering.by(
      dispatcher,
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: headersOf(request, isLarge, options),
        body: body === undefined || !isLarge ? (body ?? null) : inPieces(body, request),
        // The timer holds for both.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      request.signal,
    );
  } catch (error) {
    throw explained(error, request, {
      timedOut,
      timeoutMs: options.timeoutMs,
      maxResponseBytes: options.maxResponseBytes,
    });
  } finally {
    inTime();
  }
}

/** Names and values in turn, as undici takes them: a copy of the object takes longer. */
function headersOf({ headers, body }: HttpRequest, isLarge: boolean, { userAgent }: WireOptions): string[] {
  const list = ["user-agent", userAgent, "accept-encoding", "identity"];
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  if (isLarge) list.push("content-length", String(body?.length));
  return list;
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
