import assert from "node:assert/strict";
import * as errors from "../../src/errors";

const REQUEST = { method: "GET", path: "/", status: 400, fromService: true } as const;
const kinds: [errors.OpsManagerError, errors.OpsManagerErrorCode, (error: unknown) => boolean][] = [
  [new errors.ConfigError("m"), "CONFIG", errors.isConfigError],
  [new errors.TransportError("m", "refused", false), "TRANSPORT", errors.isTransportError],
  [new errors.AuthError("m"), "AUTH", errors.isAuthError],
  [new errors.ApiError("m", REQUEST), "API", errors.isApiError],
  [new errors.ShapeError("m"), "SHAPE", errors.isShapeError],
];

describe("errors", () => {
  for (const [error, code] of kinds) {
    const { name } = error.constructor;
    it(`${name} is an Error with its name, code and guard`, () => {
      assert.ok(error instanceof Error);
      assert.deepEqual([error.message, error.name, error.code], ["m", name, code]);
      assert.ok(errors.isOpsManagerError(error));
      for (const [, other, guard] of kinds) assert.equal(guard(error), other === code);
    });
  }

  it("are recognized across two copies of the package", () => {
    const path = require.resolve("../../src/errors");
    const cached = require.cache[path];
    delete require.cache[path];
    // oxlint-disable-next-line typescript/no-require-imports -- loads a second copy of the module
    const copy = require("../../src/errors") as typeof errors;
    require.cache[path] = cached;
    assert.notEqual(copy.AuthError, errors.AuthError);
    assert.ok(errors.isAuthError(new copy.AuthError("m")));
    assert.ok(!errors.isApiError(new copy.AuthError("m")));
  });

  const coded = Object.assign(new Error("m"), { code: "AUTH" });
  for (const other of [undefined, null, "AUTH", { code: "AUTH" }, coded]) {
    it(`do not include ${other instanceof Error ? "an Error with a code" : JSON.stringify(other)}`, () => {
      assert.ok(!errors.isOpsManagerError(other));
      for (const [, , guard] of kinds) assert.ok(!guard(other));
    });
  }

  const apiError = (method: string, status: number, fromService: boolean): errors.ApiError =>
    new errors.ApiError("m", { method, path: "/x", status, fromService });
  const outcomes: [what: string, error: unknown, isUnknown: boolean][] = [
    ["a 500 of the service to a POST", apiError("POST", 500, true), true],
    ["a 503 of the service to a PATCH", apiError("PATCH", 503, true), true],
    ["a 502 of a gateway to a PUT", apiError("PUT", 502, false), true],
    ["a 500 of the service to a DELETE", apiError("DELETE", 500, true), true],
    ["a 500 to a GET, which does not write", apiError("GET", 500, false), false],
    ["a 409 of the service to a POST", apiError("POST", 409, true), false],
    ["a 403 of a proxy to a POST", apiError("POST", 403, false), false],
    ["a malformed response", new errors.ShapeError("m"), true],
    ["a broken connection", new errors.TransportError("m", "reset", true), true],
    ["a refused connection", new errors.TransportError("m", "refused", false), false],
    ["a refused key", new errors.AuthError("m"), false],
    ["any other error", new Error("m"), false],
  ];
  for (const [what, error, isUnknown] of outcomes) {
    it(`${what} leaves the outcome of a write ${isUnknown ? "unknown" : "known"}`, () =>
      assert.equal(errors.isUnknownOutcome(error), isUnknown));
  }
});
