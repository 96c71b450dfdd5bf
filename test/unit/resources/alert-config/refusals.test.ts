import assert from "node:assert/strict";
import { ApiError } from "../../../../src/errors";
import { refusalOf } from "../../../../src/resources/alert-config/refusals";

const ARGS = { eventTypeName: "HOST_DOWN", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.c" }] };

const refused = (errorCode: string): ApiError =>
  new ApiError("the service refused it", {
    method: "POST",
    path: "/groups/p/alertConfigs",
    status: 400,
    errorCode,
    fromService: true,
  });

describe("refusalOf", () => {
  it("names the argument that a documented code is about", () => {
    const told = refusalOf(refused("THRESHOLD_PRESENT"), ARGS);
    assert.ok(told instanceof Error);
    assert.equal(
      told.message,
      "threshold: nothing was sent; this event takes none; leave it out (the service refused it)",
    );
  });

  for (const errorCode of ["constructor", "toString", "__proto__", "hasOwnProperty", "SOMETHING_NEW", ""]) {
    it(`leaves an error with the unknown code ${JSON.stringify(errorCode)} as it is`, () => {
      const error = refused(errorCode);
      assert.equal(refusalOf(error, ARGS), error);
    });
  }
});
