import assert from "node:assert/strict";
import { createSemaphore } from "../../../src/http/semaphore";

type Run = <T>(places: number, task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** A gate that each task goes through. */
function gated(): Run {
  const gate = createSemaphore();
  return async (places, task, signal) => {
    const leave = await gate(places, signal);
    try {
      return await task();
    } finally {
      leave();
    }
  };
}

interface Task {
  readonly done: Promise<string>;
  finish(): void;
  fail(): void;
}

describe("createSemaphore", () => {
  /** A gate with tasks that end when told; `started` are those that got a place. */
  function scene(places: number): {
    started: string[];
    enter: (name: string) => Task;
    settle: () => Promise<void>;
  } {
    const gate = gated();
    const started: string[] = [];
    return {
      started,
      settle: async () => {
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      },
      enter: (name) => {
        let finish!: () => void;
        let fail!: () => void;
        const end = new Promise<void>((resolve, reject) => {
          finish = resolve;
          fail = () => reject(new Error(`${name} failed`));
        });
        end.catch(() => undefined);
        const done = gate(places, async () => {
          started.push(name);
          await end;
          return name;
        });
        done.catch(() => undefined);
        return { done, finish, fail };
      },
    };
  }

  it("lets no more in than it has places, and the others in the order of asking", async () => {
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

  it("gives the place of a task that failed to the next", async () => {
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

  it("lets who is aborted go, and keeps the order of the others", async () => {
    const gate = gated();
    const ran: string[] = [];
    const abort = new AbortController();
    let finish!: () => void;
    const first = gate(1, () => new Promise<void>((resolve) => (finish = resolve)));
    const second = gate(1, async () => void ran.push("second"), abort.signal);
    const third = gate(1, async () => void ran.push("third"), new AbortController().signal);
    abort.abort(new Error("enough"));
    await assert.rejects(second, /enough/);
    finish();
    await Promise.all([first, third]);
    assert.deepEqual(ran, ["third"]);
    await assert.rejects(
      gate(1, async () => void ran.push("fourth"), abort.signal),
      /enough/,
    );
    await gate(1, async () => void ran.push("fifth"));
    assert.deepEqual(ran, ["third", "fifth"]);
  });

  it("holds each task to the places of its own", async () => {
    const gate = gated();
    const ran: string[] = [];
    let finish!: () => void;
    const first = gate(2, () => new Promise<void>((resolve) => (finish = resolve)));
    const second = gate(2, async () => void ran.push("second"));
    await second;
    const third = gate(1, async () => void ran.push("third"));
    await new Promise(setImmediate);
    assert.deepEqual(ran, ["second"]);
    finish();
    await Promise.all([first, third]);
    assert.deepEqual(ran, ["second", "third"]);
  });

  it("lets those behind go in when the first one in the queue is aborted", async () => {
    const gate = gated();
    const abort = new AbortController();
    let finish!: () => void;
    const first = gate(2, () => new Promise<void>((resolve) => (finish = resolve)));
    const narrow = gate(1, async () => "narrow", abort.signal);
    const wide = gate(2, async () => "wide");
    abort.abort(new Error("enough"));
    await assert.rejects(narrow, /enough/);
    assert.equal(await wide, "wide");
    finish();
    await first;
  });

  it("never runs more than it has places at once, over many tasks", async () => {
    const gate = gated();
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        gate(3, async () => {
          most = Math.max(most, ++running);
          for (let turn = 0; turn < index % 5; turn++) await Promise.resolve();
          running--;
        }),
      ),
    );
    assert.equal(most, 3);
    assert.equal(running, 0);
  });
});
