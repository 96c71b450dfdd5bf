import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { configOf, endAll, type Host, type Props, REPOSITORY, startHost } from "./host";

const TOKEN = "xoxb-t0ken-1234567890";
const SECRET = { 'SLACK {"channelName":"#ops"}': { apiToken: TOKEN } };

describe("the process of the dynamic provider", function () {
  // Each test starts a process that loads Pulumi's SDK.
  const running: ChildProcess[] = [];
  const emulators: Emulator[] = [];
  afterEach(async () => {
    await endAll(running);
    await Promise.all(emulators.splice(0).map((emulator) => emulator.close()));
  });

  async function start() {
    const emulator = await startEmulator();
    emulators.push(emulator);
    // The engine starts a new process for each run.
    const nextRun = async (): Promise<Host> => startHost(configOf(emulator), running);
    const host = await nextRun();
    const alert = {
      projectId: emulator.projectId,
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      notifications: [
        { typeName: "SLACK", channelName: "#ops", delayMin: 0 },
        { typeName: "EMAIL", emailAddress: "dba@example.com" },
      ],
      notificationSecrets: SECRET,
    };
    return { emulator, host, nextRun, alert };
  }

  const named = ({ projectId }: Emulator, clusterId: string): Props => ({
    projectId,
    clusterId,
    clusterName: "x",
  });
  const failed = async (promise: Promise<unknown>): Promise<{ details: string; code: number }> => {
    try {
      await promise;
    } catch (error) {
      return error as { details: string; code: number };
    }
    return assert.fail("it did not fail");
  };

  it("shares one configured provider and one challenge between concurrent first calls", async () => {
    const { host, alert, emulator } = await start();
    const made = await Promise.all([
      ...Array.from({ length: 8 }, () => host.create("AlertConfig", alert)),
      ...[emulator.clusterId, "62d8a2c4a90e4c5d8b31b7d3"].map((clusterId) =>
        host.create("ClusterName", { ...named(emulator, clusterId), restoreOnDelete: false }),
      ),
    ]);
    assert.equal(new Set(made.map(({ id }) => id)).size, 10);
    assert.equal(emulator.counters.challenges, 1);
  });

  it("returns errors as the message alone in every method, and prints nothing else", async () => {
    const { host, nextRun, alert, emulator } = await start();
    const { id, outputs } = await host.create("AlertConfig", alert);
    const changed = { ...alert, eventTypeName: "HOST_DOWN" };
    const calls: [method: string, call: () => Promise<unknown>][] = [
      ["POST", () => host.create("AlertConfig", alert)],
      ["GET", () => host.read("AlertConfig", id, outputs)],
      ["PUT", () => host.update("AlertConfig", id, outputs, changed)],
      ["DELETE", async () => (await nextRun()).delete("AlertConfig", id, outputs)],
    ];
    for (const [method, call] of calls) {
      const body = { error: 409, errorCode: "SOME_CONFLICT", detail: `It hurts at ${TOKEN}.` };
      emulator.faults.add({ match: { method }, action: { status: 409, body } });
      const { details } = await failed(call());
      const said = `^(Error: )?${method} /groups/\\S+: 409 SOME_CONFLICT - It hurts at \\[secret\\]\\.`;
      assert.match(details, new RegExp(said));
      assert.doesNotMatch(details, /\n\s+at |\.js:|t0ken/);
    }
    const { stdout, stderr } = await host.printed();
    assert.doesNotMatch(stdout + stderr, /\n\s+at |\.js:|t0ken|SOME_CONFLICT/);
  });

  it("runs the installed package, not the version that was serialized", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "opsmanager-host-")));
    try {
      const installed = join(folder, "node_modules/pulumi-opsmanager");
      cpSync(join(REPOSITORY, "dist"), join(installed, "dist"), { recursive: true });
      cpSync(join(REPOSITORY, "package.json"), join(installed, "package.json"));
      for (const name of ["zod", "undici", "@pulumi/pulumi"]) {
        const link = join(folder, "node_modules", name);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(join(REPOSITORY, "node_modules", name), link, "dir");
      }
      const emulator = await startEmulator();
      emulators.push(emulator);
      const inputs = named(emulator, "000000000000000000000000");
      const message = async (): Promise<string> => {
        const host = await startHost(configOf(emulator), running, folder);
        return (await failed(host.create("ClusterName", inputs))).details;
      };
      const before = await message();
      assert.match(before, /has no cluster/);
      const file = join(installed, "dist/resources/cluster-name/requests.js");
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("has no cluster", "lacks the cluster"));
      assert.equal(await message(), before.replaceAll("has no cluster", "lacks the cluster"));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
