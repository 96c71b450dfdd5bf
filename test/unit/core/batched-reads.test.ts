import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
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

describe("batchedReads", () => {
  const ids = Array.from({ length: 500 }, (_, index) => `item ${index}`);
  const scene = (rest: object = {}, existing = ids) => {
    const requests: string[] = [];
    const collection = { ...collectionOf(existing, requests, ids), ...rest };
    return { reads: batchedReads<Item>()(collection), requests };
  };
  const idsIn = (items: readonly (Item | undefined)[]) => items.map((item) => item?.id);
  const list = async () => Promise.reject(new Error("no list"));
  /** Reads several items at once. */
  const wave = async ({ reads }: ReturnType<typeof scene>, of: readonly string[] = ids.slice(0, 8)) =>
    idsIn(await Promise.all(of.map((id) => reads.read(id))));

  const listsOf = ({ requests }: ReturnType<typeof scene>) => requests.filter((each) => each === "list");

  it("reads an item by itself", async () => {
    const { reads, requests } = scene();
    assert.deepEqual(await reads.read("item 7"), { id: "item 7" });
    assert.deepEqual(requests, ["get item 7"]);
  });

  it("lists as soon as a second read is waiting, whatever the time between them", async () => {
    let respond = (_: Item): void => {};
    const response = new Promise<Item>((resolve) => (respond = resolve));
    const { reads, requests } = scene({ get: async () => response });
    const first = reads.read("item 0");
    await setImmediate();
    const others = await Promise.all(ids.slice(1).map((id) => reads.read(id)));
    assert.deepEqual(idsIn(others), ids.slice(1));
    assert.deepEqual(requests, ["list"]);
    respond({ id: "item 0" });
    assert.deepEqual(await first, { id: "item 0" });
  });

  it("switches to a list after several single reads", async () => {
    const { reads, requests } = scene();
    for (const id of ids.slice(0, 50)) await reads.read(id);
    assert.deepEqual(requests, ["get item 0", "get item 1", "get item 2", "list"]);
  });

  it("reads individually what the list lacks", async () => {
    const at = scene({}, ["there", ...ids]);
    const found = await wave(at, ["there", "gone", ...ids]);
    assert.deepEqual(found.slice(0, 2), ["there", undefined]);
    assert.deepEqual(at.requests, ["list", "get there", "get gone"]);
  });

  it("lists again only after a write", async () => {
    const at = scene();
    await wave(at);
    await wave(at);
    assert.deepEqual(listsOf(at), ["list"]);
    await at.reads.writing(async () => {});
    await wave(at);
    assert.deepEqual(listsOf(at), ["list", "list"]);
  });

  it("does not reuse a list that started during a write, whether or not the write succeeds", async () => {
    const at = scene();
    await at.reads.writing(async () => wave(at));
    await wave(at);
    assert.equal(listsOf(at).length, 2);
    const failing = at.reads.writing(async () => wave(at).then(() => assert.fail("refused")));
    await assert.rejects(failing, /refused/);
    await wave(at);
    assert.equal(listsOf(at).length, 4);
  });

  it("reads one by one if the list fails", async () =>
    assert.deepEqual(await wave(scene({ list })), ids.slice(0, 8)));

  describe("of all items", () => {
    it("use one list, together with single reads", async () => {
      const { reads, requests } = scene();
      const [all] = await Promise.all([reads.all(), reads.all(), ...ids.map((id) => reads.read(id))]);
      assert.deepEqual(idsIn(all ?? []), ids);
      assert.deepEqual(requests, ["list"]);
    });

    it("list again after a write, and after one that was in progress", async () => {
      const { reads, requests } = scene();
      await reads.all();
      await reads.writing(async () => reads.all());
      await reads.all();
      assert.deepEqual(requests, ["list", "list", "list"]);
    });

    it("fail with the error of the list, while single reads go on", async () => {
      const at = scene({ list });
      await assert.rejects(at.reads.all(), /no list/);
      assert.deepEqual(await wave(at), ids.slice(0, 8));
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
      sharedReads<Item>({ api, once }, "things", (client) => ({
        list: async () => [],
        get: async () => {
          used.push(client);
          return { id };
        },
        idOf: (item) => item.id,
      })).read(id);
    const [first, second] = [{}, {}] as ApiClient[];
    assert.ok(first && second);
    await read(first, "a");
    await read(second, "b");
    const isFirst = used.map((client) => client === first);
    assert.deepEqual(isFirst, [true, false]);
  });
});
