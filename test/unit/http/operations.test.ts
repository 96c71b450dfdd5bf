import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { createOperations } from "../../../src/http/operations";

describe("createOperations", () => {
  it("ends all that are under way, and those that begin later, with one reason", () => {
    const operations = createOperations();
    const [one, over] = [operations.begin(undefined), operations.begin(undefined)];
    over.end();
    operations.abort("closed");
    const later = operations.begin(undefined);
    assert.deepEqual(
      [one, over, later].map(({ stop }) => [stop.aborted, stop.reason]),
      [
        [true, "closed"],
        [false, undefined],
        [true, "closed"],
      ],
    );
  });

  it("ends those of one caller only", () => {
    const operations = createOperations();
    const caller = new AbortController();
    const [his, other] = [operations.begin(caller.signal), operations.begin(undefined)];
    caller.abort("enough");
    const later = operations.begin(caller.signal);
    assert.deepEqual(
      [his, other, later].map(({ stop }) => stop.reason),
      ["enough", undefined, "enough"],
    );
  });

  it("leaves nothing at a caller's signal that outlives it", () => {
    const { signal } = new AbortController();
    const { end } = createOperations().begin(signal);
    assert.equal(getEventListeners(signal, "abort").length, 1);
    end();
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });
});
