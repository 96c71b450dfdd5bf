import assert from "node:assert/strict";
import { batchedReads } from "../../../src/core/batched-reads";

interface Item {
  id: string;
}

function collectionOf(ids: string[], seen: string[], listed = ids) {
  return {
    list: async () => {
      seen.push("list");
      return listed.map((id): Item => ({ id }));
    },
    get: async (id: string) => {
      seen.push(`get ${id}`);
      return ids.includes(id) ? { id } : undefined;
    },
    idOf: ({ id }: Item) => id,
  };
}

const atOnce = { gather: async () => {} };

describe("batchedReads", () => {
  const ids = Array.from({ length: 500 }, (_, index) => `item ${index}`);

  it("reads few items one by one", async () => {
    const seen: string[] = [];
    const reads = batchedReads(collectionOf(ids, seen), atOnce);
    await Promise.all(ids.slice(0, 3).map((id) => reads.read(id)));
    assert.deepEqual(seen, ["get item 0", "get item 1", "get item 2"]);
  });

  it("reads many items that come at once by one list", async () => {
    const seen: string[] = [];
    const reads = batchedReads(collectionOf(ids, seen), atOnce);
    const found = await Promise.all(ids.map((id) => reads.read(id)));
    assert.deepEqual(seen, ["list"]);
    assert.deepEqual(
      found.map((item) => item?.id),
      ids,
    );
  });

  it("turns to a list when single reads go on", async () => {
    const seen: string[] = [];
    const reads = batchedReads(collectionOf(ids, seen), atOnce);
    for (const id of ids.slice(0, 50)) await reads.read(id);
    assert.deepEqual(seen, ["get item 0", "get item 1", "get item 2", "list"]);
  });

  it("confirms what a list lacks by a read of its own", async () => {
    const seen: string[] = [];
    const reads = batchedReads(collectionOf(["there", ...ids], seen, ids), atOnce);
    const found = await Promise.all(["there", "gone", ...ids].map((id) => reads.read(id)));
    assert.deepEqual(found.slice(0, 2), [{ id: "there" }, undefined]);
    assert.deepEqual(seen, ["list", "get there", "get gone"]);
  });

  it("lists again after a write, and not before", async () => {
    const seen: string[] = [];
    const reads = batchedReads(collectionOf(ids, seen), atOnce);
    const wave = async () => Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
    await wave();
    await wave();
    assert.deepEqual(seen, ["list"]);
    await reads.writing(async () => {});
    await wave();
    assert.deepEqual(seen, ["list", "list"]);
  });

  it("takes no list that was begun during a write, whether or not it succeeds", async () => {
    const seen: string[] = [];
    const reads = batchedReads(collectionOf(ids, seen), atOnce);
    const wave = async () => Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
    await reads.writing(wave);
    await wave();
    assert.deepEqual(seen, ["list", "list"]);
    const failing = async () => {
      await wave();
      throw new Error("refused");
    };
    await assert.rejects(reads.writing(failing), /refused/);
    await wave();
    assert.deepEqual(seen, ["list", "list", "list", "list"]);
  });

  it("reads one by one where there is no list", async () => {
    const seen: string[] = [];
    const collection = {
      ...collectionOf(ids, seen),
      list: async (): Promise<Item[]> => {
        throw new Error("no list");
      },
    };
    const reads = batchedReads(collection, atOnce);
    const found = await Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
    assert.deepEqual(
      found.map((item) => item?.id),
      ids.slice(0, 8),
    );
  });
});
