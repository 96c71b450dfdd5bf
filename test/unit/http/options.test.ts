import assert from "node:assert/strict";
import { isConfigError } from "../../../src/errors";
import type { NumberOption } from "../../../src/http/options";
import { numberOption } from "../../../src/http/options";

describe("numberOption", () => {
  const defaults: [name: NumberOption, value: number][] = [
    ["timeoutSeconds", 60],
    ["totalTimeoutSeconds", 300],
    ["maxRetries", 4],
    ["maxConcurrency", 16],
  ];
  for (const [name, value] of defaults)
    it(`${name} is ${value} by default`, () => assert.equal(numberOption(name, undefined), value));

  const taken: [name: NumberOption, value: number][] = [
    ["timeoutSeconds", 0.5],
    ["totalTimeoutSeconds", 86_400],
    ["maxRetries", 0],
    ["maxConcurrency", 1],
  ];
  for (const [name, value] of taken)
    it(`${name} may be ${value}`, () => assert.equal(numberOption(name, value), value));

  const refused: [name: NumberOption, value: number, allowed: string][] = [
    ["timeoutSeconds", 0, "a number above 0"],
    ["timeoutSeconds", -1, "a number above 0"],
    ["totalTimeoutSeconds", Number.NaN, "a number above 0"],
    ["totalTimeoutSeconds", Number.POSITIVE_INFINITY, "a number above 0"],
    ["maxRetries", -1, "a whole number of at least 0"],
    ["maxRetries", 1.5, "a whole number of at least 0"],
    ["maxConcurrency", 0, "a whole number of at least 1"],
  ];
  for (const [name, value, allowed] of refused)
    it(`${name} may not be ${value}`, () =>
      assert.throws(
        () => numberOption(name, value),
        (error) => isConfigError(error) && error.message === `${name} is ${value}; allowed is ${allowed}.`,
      ));
});
