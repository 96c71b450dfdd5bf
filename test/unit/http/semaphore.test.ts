import assert from "node:assert/strict";
import { createSemaphore } from "../../../src/http/semaphore";

/** Tasks that end on command, with one semaphore. */
function scene() {
  const semaphore = createSemaphore();
  let names = "";
  const enter = (name: string, places: number, signal?: AbortSignal) => {
    let finish!: () => void;
    let fail!: () => void;
    const end = new Promise<void>((resolve, reject) => {
      finish = resolve;
      fail = () => reject(new Error(`${name} failed`));
    });
    const done = semaphore(places, signal, async () => {
      names += name;
      await end;
      return name;
    });
    done.catch(() => undefined);
    return { done, finish, fail };
  };
  /** The names of the tasks that have got a place, in their order. */
  const started = async (): Promise<string> => {
    await new Promise(setImmediate);
    return names;
  };
  return { enter, started };
}

describe("createSemaphore", () => {
  it("gives out no more places than it has, in the order of the calls", async () => {
    const { enter, started } = scene();
    const [a, b, c, d] = [enter("a", 2), enter("b", 2), enter("c", 2), enter("d", 2)];
    assert.equal(await started(), "ab");
    b.finish();
    assert.equal(await started(), "abc");
    for (const each of [a, c, d]) each.finish();
    assert.equal(await c.done, "c");
    assert.equal(await started(), "abcd");
  });

  it("gives the place of a failed task to the next", async () => {
    const { enter, started } = scene();
    const [a, b] = [enter("a", 1), enter("b", 1)];
    assert.equal(await started(), "a");
    a.fail();
    await assert.rejects(a.done, /a failed/);
    b.finish();
    assert.equal(await b.done, "b");
    enter("c", 1);
    assert.equal(await started(), "abc");
  });

  it("removes an aborted caller from the queue, and keeps the order of the others", async () => {
    const { enter, started } = scene();
    const abort = new AbortController();
    const [a, b] = [enter("a", 1), enter("b", 1, abort.signal)];
    const c = enter("c", 1, new AbortController().signal);
    abort.abort(new Error("enough"));
    await assert.rejects(b.done, /enough/);
    for (const each of [a, c]) each.finish();
    await c.done;
    await assert.rejects(enter("d", 1, abort.signal).done, /enough/);
    enter("e", 1);
    assert.equal(await started(), "ace");
  });

  it("applies the number of places of each caller", async () => {
    const { enter, started } = scene();
    const [a, b, c] = [enter("a", 2), enter("b", 2), enter("c", 1)];
    b.finish();
    await b.done;
    assert.equal(await started(), "ab");
    for (const each of [a, c]) each.finish();
    assert.equal(await c.done, "c");
  });

  it("admits the next callers when the first one in the queue is aborted", async () => {
    const { enter, started } = scene();
    const abort = new AbortController();
    enter("a", 2);
    const narrow = enter("b", 1, abort.signal);
    enter("c", 2);
    assert.equal(await started(), "a");
    abort.abort(new Error("enough"));
    await assert.rejects(narrow.done, /enough/);
    assert.equal(await started(), "ac");
  });
});
