import assert from "node:assert/strict";
import { idsIn } from "./managed";
import { metric, slack, useSet } from "./sets";

describe("an AlertConfigSet after a failure in part", () => {
  const { emulator, set, inputs, up, addByHand, fail, sends, isSettled, ...found } = useSet();
  const { liveIds, thresholdOf, tokenOf, unmanaged } = found;

  const four = { a: metric(1), b: metric(2), c: metric(3), d: metric(4) };

  it("has in the state what succeeded, names each member that failed, and does the rest", async () => {
    fail("POST", { status: 400 }, 2);
    await assert.rejects(up(four), {
      message: /^One request failed; .*\n {2}alertConfigs\.[abcd]: POST .*400/s,
    });
    assert.equal(Object.keys(idsIn(set)).length, 3);
    await sends({ LIST: 1, POST: 1 }, async () => up(four));
    await isSettled(four);
  });

  it("has no state if nothing was created", async () => {
    emulator.faults.add({ match: { method: "POST", times: "always" }, action: { status: 400 } });
    await assert.rejects(up(four), /4 requests failed.*alertConfigs\.a, alertConfigs\.b, alertConfigs\.c/s);
    assert.equal(set.state, undefined);
    emulator.faults.clear();
    assert.equal(await up(four), "create");
  });

  it("writes a member whole after its write failed, whatever became of it", async () => {
    await up(four);
    fail("PATCH", "resetAfter");
    const next = { ...four, a: metric(10), b: metric(2, { enabled: false }) };
    await assert.rejects(up(next), /alertConfigs\.b: /);
    const members = set.state?.outputs["alertConfigs"] as object;
    assert.deepEqual(Object.keys(members).sort(), ["a", "c", "d"]);
    assert.deepEqual(Object.keys(idsIn(set)).sort(), ["a", "b", "c", "d"]);
    await sends({ LIST: 1, PUT: 1 }, async () => up(next));
    await isSettled(next);
  });

  it("does the rest also after a refresh", async () => {
    await up(four);
    fail("PUT", { status: 500 });
    const next = { ...four, a: metric(10), b: metric(20) };
    await assert.rejects(up(next));
    assert.equal(await set.refresh(), "changed");
    assert.equal(await up(next), "update");
    assert.deepEqual([thresholdOf("a"), thresholdOf("b")], [10, 20]);
    await isSettled(next);
  });

  it("has deleted nothing, and deletes when the rest succeeds", async () => {
    const id = addByHand(metric(99));
    await up(four, { unmanaged: "delete" });
    assert.ok(unmanaged().includes(id));
    const before = liveIds().length;
    fail("POST", { status: 400 });
    const next = { a: metric(1), e: metric(5) };
    await assert.rejects(up(next, { unmanaged: "delete" }), /alertConfigs\.e/);
    assert.equal(liveIds().length, before);
    await up(next, { unmanaged: "delete" });
    assert.deepEqual(liveIds().sort(), Object.values(idsIn(set)).sort());
    await isSettled(next, { unmanaged: "delete" });
  });

  it("keeps a member whose deletion failed, and deletes it later", async () => {
    await up(four);
    fail("DELETE", { status: 500 });
    await assert.rejects(up({ a: metric(1) }), /One request failed/);
    assert.equal(Object.keys(idsIn(set)).length, 2);
    await up({ a: metric(1) });
    assert.deepEqual(Object.keys(idsIn(set)), ["a"]);
    await isSettled({ a: metric(1) });
  });

  it("deletes a member whose write failed when the program drops it", async () => {
    await up(four);
    const path = idsIn(set)["a"] ?? "";
    emulator.faults.add({ match: { method: "PUT", path }, action: { status: 400 } });
    await assert.rejects(up({ ...four, a: metric(10), b: metric(20) }));
    await set.refresh();
    const rest = { b: metric(20), c: metric(3), d: metric(4) };
    const previewed = (await set.preview(inputs(rest))).join();
    assert.match(previewed, /deleted if they are not declared any more: a\./);
    await up(rest);
    assert.equal(Object.keys(idsIn(set)).length, 3);
    await isSettled(rest);
  });

  it("finds what was created although the process ended before anything was stored", async () => {
    const before = liveIds().length;
    await set.upWithoutState(inputs(four));
    assert.equal(set.state, undefined);
    await sends({ LIST: 1 }, async () => up(four));
    assert.equal(liveIds().length, before + 4);
    await isSettled(four);
  });

  it("does not take what it is about to delete for what it has created", async () => {
    await up({ a: slack("alpha-0000") });
    fail("POST", "resetBefore");
    await assert.rejects(up({ b: slack("beta-0000") }), /probably not created/);
    await up({ b: slack("beta-0000") });
    assert.equal(tokenOf("b"), "xoxb-beta-0000");
    await isSettled({ b: slack("beta-0000") });
  });

  it("destroys what is left, and only that", async () => {
    await up(four);
    const others = liveIds().filter((id) => !Object.values(idsIn(set)).includes(id));
    fail("DELETE", "resetAfter");
    fail("DELETE", { status: 500 }, 3);
    await assert.rejects(set.destroy(), /2 requests failed/);
    await set.destroy();
    assert.deepEqual(liveIds(), others);
  });
});
