import assert from "node:assert/strict";
import type * as hostConsole from "../../../src/core/host-console";

describe("tellOnce", () => {
  const real = console.error;
  afterEach(() => {
    console.error = real;
  });

  /** The module as a process loads it: it listens to its console from the first error on. */
  function load(): typeof hostConsole {
    delete require.cache[require.resolve("../../../src/core/host-console")];
    // oxlint-disable-next-line typescript/no-require-imports -- a fresh copy of the module is what it takes
    return require("../../../src/core/host-console") as typeof hostConsole;
  }

  it("holds back what the host prints of such errors, and nothing else", () => {
    const printed: string[] = [];
    console.error = (...args: unknown[]) => void printed.push(args.join("|"));
    const { tellOnce } = load();
    const [first, second] = [tellOnce("it failed"), tellOnce("it failed again")];
    for (const told of [first, second]) console.error(`${String(told)}: ${told.stack}`);
    console.error("it failed");
    console.error("it failed: ", "and more");
    console.error(`${String(new Error("it failed"))}: at somewhere`);
    assert.deepEqual(printed, ["it failed", "it failed: |and more", "Error: it failed: at somewhere"]);
  });
});
