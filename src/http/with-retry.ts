/** Sends again what may be sent again. Above Digest, so that every attempt is signed anew. */

import { isTransportError, TransportError } from "../errors";
import type { HttpRequest, HttpResponse, Method, Send } from "./message";
import { headerOf } from "./message";
import type { RetryBudget } from "./retry-budget";
import type { StopSignal } from "./stop";

export interface RetryOptions {
  /** Attempts after the first. */
  readonly maxRetries: number;
  readonly sleep: (ms: number, signal: StopSignal | undefined) => Promise<void>;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  /** Milliseconds since the epoch, for `Retry-After` dates. */
  readonly now: () => number;
  /** For failures; a service that names the time of the next attempt has planned for it. */
  readonly budget?: RetryBudget;
  readonly onRetry?: (request: HttpRequest, attempt: number, delayMs: number, reason: string) => void;
}

const BASE_DELAY_MS = 250;
const MAX_DELAY_MS = 20_000;
/** A longer `Retry-After` is no wait for a deployment: the answer is given as it is. */
const MAX_RETRY_AFTER_MS = 120_000;

/** What may be said of a failed attempt. */
type Verdict =
  | { readonly again: false }
  | { readonly again: true; readonly reason: string; readonly afterMs?: number };

const NO: Verdict = { again: false };

/** Adds retries with full jitter to `next`. */
export function withRetry(next: Send, options: RetryOptions): Send {
  return async function sendAgain(request) {
    let maybeCarriedOut = false;
    for (let attempt = 1; ; attempt++) {
      let outcome: Outcome;
      try {
        outcome = { response: await next(attempt === 1 ? request : noted(request, attempt)) };
      } catch (error) {
        outcome = { error };
      }
      if ("response" in outcome && outcome.response.status < 500) options.budget?.restore();
      const verdict = attempt > options.maxRetries ? NO : judge(request.method, outcome, options.now());
      if (!verdict.again) return given(outcome, maybeCarriedOut);
      if (verdict.afterMs === undefined && options.budget?.spend() === false) {
        return given(outcome, maybeCarriedOut);
      }
      maybeCarriedOut ||= mayHaveHadEffect(outcome);
      const delayMs =
        verdict.afterMs ?? options.random() * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
      options.onRetry?.(request, attempt, delayMs, verdict.reason);
      await options.sleep(delayMs, request.signal);
    }
  };
}

/** Whether the service may have done what it was asked. A 5xx does not say how far it came. */
function mayHaveHadEffect(outcome: Outcome): boolean {
  if ("error" in outcome) return isTransportError(outcome.error) && outcome.error.maybeCarriedOut;
  return outcome.response.status >= 500 && outcome.response.isProbe !== true;
}

/** The end of the last attempt. It is no proof that nothing was done if an earlier attempt may have done it. */
function given(outcome: Outcome, maybeCarriedOut: boolean): HttpResponse {
  if ("response" in outcome) return outcome.response;
  const { error } = outcome;
  if (!maybeCarriedOut || !isTransportError(error) || error.maybeCarriedOut) throw error;
  throw new TransportError(error.message, error.failure, true, { cause: error.cause });
}

function noted(request: HttpRequest, attempt: number): HttpRequest {
  return { ...request, note: request.note && { ...request.note, attempt } };
}

type Outcome = { readonly response: HttpResponse } | { readonly error: unknown };

function judge(method: Method, outcome: Outcome, now: number): Verdict {
  // A POST or PATCH that may have been carried out is never sent a second time.
  const repeatable = (method !== "POST" && method !== "PATCH") || !mayHaveHadEffect(outcome);
  if ("error" in outcome) {
    const { error } = outcome;
    if (!isTransportError(error)) return NO;
    if (["tls", "proxy", "tooLarge", "aborted"].includes(error.failure)) return NO;
    return repeatable ? { again: true, reason: error.failure } : NO;
  }
  const { status } = outcome.response;
  if (!RETRIED_STATUSES.has(status) || !repeatable) return NO;
  const afterMs = retryAfterMs(headerOf(outcome.response, "retry-after"), now);
  if (afterMs === undefined) return { again: true, reason: `status ${status}` };
  return afterMs > MAX_RETRY_AFTER_MS ? NO : { again: true, reason: `status ${status}`, afterMs };
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** The dates of RFC 9110, section 5.6.7, begin with the day of the week; `Date.parse` takes much more for a date. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/;

/**
 * `Retry-After` (RFC 9110, section 10.2.3) as milliseconds from now. A fraction counts as part of a second; anything else that is
 * neither seconds nor a date, such as a negative number, is ignored.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
