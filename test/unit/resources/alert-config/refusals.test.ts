import assert from "node:assert/strict";
import { ApiError } from "../../../../src/errors";
import { explainRefusal } from "../../../../src/resources/alert-config/refusals";

const ARGS = { eventTypeName: "HOST_DOWN", notifications: [{ typeName: "EMAIL", emailAddress: "a@b.c" }] };

const refused = (errorCode: string): ApiError =>
  new ApiError("the service refused it", {
    method: "POST",
    path: "/groups/p/alertConfigs",
    status: 400,
    errorCode,
    fromService: true,
  });

describe("explainRefusal", () => {
  it("names the argument that a documented code is about", () => {
    const explained = explainRefusal(refused("THRESHOLD_PRESENT"), ARGS);
    assert.ok(explained instanceof Error);
    assert.equal(
      explained.message,
      "threshold: nothing was sent; this event takes none; leave it out (the service refused it)",
    );
  });

  for (const errorCode of ["constructor", "toString", "__proto__", "hasOwnProperty", "SOMETHING_NEW", ""]) {
    it(`returns an error with the unknown code ${JSON.stringify(errorCode)} unchanged`, () => {
      const error = refused(errorCode);
      assert.equal(explainRefusal(error, ARGS), error);
    });
  }
});
