/** Retries repeatable requests. This layer is above Digest, so that every attempt gets its own signature. */

import type { TransportFailure } from "../errors";
import { isTransportError, TransportError } from "../errors";
import type { HttpRequest, HttpResponse, Send } from "./message";
import { headerOf } from "./message";

export interface RetryOptions {
  /** Attempts after the first. */
  readonly maxRetries: number;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Milliseconds since the epoch, for `Retry-After` dates. */
  readonly now: () => number;
  /** For failures only: `Retry-After` shows that the service expects the retry. */
  readonly budget?: RetryBudget;
  readonly onRetry?: (request: HttpRequest, attempt: number, delayMs: number, reason: string) => void;
}

/** How many retries a process may use, so that requests to a service that is down do not multiply. */
export type RetryBudget = ReturnType<typeof createRetryBudget>;

/** More than a restart of the service costs. */
const MAX_RETRIES_IN_PROCESS = 200;

export function createRetryBudget(most = MAX_RETRIES_IN_PROCESS) {
  let left = most;
  return {
    /** Takes one retry, if one is left. */
    spend(): boolean {
      if (left === 0) return false;
      left--;
      return true;
    },
    /** Gives one retry back after a response. */
    restore(): void {
      left = Math.min(most, left + 1);
    },
  };
}

const BASE_DELAY_MS = 250;
const MAX_DELAY_MS = 20_000;
/** The longest `Retry-After` that a retry waits for. After a longer one the response is returned as it is. */
const MAX_RETRY_AFTER_MS = 120_000;

type Outcome = PromiseSettledResult<HttpResponse>;

/** Why to retry, and when if the service said so. */
interface Retry {
  readonly reason: string;
  readonly afterMs?: number | undefined;
}

/** Adds retries with full jitter to `next`. */
export function withRetry(next: Send, options: RetryOptions): Send {
  return async function sendWithRetries(request) {
    let maybeCarriedOut = false;
    for (let attempt = 1; ; attempt++) {
      const [outcome] = await Promise.allSettled([next({ ...request, attempt })]);
      if (outcome.status === "fulfilled" && outcome.value.status < 500) options.budget?.restore();
      const retry = attempt > options.maxRetries ? undefined : planRetry(request, outcome, options.now());
      if (retry === undefined) return unwrap(outcome, maybeCarriedOut);
      if (retry.afterMs === undefined && options.budget?.spend() === false) {
        return unwrap(outcome, maybeCarriedOut);
      }
      maybeCarriedOut ||= mayHaveHadEffect(outcome);
      const delayMs =
        retry.afterMs ?? options.random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
      options.onRetry?.(request, attempt, delayMs, retry.reason);
      try {
        await options.sleep(delayMs, request.signal);
      } catch (error) {
        throw isAborted(request) ? abandoned(outcome, maybeCarriedOut) : error;
      }
    }
  };
}

function isAborted({ signal }: HttpRequest): boolean {
  return signal?.aborted === true;
}

/** The error of a request that was aborted while it waited for a retry: it says what the last attempt met. */
function abandoned(outcome: Outcome, maybeCarriedOut: boolean): TransportError {
  const cause: unknown =
    outcome.status === "rejected"
      ? outcome.reason
      : new TransportError(`the service responded with the status ${outcome.value.status}.`, "refused", true);
  return new TransportError("the request was aborted.", "aborted", maybeCarriedOut, { cause });
}

/** Whether the service may have carried the request out. A 5xx does not say how far the service got. */
function mayHaveHadEffect(outcome: Outcome): boolean {
  if (outcome.status === "rejected")
    return isTransportError(outcome.reason) && outcome.reason.maybeCarriedOut;
  return outcome.value.status >= 500 && outcome.value.isProbe !== true;
}

/** Returns or throws the last outcome. The error stays uncertain if an earlier attempt may have been carried out. */
function unwrap(outcome: Outcome, maybeCarriedOut: boolean): HttpResponse {
  if (outcome.status === "fulfilled") return outcome.value;
  const error: unknown = outcome.reason;
  if (!maybeCarriedOut || !isTransportError(error) || error.maybeCarriedOut) throw error;
  throw new TransportError(error.message, error.failure, true, { cause: error.cause });
}

function planRetry(request: HttpRequest, outcome: Outcome, now: number): Retry | undefined {
  const { method, isRepeatable = method !== "POST" && method !== "PATCH" } = request;
  if (!isRepeatable && mayHaveHadEffect(outcome)) return undefined;
  if (outcome.status === "rejected") {
    const error: unknown = outcome.reason;
    if (!isTransportError(error) || FINAL_FAILURES.has(error.failure)) return undefined;
    return { reason: error.failure };
  }
  const { status } = outcome.value;
  if (!RETRIED_STATUSES.has(status)) return undefined;
  const afterMs = parseRetryAfter(headerOf(outcome.value, "retry-after"), now);
  if (afterMs !== undefined && afterMs > MAX_RETRY_AFTER_MS) return undefined;
  return { reason: `status ${status}`, afterMs };
}

const FINAL_FAILURES: ReadonlySet<TransportFailure> = new Set(["tls", "proxy", "tooLarge", "aborted"]);
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Dates of RFC 9110, section 5.6.7, start with the day of the week; `Date.parse` accepts much more. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3) into milliseconds from now. Fractions of a second are accepted; anything
 * that is neither seconds nor a date, such as a negative number, is ignored.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
