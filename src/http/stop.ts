/** What ends an operation: as much of an AbortSignal as the layers need, since a whole one costs as much as the signing. */

export type StopListener = () => void;

/** Every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: StopListener): void;
  removeEventListener(type: "abort", listener: StopListener): void;
}

/** A signal together with what gives it. */
export class Stop implements StopSignal {
  #aborted = false;
  #reason: unknown;
  #listeners: StopListener[] = [];

  get aborted(): boolean {
    return this.#aborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** Tells each listener, once; what comes after the first time changes nothing. */
  abort(reason: unknown): void {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason;
    for (const listener of this.#listeners) if (this.#listeners.includes(listener)) listener();
    this.#listeners = [];
  }

  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason;
  }

  addEventListener(_type: "abort", listener: StopListener): void {
    if (!this.#aborted) this.#listeners.push(listener);
  }

  removeEventListener(_type: "abort", listener: StopListener): void {
    this.#listeners = this.#listeners.filter((each) => each !== listener);
  }
}
