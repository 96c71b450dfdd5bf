import assert from "node:assert/strict";
import { createErrorsForHost } from "../../../src/dynamic/errors";

describe("an error for the host", () => {
  const real = console.error;
  afterEach(() => {
    console.error = real;
  });

  it("is printed by the engine only: what the host prints about it is suppressed, and nothing else", () => {
    const printed: string[] = [];
    console.error = (...args: unknown[]) => void printed.push(args.join("|"));
    const errorForHost = createErrorsForHost();
    for (const message of ["it failed", "it failed again"]) {
      const error = errorForHost(message);
      console.error(`${String(error)}: ${error.stack}`);
    }
    console.error("it failed");
    console.error("it failed: ", "and more");
    console.error(`${String(new Error("it failed"))}: at somewhere`);
    assert.deepEqual(printed, ["it failed", "it failed: |and more", "Error: it failed: at somewhere"]);
  });
});
