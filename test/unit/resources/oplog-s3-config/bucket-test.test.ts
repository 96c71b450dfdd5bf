import assert from "node:assert/strict";
import type { Context } from "../../../../src/core/behaviour";
import { ApiError } from "../../../../src/errors";
import { validated } from "../../../../src/resources/oplog-s3-config/bucket-test";

const context = { say: () => {}, pause: async () => {} } as unknown as Context;

async function outcomeOf(errorCode: string): Promise<unknown> {
  const error = new ApiError("refused", {
    method: "POST",
    path: "/",
    status: 409,
    errorCode,
    fromService: true,
  });
  const write = async (): Promise<never> => {
    throw error;
  };
  return validated(context, { s3BucketName: "b", s3BucketEndpoint: "e" }, write).catch((thrown: unknown) =>
    thrown === error ? "the error itself" : thrown,
  );
}

describe("a refused write of a store", () => {
  it("names the argument that a documented code is about", async () => {
    const told = await outcomeOf("BACKUP_S3_TOS_NOT_ACCEPTED");
    assert.ok(told instanceof Error);
    assert.match(told.message, /^acceptedTos: /);
  });

  for (const errorCode of ["constructor", "toString", "__proto__", "SOMETHING_NEW"]) {
    it(`stays as it is with the unknown code ${errorCode}`, async () =>
      assert.equal(await outcomeOf(errorCode), "the error itself"));
  }
});
