import assert from "node:assert/strict";
import type { Context } from "../../../../src/core/behaviour";
import { ApiError, TransportError } from "../../../../src/errors";
import type { ApiRequest } from "../../../../src/http/api-client";
import type { PlainObject } from "../../../../src/json";
import { oplogS3Config } from "../../../../src/resources/oplog-s3-config/behaviour";

const STORE = {
  storeId: "store",
  acceptedTos: true,
  awsAccessKey: "key",
  awsSecretKey: "secret",
  pathStyleAccessEnabled: true,
  s3BucketEndpoint: "https://s3.example.com",
  s3BucketName: "oplog",
  s3MaxConnections: 50,
  sseEnabled: true,
  uri: "mongodb://h/",
};

describe("a store whose creation was not answered", () => {
  const lost = new TransportError("no answer", "reset", true);

  /** A service that has no such store, answers no POST, and then has this one. */
  function context(after: PlainObject | undefined, methods: string[]): Context {
    const absent = new ApiError("gone", {
      method: "GET",
      path: "/",
      status: 404,
      errorCode: "S3_OPLOG_CONFIG_NOT_FOUND",
      fromService: true,
    });
    const answer = async ({ method }: ApiRequest<unknown>): Promise<unknown> => {
      methods.push(method);
      if (method === "POST") throw lost;
      if (methods.length === 1 || after === undefined) throw absent;
      return { id: "store", ...after };
    };
    const api = {
      request: answer,
      answer: async (request: ApiRequest<unknown>) => ({ value: await answer(request) }),
      close: async () => {},
    };
    return { api, settings: {}, say: () => {}, pause: async () => {} } as unknown as Context;
  }

  it("is ours when it is as it was sent", async () => {
    const methods: string[] = [];
    const { storeId: _, ...sent } = STORE;
    const { id } = await oplogS3Config.create(context(sent, methods), STORE);
    assert.equal(id, "store");
    assert.deepEqual(methods, ["GET", "POST", "GET"]);
  });

  for (const [what, after] of [
    ["it is not there", undefined],
    ["it is another one", { ...STORE, s3BucketName: "somebody-elses" }],
    ["it has another key", { ...STORE, awsAccessKey: "another" }],
  ] as const) {
    it(`is not ours when ${what}`, async () => {
      const methods: string[] = [];
      await assert.rejects(oplogS3Config.create(context(after, methods), STORE), lost);
      assert.deepEqual(methods, ["GET", "POST", "GET"]);
    });
  }
});
