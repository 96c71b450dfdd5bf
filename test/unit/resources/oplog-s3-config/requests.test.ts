import assert from "node:assert/strict";
import type { Context } from "../../../../src/core/definition";
import { TransportError } from "../../../../src/errors";
import type { OplogS3ConfigBody } from "../../../../src/fields/oplog-s3-config";
import { omit } from "../../../../src/json";
import { oplogS3Config } from "../../../../src/resources/oplog-s3-config/definition";
import { withBucketTest } from "../../../../src/resources/oplog-s3-config/requests";
import { surroundings } from "../../dynamic/surroundings";
import { connectionTo, refusal } from "../connection";
import { STORE } from "./stores";

const BODY: OplogS3ConfigBody = omit(STORE, ["storeId"]);

describe("a refused write of a store", () => {
  async function outcomeOf(errorCode: string): Promise<unknown> {
    const error = refusal(409, errorCode);
    const request = async () => Promise.reject(error);
    return withBucketTest(surroundings(), BODY, request).catch((thrown: unknown) =>
      thrown === error ? "the error itself" : thrown,
    );
  }

  it("names the argument that a documented code is about", async () => {
    const thrown = await outcomeOf("BACKUP_S3_TOS_NOT_ACCEPTED");
    assert.ok(thrown instanceof Error);
    assert.match(thrown.message, /^acceptedTos: /);
  });

  for (const errorCode of ["constructor", "toString", "__proto__", "SOMETHING_NEW"]) {
    it(`throws the error itself for the unknown code ${errorCode}`, async () =>
      assert.equal(await outcomeOf(errorCode), "the error itself"));
  }
});

describe("the creation of a store whose response was lost", () => {
  const lost = new TransportError("no response", "reset", true);

  /** A service that has no such store, sends no response to a POST, and then has this one. */
  function contextWith(after: OplogS3ConfigBody | undefined, methods: string[]): Context {
    const connection = connectionTo(({ method }) => {
      methods.push(method);
      if (method === "POST") throw lost;
      if (methods.length === 1 || after === undefined) throw refusal(404, "S3_OPLOG_CONFIG_NOT_FOUND");
      return { id: "store", ...after };
    });
    return { ...connection, ...surroundings(), filter: (text) => text };
  }

  it("succeeds if the store is as it was sent, and has no links if the service returns none", async () => {
    const methods: string[] = [];
    const { id, state } = await oplogS3Config.create(contextWith(BODY, methods), {
      storeId: "store",
      ...BODY,
    });
    assert.deepEqual([id, state.links, methods], ["store", [], ["POST", "GET"]]);
  });

  for (const [what, after] of [
    ["the store does not exist", undefined],
    ["the store is another one", { ...BODY, s3BucketName: "somebody-elses" }],
    ["the store has another key", { ...BODY, awsAccessKey: "another" }],
  ] as const) {
    it(`fails if ${what}`, async () => {
      const methods: string[] = [];
      const creation = oplogS3Config.create(contextWith(after, methods), { storeId: "store", ...BODY });
      await assert.rejects(creation, lost);
      assert.deepEqual(methods, ["POST", "GET"]);
    });
  }
});
