/** One answer, from undici into memory. undici's own `request` makes a stream and several signals for each. */

import type { Dispatcher } from "undici";
import { TooLarge } from "./failures";
import type { HttpResponse } from "./message";
import type { StopSignal } from "./stop";

const LARGE_BYTES = 1_048_576;

/** The handler of one `dispatch`. */
export class Gathering implements Dispatcher.DispatchHandler {
  readonly #answer: Promise<HttpResponse>;
  readonly #maxBytes: number;
  #resolve!: (response: HttpResponse) => void;
  #reject!: (reason: unknown) => void;
  #status = 0;
  #headers: HttpResponse["headers"] = {};
  readonly #chunks: Buffer[] = [];
  #whole: Buffer | undefined;
  #size = 0;
  #connection: Dispatcher.DispatchController | undefined;
  #isStopped = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Dispatches the request and waits for its answer; `signal` ends it with its reason. */
  async by(
    dispatcher: Dispatcher,
    request: Dispatcher.DispatchOptions,
    signal: StopSignal | undefined,
  ): Promise<HttpResponse> {
    const abort = (): void => this.stop(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort);
    try {
      dispatcher.dispatch(request, this);
      return await this.#answer;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends the exchange, and its connection if it has one by now; the answer fails with the reason. */
  stop(reason: unknown): void {
    this.#isStopped = true;
    this.#reject(reason);
    this.#connection?.abort(new Error("stopped"));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connection = controller;
    // It was stopped while it waited for a connection: nothing is sent.
    if (this.#isStopped) controller.abort(new Error("stopped"));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: HttpResponse["headers"],
  ): void {
    // An interim answer (1xx) has one after it; the last one counts.
    this.#status = statusCode;
    this.#headers = headers;
    this.#whole = undefined;
    const announced = Number(headers["content-length"] ?? 0);
    if (announced > this.#maxBytes) this.stop(new TooLarge());
    // What is large and tells its size is put into its place at once: it is not held in pieces and as a whole.
    else if (announced > LARGE_BYTES) this.#whole = Buffer.allocUnsafe(announced);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.stop(new TooLarge());
    else if (this.#whole !== undefined && this.#size <= this.#whole.length)
      chunk.copy(this.#whole, this.#size - chunk.length);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const body = this.#whole?.subarray(0, this.#size) ?? joined(this.#chunks);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/** Most answers are one chunk, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
}
