// Runs index.ts with Pulumi's mocks, without the engine or the emulator. Takes milliseconds.
import assert from "node:assert/strict";
import { runtime, type Output } from "@pulumi/pulumi";

/** The registered resources, by name. */
const registered = new Map<string, Record<string, unknown>>();

interface Outputs {
  alertConfigId: Output<string>;
  serviceVersion: Output<string | undefined>;
}

/** Runs the program with this stack configuration. */
async function runProgram(config: Record<string, string>): Promise<Outputs> {
  registered.clear();
  await runtime.setMocks({
    newResource({ type, name, inputs }) {
      registered.set(name, { type, ...(inputs as Record<string, unknown>) });
      return { id: `${name}-id`, state: { ...inputs, alertConfigId: `${name}-alert` } };
    },
    call({ token }) {
      if (token === "opsmanager:index:getServiceVersion") return { versionString: "8.0.0" };
      throw new Error(`there is no mock for ${token}`);
    },
  });
  runtime.setAllConfig(config);
  // Node.js caches modules, so each test loads a fresh copy.
  const program = require.resolve("./index");
  delete require.cache[program];
  return require(program) as Outputs;
}

function valueOf<T>(output: Output<T>): Promise<unknown> {
  return new Promise((known) => output.apply(known));
}

describe("the program of the shop", () => {
  for (const projectId of ["60a2b7c9e4b0c5571d3f8e12", "60b9d1f2e4b0c5571d47a90b"]) {
    it(`declares an alert configuration in the project ${projectId}`, async () => {
      const outputs = await runProgram({ "project:projectId": projectId });
      assert.equal(await valueOf(outputs.alertConfigId), "no-primary-alert");
      assert.equal(await valueOf(outputs.serviceVersion), "8.0.0");
      const alert = registered.get("no-primary");
      assert.equal(alert?.["type"], "pulumi-nodejs:dynamic/opsmanager:AlertConfig");
      assert.equal(alert["projectId"], projectId);
      assert.deepEqual(alert["matchers"], [
        { fieldName: "CLUSTER_NAME", operator: "EQUALS", value: "orders" },
      ]);
    });
  }
});
