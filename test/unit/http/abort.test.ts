import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { untilAborted } from "../../../src/http/abort";

describe("untilAborted", () => {
  const never = new Promise<never>(() => undefined);

  it("ends as the promise does, and leaves no listener", async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve("done"), signal), "done");
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
