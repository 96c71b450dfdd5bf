import assert from "node:assert/strict";
import { joinId, splitId } from "../../../src/core/resource-id";

describe("the id of an object in a project", () => {
  it("is joined and split", () =>
    assert.deepEqual(splitId(joinId("p", "a"), "<projectId>/<id>"), { projectId: "p", id: "a" }));

  for (const text of ["", "p", "p/", "/a", "p/a/b", "/"]) {
    it(`cannot be ${JSON.stringify(text)}`, () =>
      assert.throws(
        () => splitId(text, "<projectId>/<clusterId>"),
        new Error(`The id ${JSON.stringify(text)} is not of the form <projectId>/<clusterId>.`),
      ));
  }
});
