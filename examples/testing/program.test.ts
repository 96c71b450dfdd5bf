// Runs index.ts with the real engine against an emulator, without a server, an account or network access.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { startEmulator, type Emulator } from "pulumi-opsmanager/emulator";

describe("the alerts of the shop", function () {
  this.timeout(120_000);
  let emulator: Emulator;
  let backend: string;
  let stack: Stack;

  before(async () => {
    emulator = await startEmulator();
    backend = await mkdtemp(join(tmpdir(), "pulumi-"));
    stack = await LocalWorkspace.createStack(
      { stackName: "test", workDir: __dirname },
      {
        envVars: {
          PULUMI_BACKEND_URL: pathToFileURL(backend).href,
          PULUMI_CONFIG_PASSPHRASE: "only a test",
        },
      },
    );
    await stack.setAllConfig({
      "opsmanager:baseUrl": { value: emulator.baseUrl },
      "opsmanager:publicKey": { value: emulator.publicKey },
      "opsmanager:privateKey": { value: emulator.privateKey, secret: true },
      projectId: { value: emulator.projectId },
    });
  });

  after(async () => {
    await stack?.workspace.removeStack("test", { force: true });
    await emulator?.close();
    await rm(backend, { recursive: true });
  });

  it("are created as declared", async () => {
    const { outputs } = await stack.up();
    const alert = emulator.alertConfigs().get(String(outputs["alertConfigId"]?.value));
    assert.equal(alert?.eventTypeName, "NO_PRIMARY");
    assert.equal(alert.notifications[0]?.["emailAddress"], "on-duty@example.com");
  });

  it("are not written when nothing has changed", async () => {
    emulator.clearRequests();
    const { summary } = await stack.up();
    assert.deepEqual(summary.resourceChanges, { same: 2 });
    assert.equal(emulator.counters.writes, 0);
  });

  it("are restored after a manual change, despite connection failures", async () => {
    const { alertConfigId } = await stack.outputs();
    const id = String(alertConfigId?.value);
    emulator.alertConfigs().update(id, { matchers: [] });
    emulator.faults.add({ match: { method: "GET", path: "/alertConfigs" }, action: { status: 503 } });
    emulator.faults.add({ match: { method: "PUT" }, action: "resetBefore" });
    await stack.up({ refresh: true });
    assert.equal(emulator.alertConfigs().get(id)?.matchers.length, 1);
    assert.deepEqual(
      emulator.faults.list().map(({ acted }) => acted),
      [1, 1],
    );
  });

  it("are deleted by a destroy", async () => {
    const { alertConfigId } = await stack.outputs();
    await stack.destroy();
    assert.equal(emulator.alertConfigs().get(String(alertConfigId?.value)), undefined);
  });
});
