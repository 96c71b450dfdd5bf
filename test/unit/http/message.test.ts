import assert from "node:assert/strict";
import { headerOf } from "../../../src/http/message";
import { answer } from "./fakes";

describe("headerOf", () => {
  it("gives the value, the first of several, or undefined", () => {
    const response = answer(200, { one: "1", two: ["a", "b"] });
    assert.deepEqual(
      ["one", "two", "three"].map((name) => headerOf(response, name)),
      ["1", "a", undefined],
    );
  });
});
