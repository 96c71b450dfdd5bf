import assert from "node:assert/strict";
import { writesTo } from "../contract/resources/managed";
import { created, deleted, did, failedWith, replacedBy, stateOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { API_KEY, entry, ORG } from "./support/resources";

describe("an access list entry", function () {
  const playground = usePlayground(this, { program: entry("office") });
  const up = async (program: string) => {
    await playground.rewrite(program);
    playground.emulator.clearRequests();
    return playground.run("up");
  };
  const has = (cidrBlock: string): boolean => playground.emulator.accessList().get(cidrBlock) !== undefined;

  it("is added, not changed by another spelling, and added again after somebody removed it", async () => {
    did(await playground.run("up"), [created("office")]);
    assert.equal((await stateOf(playground.stack))["office"]?.id, `${ORG}/${API_KEY}/192.0.2.17`);
    await playground.rewrite(entry("office", 'entry: "192.0.2.17/32",'));
    did(await playground.run("preview", "--expect-no-changes"), []);
    playground.emulator.accessList().delete("192.0.2.17/32");
    did(await playground.run("refresh"), [deleted("office")]);
    did(await up(entry("office")), [created("office")]);
    assert.ok(has("192.0.2.17/32"));
  });

  it("is replaced: the new one is added before the old one is removed", async () => {
    const run = await up(entry("office", 'entry: "192.0.2.18",'));
    succeeded(run);
    assert.deepEqual(replacedBy(run), ["office"]);
    assert.deepEqual(writesTo(playground.emulator), ["POST", "DELETE"]);
    assert.deepEqual([has("192.0.2.17/32"), has("192.0.2.18/32")], [false, true]);
  });

  it("stays in the state if its removal would lock the provider out", async () => {
    const others = entry("office", 'entry: "192.0.2.18",');
    did(await up(others + entry("here", 'entry: "127.0.0.0/8",')), [created("here")]);
    playground.emulator.accessList().delete("127.0.0.1/32");
    failedWith(
      await up(others),
      "400 CANNOT_REMOVE_CALLER_FROM_ACCESS_LIST",
      "First add another entry that contains",
    );
    assert.ok((await stateOf(playground.stack))["here"] && has("127.0.0.0/8"));
    // The advice.
    succeeded(await up(others + entry("pipeline", 'entry: "127.0.0.1",')));
    assert.ok(!has("127.0.0.0/8") && has("127.0.0.1/32"));
  });
});
