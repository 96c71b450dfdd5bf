import assert from "node:assert/strict";
import type * as hostErrors from "../../../src/dynamic/errors";

describe("forHost", () => {
  const real = console.error;
  afterEach(() => {
    console.error = real;
  });

  /** Loads the module as a process does: it wraps the console at the first error. */
  function load(): typeof hostErrors {
    delete require.cache[require.resolve("../../../src/dynamic/errors")];
    // oxlint-disable-next-line typescript/no-require-imports -- the test needs a fresh copy of the module
    return require("../../../src/dynamic/errors") as typeof hostErrors;
  }

  it("suppresses only the output of the host about errors of the provider", async () => {
    const printed: string[] = [];
    console.error = (...args: unknown[]) => void printed.push(args.join("|"));
    const { forHost } = load();
    for (const message of ["it failed", "it failed again"]) {
      const error = await forHost([], async () => Promise.reject(new Error(message))).then(
        () => assert.fail("no error"),
        (thrown: unknown) => thrown as Error,
      );
      console.error(`${String(error)}: ${error.stack}`);
    }
    console.error("it failed");
    console.error("it failed: ", "and more");
    console.error(`${String(new Error("it failed"))}: at somewhere`);
    assert.deepEqual(printed, ["it failed", "it failed: |and more", "Error: it failed: at somewhere"]);
  });
});
