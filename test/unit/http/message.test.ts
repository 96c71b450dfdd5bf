import assert from "node:assert/strict";
import { headerOf } from "../../../src/http/message";
import { respond } from "./fakes";

describe("headerOf", () => {
  it("returns the value, the first of several, or undefined", () => {
    const response = respond(200, { one: "1", two: ["a", "b"] });
    const values = ["one", "two", "three"].map((name) => headerOf(response, name));
    assert.deepEqual(values, ["1", "a", undefined]);
  });
});
