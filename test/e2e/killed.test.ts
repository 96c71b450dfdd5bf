import assert from "node:assert/strict";
import { stateOf, succeeded } from "./support/assertions";
import { type HoldingProxy, type Moment, startHoldingProxy } from "./support/holding-proxy";
import { usePlayground } from "./support/playground";
import { killRun } from "./support/provider-process";

const PROJECT = "60a2b7c9e4b0c5571d3f8e12";
const PROGRAM = `
new opsmanager.AlertConfig("alert", {
  projectId: "${PROJECT}", eventTypeName: "HOST_DOWN", enabled: true,
  notifications: [{ typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-killed-token-0001", intervalMin: 60, delayMin: 0 }],
});
`;

describe("a run that is killed while it creates an alert configuration", function () {
  const playground = usePlayground(this, { program: PROGRAM });
  const created = () =>
    playground.emulator
      .alertConfigs()
      .list()
      .filter(({ eventTypeName }) => eventTypeName === "HOST_DOWN");
  let proxy: HoldingProxy;

  before(async () => {
    proxy = await startHoldingProxy(playground.emulator.baseUrl);
  });
  beforeEach(async () => playground.stack.configure({ "opsmanager:baseUrl": proxy.baseUrl }));
  after(async () => proxy.close());

  /** Kills the engine, the program and the provider. */
  async function killedUp(moment: Moment): Promise<void> {
    const held = proxy.hold(1, moment);
    const running = playground.run("up");
    await Promise.race([held, running]);
    killRun();
    proxy.release();
    await running;
    await playground.stack.cancel();
  }

  it("is repeated by the next up if nothing was created; a refresh removes Pulumi's note of the pending create", async () => {
    await killedUp("before");
    assert.equal(created().length, 0);
    assert.match((await playground.run("up")).output, /1 pending operations/);
    succeeded(await playground.run("refresh", "--clear-pending-creates"));
    assert.doesNotMatch((await playground.run("up", "--expect-no-changes")).output, /pending operations/);
    assert.equal(created().length, 1);
    succeeded(await playground.run("destroy"));
  });

  it("is completed with `adoptId` if it was created", async () => {
    await killedUp("after");
    const [alert] = created();
    assert.equal((await stateOf(playground.stack))["alert"], undefined);
    succeeded(await playground.run("refresh", "--clear-pending-creates"));
    await playground.rewrite(PROGRAM.replace("projectId:", `adoptId: "${alert?.id}", projectId:`));
    succeeded(await playground.run("up"));
    assert.deepEqual(
      created().map(({ id }) => id),
      [alert?.id],
    );
    await playground.rewrite(PROGRAM);
    succeeded(await playground.run("preview", "--refresh", "--expect-no-changes"));
    succeeded(await playground.run("destroy"));
    assert.equal(created().length, 0);
  });
});
