import assert from "node:assert/strict";
import { createSemaphore } from "../../../src/http/semaphore";

type Run = <T>(places: number, task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs tasks with one semaphore. */
function createRun(): Run {
  const semaphore = createSemaphore();
  return async (places, task, signal) => semaphore(places, signal, task);
}

describe("createSemaphore", () => {
  /** Tasks that end on command; `started` lists those that got a place. */
  function scene(places: number) {
    const run = createRun();
    const started: string[] = [];
    return {
      started,
      settle: async () => {
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      },
      enter: (name: string) => {
        let finish!: () => void;
        let fail!: () => void;
        const end = new Promise<void>((resolve, reject) => {
          finish = resolve;
          fail = () => reject(new Error(`${name} failed`));
        });
        end.catch(() => undefined);
        const done = run(places, async () => {
          started.push(name);
          await end;
          return name;
        });
        done.catch(() => undefined);
        return { done, finish, fail };
      },
    };
  }

  it("gives out no more places than it has, in the order of the calls", async () => {
    const { started, enter, settle } = scene(2);
    const [a, b, c] = [enter("a"), enter("b"), enter("c"), enter("d")];
    await settle();
    assert.deepEqual(started, ["a", "b"]);
    b?.finish();
    await settle();
    assert.deepEqual(started, ["a", "b", "c"]);
    a?.finish();
    c?.finish();
    assert.equal(await c?.done, "c");
    await settle();
    assert.deepEqual(started, ["a", "b", "c", "d"]);
  });

  it("gives the place of a failed task to the next", async () => {
    const { started, enter, settle } = scene(1);
    const a = enter("a");
    const b = enter("b");
    await settle();
    a.fail();
    await assert.rejects(a.done, /a failed/);
    await settle();
    assert.deepEqual(started, ["a", "b"]);
    b.finish();
    assert.equal(await b.done, "b");
    const c = enter("c");
    c.finish();
    assert.equal(await c.done, "c");
  });

  /** Takes a place until `finish` is called. */
  function hold(run: Run, places: number): { done: Promise<void>; finish: () => void } {
    let finish!: () => void;
    const done = run(places, () => new Promise<void>((resolve) => (finish = resolve)));
    return { done, finish: () => finish() };
  }

  it("removes an aborted caller from the queue, and keeps the order of the others", async () => {
    const run = createRun();
    const ran: string[] = [];
    const runs = (name: string, signal?: AbortSignal) => run(1, async () => void ran.push(name), signal);
    const abort = new AbortController();
    const first = hold(run, 1);
    const second = runs("second", abort.signal);
    const third = runs("third", new AbortController().signal);
    abort.abort(new Error("enough"));
    await assert.rejects(second, /enough/);
    first.finish();
    await Promise.all([first.done, third]);
    assert.deepEqual(ran, ["third"]);
    await assert.rejects(runs("fourth", abort.signal), /enough/);
    await runs("fifth");
    assert.deepEqual(ran, ["third", "fifth"]);
  });

  it("applies the number of places of each caller", async () => {
    const run = createRun();
    const ran: string[] = [];
    const first = hold(run, 2);
    const second = run(2, async () => void ran.push("second"));
    await second;
    const third = run(1, async () => void ran.push("third"));
    await new Promise(setImmediate);
    assert.deepEqual(ran, ["second"]);
    first.finish();
    await Promise.all([first.done, third]);
    assert.deepEqual(ran, ["second", "third"]);
  });

  it("admits the next callers when the first one in the queue is aborted", async () => {
    const run = createRun();
    const abort = new AbortController();
    const first = hold(run, 2);
    const narrow = run(1, async () => "narrow", abort.signal);
    const wide = run(2, async () => "wide");
    abort.abort(new Error("enough"));
    await assert.rejects(narrow, /enough/);
    assert.equal(await wide, "wide");
    first.finish();
    await first.done;
  });
});
