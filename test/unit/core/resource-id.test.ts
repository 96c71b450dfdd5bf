import assert from "node:assert/strict";
import { joinId, splitId } from "../../../src/core/resource-id";

describe("the id of an object of a project", () => {
  it("is joined and split again", () =>
    assert.deepEqual(splitId(joinId("p", "a"), "<projectId>/<id>"), { projectId: "p", id: "a" }));

  for (const text of ["", "p", "p/", "/a", "p/a/b", "/"]) {
    it(`is not ${JSON.stringify(text)}`, () =>
      assert.throws(
        () => splitId(text, "<projectId>/<clusterId>"),
        new Error(`The id ${JSON.stringify(text)} is not of the form <projectId>/<clusterId>.`),
      ));
  }
});
