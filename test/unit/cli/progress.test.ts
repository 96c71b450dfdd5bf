import assert from "node:assert/strict";
import { progressLine } from "../../../src/cli/progress";

describe("the progress of a command", () => {
  function written(isTTY: boolean): string[] {
    const texts: string[] = [];
    const stream = { isTTY, write: (text: string) => texts.push(text) };
    const line = progressLine(stream as never);
    line.show("Reading 1 of 2");
    line.clear();
    return texts;
  }

  it("replaces one line of a terminal", () =>
    assert.deepEqual(written(true), ["\r\u001b[KReading 1 of 2", "\r\u001b[K"]));

  it("is not written into a pipe", () => assert.deepEqual(written(false), []));
});
