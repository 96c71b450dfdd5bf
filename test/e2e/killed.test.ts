import assert from "node:assert/strict";
import { stateOf, succeeded } from "./support/assertions";
import { type HoldingProxy, startHoldingProxy } from "./support/holding-proxy";
import { killedUp } from "./support/killed-up";
import { usePlayground } from "./support/playground";
import { alert } from "./support/resources";

const SLACK = `{ typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-killed-token-0001", intervalMin: 60 }`;
const program = (args = ""): string => alert("alert", `notifications: [${SLACK}], ${args}`);

describe("a run that is killed while it creates an alert configuration", function () {
  const playground = usePlayground(this, { program: program() });
  const created = () => playground.alerts().filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN");
  let proxy: HoldingProxy;

  before(async () => {
    proxy = await startHoldingProxy(playground.emulator.baseUrl);
  });
  beforeEach(async () => playground.stack.configure({ "opsmanager:baseUrl": proxy.baseUrl }));
  after(async () => proxy.close());

  it("is repeated by the next up if nothing was created, which names the pending create", async () => {
    await killedUp(playground, proxy, "before");
    assert.equal(created().length, 0);
    assert.match((await playground.run("up")).output, /1 pending operations/);
    assert.equal(created().length, 1);
    succeeded(await playground.run("destroy"));
  });

  it("is completed with `adoptId` if it was created", async () => {
    await killedUp(playground, proxy, "after");
    const [{ id } = assert.fail("none")] = created();
    assert.equal((await stateOf(playground.stack))["alert"], undefined);
    succeeded(await playground.run("refresh", "--clear-pending-creates"));
    await playground.rewrite(program(`adoptId: "${id}",`));
    succeeded(await playground.run("up"));
    assert.deepEqual(
      created().map((each) => each.id),
      [id],
    );
    await playground.rewrite(program());
    const quiet = await playground.run("up", "--refresh", "--expect-no-changes");
    succeeded(quiet);
    assert.doesNotMatch(quiet.output, /pending operations/);
  });
});
