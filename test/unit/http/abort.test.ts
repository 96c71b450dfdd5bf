import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { anySignal, timeoutSignal, untilAborted } from "../../../src/http/abort";

describe("timeoutSignal", () => {
  it("is aborted after its time", async () => {
    const signal = timeoutSignal(0.5);
    while (!signal.aborted) await setTimeout(1);
    assert.equal((signal.reason as Error).name, "TimeoutError");
  });

  it("takes a time that is longer than any timer of Node.js", async () => {
    const signal = timeoutSignal(1e15);
    await setTimeout(20);
    assert.equal(signal.aborted, false);
  });
});

describe("anySignal", () => {
  it("is aborted by the first of its signals, with its reason", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const signal = anySignal(first.signal, undefined, second.signal);
    second.abort("enough");
    first.abort("too late");
    assert.equal(signal.reason, "enough");
  });
});

describe("untilAborted", () => {
  const never = new Promise<never>(() => undefined);

  it("returns the value of the promise and leaves no listener", async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve("done"), signal), "done");
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("throws the error of the promise and leaves no listener", async () => {
    const { signal } = new AbortController();
    await assert.rejects(untilAborted(Promise.reject(new Error("broken")), signal), /broken/);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("throws the reason of a signal that is aborted while it waits", async () => {
    const abort = new AbortController();
    const waiting = untilAborted(never, abort.signal);
    abort.abort(new Error("enough"));
    await assert.rejects(waiting, /enough/);
  });

  it("throws the reason of a signal that was aborted before", () =>
    assert.rejects(untilAborted(never, AbortSignal.abort(new Error("enough"))), /enough/));
});
