import assert from "node:assert/strict";
import type { TransportFailure } from "../../../src/errors";
import { AuthError, isTransportError, lastFailureOf, TransportError } from "../../../src/errors";
import type { HttpResponse, Method } from "../../../src/http/message";
import type { RetryOptions } from "../../../src/http/with-retry";
import { createRetryBudget, parseRetryAfter, withRetry } from "../../../src/http/with-retry";
import { errorOf, respond, fakeTransport, request } from "./fakes";

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

const fixed = { maxRetries: 4, sleep: async () => undefined, random: () => 1, now: () => NOW };

type Outcome = HttpResponse | Error;

/** A transport with these outcomes in turn, of which the last one remains. */
const replying = (...outcomes: (HttpResponse | Error)[]) =>
  fakeTransport((_, index) => {
    const outcome = outcomes[Math.min(index, outcomes.length - 1)];
    if (outcome === undefined || outcome instanceof Error) throw outcome;
    return outcome;
  });

/** Sends one request through a transport with a fixed outcome; returns the number of attempts and the delays. */
async function attempts(method: Method, outcome: Outcome, options: Partial<RetryOptions> = {}) {
  const waits: number[] = [];
  const { send, sent } = replying(outcome);
  const retrying = withRetry(send, { ...fixed, sleep: async (ms) => void waits.push(ms), ...options });
  const end = await retrying(request(method)).catch((error: unknown) => error as Error);
  assert.equal(end, outcome);
  return { sent: sent.length, waits };
}

const failed = (failure: TransportFailure, maybeCarriedOut: boolean): TransportError =>
  new TransportError(`failed: ${failure}`, failure, maybeCarriedOut);

describe("withRetry", () => {
  const REPEATABLE: readonly Method[] = ["GET", "PUT", "DELETE"];
  const ALL: readonly Method[] = ["GET", "PUT", "DELETE", "POST", "PATCH"];
  const NONE: readonly Method[] = [];

  type Case = [what: string, outcome: Outcome, sentAgain: readonly Method[]];
  const matrix: Case[] = [
    ["connection refused", failed("refused", false), ALL],
    ["a name that is not resolved", failed("dns", false), ALL],
    ["a broken connection", failed("reset", true), REPEATABLE],
    ["no response in time", failed("timeout", true), REPEATABLE],
    ["a certificate that is not trusted", failed("tls", false), NONE],
    ["a proxy that refuses", failed("proxy", false), NONE],
    ["a response that is too large", failed("tooLarge", true), NONE],
    ["an abort", failed("aborted", true), NONE],
    ["a wrong key", new AuthError("refused"), NONE],
    ["a bug", new TypeError("x is not a function"), NONE],
    ["429", respond(429), ALL],
    ["429 with Retry-After", respond(429, { "retry-after": "1" }), ALL],
    // It may have been sent after the work was done.
    ["503 with Retry-After", respond(503, { "retry-after": "1" }), REPEATABLE],
    ["503 to the request for a challenge", { ...respond(503), isProbe: true }, ALL],
    ["400 to the request for a challenge", { ...respond(400), isProbe: true }, NONE],
    ["500 with Retry-After", respond(500, { "retry-after": "1" }), REPEATABLE],
    ...[500, 502, 503, 504].map((status): Case => [String(status), respond(status), REPEATABLE]),
    ...[200, 302, 400, 401, 404, 409, 501].map((status): Case => [String(status), respond(status), NONE]),
  ];
  for (const [what, outcome, sentAgain] of matrix)
    it(`retries after ${what}: ${sentAgain.join(", ") || "nothing"}`, async () => {
      for (const method of ALL) {
        const { sent, waits } = await attempts(method, outcome);
        const expected = sentAgain.includes(method) ? 5 : 1;
        assert.equal(sent, expected, method);
        assert.equal(waits.length, expected - 1);
      }
    });

  it("waits a random part of a delay that doubles up to 20 s", async () => {
    const { waits } = await attempts("GET", respond(502), { maxRetries: 9 });
    assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000, 20_000]);
    assert.deepEqual((await attempts("GET", respond(502), { random: () => 0 })).waits, [0, 0, 0, 0]);
  });

  describe("Retry-After", () => {
    const followed: [what: string, header: string, waits: number[]][] = [
      ["is followed up to two minutes", "120", [120_000, 120_000, 120_000, 120_000]],
      ["is not followed beyond two minutes", "121", []],
      ["is ignored if it is neither a number nor a date", "soon", [500, 1000, 2000, 4000]],
    ];
    for (const [what, header, waits] of followed)
      it(what, async () => {
        const busy = respond(429, { "retry-after": header });
        assert.deepEqual((await attempts("GET", busy)).waits, waits);
      });

    const invalid = ["-5", "-0.5", "+5", "1e9", "1, 2", "2026-11-21", "later", ""];
    const values: [header: string | undefined, ms: number | undefined][] = [
      [undefined, undefined],
      ["0", 0],
      [" 5 ", 5000],
      ["1.5", 1500],
      ["0.25", 250],
      ["Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
      ["Saturday, 21-Nov-26 12:01:00 GMT", 60_000],
      ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
      ["Sat Nov 21 12:01:00 2026", 60_000],
      ...invalid.map((header): [string, undefined] => [header, undefined]),
    ];
    for (const [header, ms] of values)
      it(`${JSON.stringify(header)} is ${ms} ms`, () => assert.equal(parseRetryAfter(header, NOW), ms));
  });

  it("says what the last attempt met if it is aborted before the next one", async () => {
    for (const [outcome, last] of [
      [failed("refused", false), /failed: refused/],
      [respond(503), /responded with the status 503/],
    ] as const) {
      const [abort, { send }] = [new AbortController(), replying(outcome)];
      const sleep = async (): Promise<void> => {
        abort.abort();
        throw new Error("aborted");
      };
      const end = withRetry(send, { ...fixed, sleep })({ ...request("GET"), signal: abort.signal });
      const error = await errorOf(end);
      assert.match(lastFailureOf(error)?.message ?? "", last);
      assert.ok(isTransportError(error) && error.failure === "aborted");
    }
  });

  it("returns the first successful response, and reports the attempts before it", async () => {
    const told: unknown[] = [];
    const busy = respond(429, { "retry-after": "2" });
    const { send, sent } = replying(failed("refused", false), busy, respond(200, {}, "done"));
    const retrying = withRetry(send, {
      ...fixed,
      random: () => 0.5,
      onRetry: (_, attempt, delayMs, reason) => told.push([attempt, delayMs, reason]),
    });
    const response = await retrying(request("POST"));
    assert.equal(response.body.toString(), "done");
    assert.deepEqual(told.map(String), ["1,250,refused", "2,2000,status 429"]);
    assert.equal(sent.map(({ attempt }) => attempt).join(), "1,2,3");
  });

  const firsts: [what: string, first: HttpResponse | Error, maybeCarriedOut: boolean][] = [
    ["a broken connection", failed("reset", true), true],
    ["status 503 to the request for a challenge", { ...respond(503), isProbe: true }, false],
    ["a refused connection", failed("refused", false), false],
  ];
  for (const [what, first, maybeCarriedOut] of firsts)
    it(`reports ${maybeCarriedOut ? "an unknown outcome" : "that nothing was done"} after ${what} and then refused connections`, async () => {
      const { send } = replying(first, failed("refused", false));
      const retrying = withRetry(send, { ...fixed, maxRetries: 2 });
      const error = await errorOf(retrying(request("PUT")));
      assert.ok(isTransportError(error));
      assert.deepEqual([error.failure, error.maybeCarriedOut], ["refused", maybeCarriedOut]);
    });

  describe("a budget", () => {
    it("limits the retries of all requests together, and is refilled by responses", async () => {
      const budget = createRetryBudget(6);
      let down = true;
      const refused = failed("refused", false);
      const { send, sent } = fakeTransport(() => (down ? Promise.reject(refused) : respond(200)));
      const retrying = withRetry(send, { ...fixed, budget });
      for (let count = 0; count < 10; count++) await assert.rejects(retrying(request()));
      assert.equal(sent.length, 10 + 6);
      down = false;
      await retrying(request());
      await retrying(request());
      down = true;
      await assert.rejects(retrying(request()));
      assert.equal(sent.length, 16 + 2 + 3);
    });

    it("is not used for Retry-After", async () => {
      const { send, sent } = fakeTransport(() => respond(503, { "retry-after": "1" }));
      await withRetry(send, { ...fixed, budget: createRetryBudget(0) })(request());
      assert.equal(sent.length, 5);
    });
  });
});
