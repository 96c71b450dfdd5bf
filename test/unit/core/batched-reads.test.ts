import assert from "node:assert/strict";
import { batchedReads, sharedReads } from "../../../src/core/batched-reads";
import type { ApiClient } from "../../../src/http/api-client";

interface Item {
  id: string;
}

function collectionOf(ids: string[], requests: string[], listed = ids) {
  return {
    list: async () => {
      requests.push("list");
      return listed.map((id): Item => ({ id }));
    },
    get: async (id: string) => {
      requests.push(`get ${id}`);
      return ids.includes(id) ? { id } : undefined;
    },
    idOf: ({ id }: Item) => id,
  };
}

const withoutDelay = async (): Promise<void> => {};

describe("batchedReads", () => {
  const ids = Array.from({ length: 500 }, (_, index) => `item ${index}`);

  it("reads a few items one by one", async () => {
    const requests: string[] = [];
    const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
    await Promise.all(ids.slice(0, 3).map((id) => reads.read(id)));
    assert.deepEqual(requests, ["get item 0", "get item 1", "get item 2"]);
  });

  it("reads many concurrent items by one list", async () => {
    const requests: string[] = [];
    const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
    const found = await Promise.all(ids.map((id) => reads.read(id)));
    assert.deepEqual(requests, ["list"]);
    assert.deepEqual(
      found.map((item) => item?.id),
      ids,
    );
  });

  it("switches to a list after several single reads", async () => {
    const requests: string[] = [];
    const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
    for (const id of ids.slice(0, 50)) await reads.read(id);
    assert.deepEqual(requests, ["get item 0", "get item 1", "get item 2", "list"]);
  });

  it("reads individually what the list lacks", async () => {
    const requests: string[] = [];
    const reads = batchedReads(withoutDelay)(collectionOf(["there", ...ids], requests, ids));
    const found = await Promise.all(["there", "gone", ...ids].map((id) => reads.read(id)));
    assert.deepEqual(found.slice(0, 2), [{ id: "there" }, undefined]);
    assert.deepEqual(requests, ["list", "get there", "get gone"]);
  });

  it("lists again only after a write", async () => {
    const requests: string[] = [];
    const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
    const wave = async () => Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
    await wave();
    await wave();
    assert.deepEqual(requests, ["list"]);
    await reads.writing(async () => {});
    await wave();
    assert.deepEqual(requests, ["list", "list"]);
  });

  it("does not reuse a list that started during a write, whether or not the write succeeds", async () => {
    const requests: string[] = [];
    const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
    const wave = async () => Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
    await reads.writing(wave);
    await wave();
    assert.deepEqual(requests, ["list", "list"]);
    const failing = async () => {
      await wave();
      throw new Error("refused");
    };
    await assert.rejects(reads.writing(failing), /refused/);
    await wave();
    assert.deepEqual(requests, ["list", "list", "list", "list"]);
  });

  it("reads one by one if the list fails", async () => {
    const requests: string[] = [];
    const collection = {
      ...collectionOf(ids, requests),
      list: async (): Promise<Item[]> => {
        throw new Error("no list");
      },
    };
    const reads = batchedReads(withoutDelay)(collection);
    const found = await Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
    assert.deepEqual(
      found.map((item) => item?.id),
      ids.slice(0, 8),
    );
  });

  describe("of all items", () => {
    it("use one list, together with single reads", async () => {
      const requests: string[] = [];
      const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
      const [all] = await Promise.all([reads.all(), reads.all(), ...ids.map((id) => reads.read(id))]);
      assert.deepEqual(
        all?.map(({ id }) => id),
        ids,
      );
      assert.deepEqual(requests, ["list"]);
    });

    it("list again after a write, and after one that was in progress", async () => {
      const requests: string[] = [];
      const reads = batchedReads(withoutDelay)(collectionOf(ids, requests));
      await reads.all();
      await reads.writing(async () => reads.all());
      await reads.all();
      assert.deepEqual(requests, ["list", "list", "list"]);
    });

    it("fail with the error of the list, while single reads go on", async () => {
      const requests: string[] = [];
      const list = async (): Promise<Item[]> => {
        throw new Error("no list");
      };
      const reads = batchedReads(withoutDelay)({ ...collectionOf(ids, requests), list });
      await assert.rejects(reads.all(), /no list/);
      const found = await Promise.all(ids.slice(0, 8).map((id) => reads.read(id)));
      assert.equal(found.filter((item) => item !== undefined).length, 8);
    });
  });
});

describe("the reads that resources share", () => {
  it("use the client of the resource that reads, since the requests of another may have ended", async () => {
    const made = new Map<string, unknown>();
    const once = <T>(name: string, make: () => T): T => {
      if (!made.has(name)) made.set(name, make());
      return made.get(name) as T;
    };
    const used: unknown[] = [];
    const read = async (api: ApiClient, id: string): Promise<{ id: string } | undefined> =>
      sharedReads({ api, once }, "things", (client) => ({
        list: async () => [],
        get: async () => {
          used.push(client);
          return { id };
        },
      })).read(id);
    const [first, second] = [{}, {}] as ApiClient[];
    assert.ok(first && second);
    await read(first, "a");
    await read(second, "b");
    assert.deepEqual(
      used.map((client) => client === first),
      [true, false],
    );
  });
});
