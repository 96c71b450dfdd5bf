import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { type Emulator, startEmulator } from "../../src/emulator";
import { configOf, endAll, type Host, startHost } from "./host";

const TOKEN = "xoxb-t0ken-1234567890";

describe("the process of the dynamic provider", function () {
  const running: ChildProcess[] = [];
  let emulator: Emulator;
  beforeEach(async () => void (emulator = await startEmulator()));
  afterEach(async () => {
    await endAll(running);
    await emulator.close();
  });

  /** The engine starts a process for each run. */
  const nextRun = (): Promise<Host> => startHost(configOf(emulator), running);
  const alert = () => ({
    projectId: emulator.projectId,
    eventTypeName: "NO_PRIMARY",
    enabled: true,
    notifications: [{ typeName: "SLACK", channelName: "#ops", delayMin: 0 }],
    notificationSecrets: { 'SLACK {"channelName":"#ops"}': { apiToken: TOKEN } },
  });

  it("shares one configured provider and one challenge between concurrent first calls", async () => {
    const host = await nextRun();
    const { projectId, clusterId } = emulator;
    const cluster = { projectId, clusterId, clusterName: "x", restoreOnDelete: false };
    const made = await Promise.all([
      ...Array.from({ length: 8 }, () => host.create("AlertConfig", alert())),
      host.create("ClusterName", cluster),
      host.create("ClusterName", { ...cluster, clusterId: "62d8a2c4a90e4c5d8b31b7d3" }),
    ]);
    assert.equal(new Set(made.map(({ id }) => id)).size, 10);
    assert.equal(emulator.counters.challenges, 1);
  });

  it("returns errors as the message alone in every method, and prints nothing else", async () => {
    const host = await nextRun();
    const { id, outputs } = await host.create("AlertConfig", alert());
    const changed = { ...alert(), eventTypeName: "HOST_DOWN" };
    const calls: [method: string, call: () => Promise<unknown>][] = [
      ["POST", () => host.create("AlertConfig", alert())],
      ["GET", () => host.read("AlertConfig", id, outputs)],
      ["PUT", () => host.update("AlertConfig", id, outputs, changed)],
      ["DELETE", async () => (await nextRun()).delete("AlertConfig", id, outputs)],
    ];
    for (const [method, call] of calls) {
      const body = { error: 409, errorCode: "SOME_CONFLICT", detail: `It hurts at ${TOKEN}.` };
      emulator.faults.add({ match: { method }, action: { status: 409, body } });
      const said = `^(Error: )?${method} /groups/\\S+: 409 SOME_CONFLICT - It hurts at \\[secret\\]\\.`;
      await assert.rejects(call(), ({ details }: Error & { details: string }) => {
        assert.match(details, new RegExp(said));
        assert.doesNotMatch(details, /\n\s+at |\.js:|t0ken/);
        return true;
      });
    }
    const { stdout, stderr } = await host.printed();
    assert.doesNotMatch(stdout + stderr, /\n\s+at |\.js:|t0ken|SOME_CONFLICT/);
  });
});
