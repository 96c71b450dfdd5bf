import assert from "node:assert/strict";
import { idOfParts } from "../../../src/core/resource-id";

describe("the id of an object in a project", () => {
  const { idOf, split } = idOfParts(["projectId", "clusterId"]);

  it("is joined and split", () => {
    const ids = { projectId: "p", clusterId: "a" };
    assert.deepEqual(split(idOf(ids)), ids);
  });

  for (const text of ["", "p", "p/", "/a", "p/a/b", "/"]) {
    it(`cannot be ${JSON.stringify(text)}`, () =>
      assert.throws(
        () => split(text),
        new Error(`The id ${JSON.stringify(text)} is not of the form <projectId>/<clusterId>.`),
      ));
  }
});

describe("an id that ends in a text of a person's choice", () => {
  const { idOf, split } = idOfParts(["projectId", "name"], (name) => name);

  it("may have slashes there", () => {
    const ids = { projectId: "p", name: "a/b" };
    assert.deepEqual(split(idOf(ids)), ids);
  });

  for (const text of ["", "p", "p/", "/a"]) {
    it(`cannot be ${JSON.stringify(text)}`, () => assert.throws(() => split(text), /is not of the form/));
  }
});
