import assert from "node:assert/strict";
import { mock } from "node:test";
import type { ApiClient, ApiRequest } from "../../../src/http/api-client";
import { abortable } from "../../../src/http/api-client";

/** A client whose requests stay in progress, and the signals that they were given. */
function useOperation() {
  const sent: ApiRequest<unknown>[] = [];
  const record = async (request: ApiRequest<unknown>): Promise<never> => {
    sent.push(request);
    return new Promise(() => undefined);
  };
  const controller = new AbortController();
  const operation = abortable({ request: record, send: record } as unknown as ApiClient, controller.signal);
  const start = (method: string): ApiRequest<unknown> => {
    void operation.api.request({ method, path: "/groups" } as ApiRequest<unknown>);
    return sent.at(-1) ?? assert.fail();
  };
  return { start, operation, interrupt: () => controller.abort(new Error("interrupted")) };
}

const SECONDS = 1000;

describe("an operation that is interrupted", () => {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

  it("aborts a read at once", () => {
    const { start, interrupt } = useOperation();
    const read = start("GET");
    assert.equal(read.signal?.aborted, false);
    interrupt();
    assert.equal(read.signal?.aborted, true);
  });

  it("lets a write that was sent come to its end, for some seconds", () => {
    const { start, interrupt } = useOperation();
    const write = start("POST");
    interrupt();
    assert.equal(write.lateSignal?.aborted, false);
    mock.timers.tick(60 * SECONDS);
    assert.equal(write.lateSignal?.aborted, true);
  });

  it("may still read after that what became of the write, for some more", () => {
    const { start, interrupt, operation } = useOperation();
    const write = start("POST");
    interrupt();
    while (write.lateSignal?.aborted === false) mock.timers.tick(SECONDS);
    const search = start("GET");
    assert.equal(search.signal?.aborted, false);
    assert.equal(operation.signal().aborted, false);
    mock.timers.tick(60 * SECONDS);
    assert.equal(search.signal?.aborted, true);
  });

  it("sends no other write, and no read if it has written nothing", () => {
    const { start, interrupt } = useOperation();
    interrupt();
    for (const method of ["POST", "GET"]) assert.equal(start(method).signal?.aborted, true, method);
  });
});
