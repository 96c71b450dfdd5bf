/** One answer, from undici into memory. undici's own `request` makes a stream and several signals for each. */

import type { Dispatcher } from "undici";
import { TooLarge } from "./failures";
import type { HttpResponse } from "./message";

const LARGE_BYTES = 1_048_576;

export interface Gathering {
  /** For `dispatch`. */
  readonly handler: Dispatcher.DispatchHandler;
  readonly answer: Promise<HttpResponse>;
  /** Ends the exchange, and its connection if it has one by now; the answer fails with the reason. */
  readonly stop: (reason: unknown) => void;
}

export function gatherAnswer(maxBytes: number): Gathering {
  let status = 0;
  let headers: HttpResponse["headers"] = {};
  const chunks: Buffer[] = [];
  let whole: Buffer | undefined;
  let size = 0;
  let connection: Dispatcher.DispatchController | undefined;
  let isStopped = false;
  let resolve!: (response: HttpResponse) => void;
  let reject!: (reason: unknown) => void;
  const answer = new Promise<HttpResponse>((...settle) => ([resolve, reject] = settle));

  const stop = (reason: unknown): void => {
    isStopped = true;
    reject(reason);
    connection?.abort(new Error("stopped"));
  };

  return {
    answer,
    stop,
    handler: {
      onRequestStart(controller) {
        connection = controller;
        // It was stopped while it waited for a connection: nothing is sent.
        if (isStopped) controller.abort(new Error("stopped"));
      },
      onResponseStart(_controller, statusCode, received) {
        // An interim answer (1xx) has one after it; the last one counts.
        status = statusCode;
        headers = received;
        whole = undefined;
        const announced = Number(received["content-length"] ?? 0);
        if (announced > maxBytes) stop(new TooLarge());
        // What is large and tells its size is put into its place at once: it is not held in pieces and as a whole.
        else if (announced > LARGE_BYTES) whole = Buffer.allocUnsafe(announced);
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) stop(new TooLarge());
        else if (whole !== undefined && size <= whole.length) chunk.copy(whole, size - chunk.length);
        else chunks.push(chunk);
      },
      onResponseEnd: () => resolve({ status, headers, body: whole?.subarray(0, size) ?? joined(chunks) }),
      onResponseError: (_controller, error) => reject(error),
    },
  };
}

/** Most answers are one chunk, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
