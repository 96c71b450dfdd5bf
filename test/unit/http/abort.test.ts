import assert from "node:assert/strict";
import { untilAborted } from "../../../src/http/abort";

describe("untilAborted", () => {
  it("throws the reason of a signal that was aborted before", () =>
    assert.rejects(untilAborted(new Promise(() => {}), AbortSignal.abort(new Error("enough"))), /enough/));
});
