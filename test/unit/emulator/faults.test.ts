import assert from "node:assert/strict";
import { createFaults } from "../../../src/emulator/faults";
import { sharedEmulator, signed } from "./client";

const GET = { method: "GET", target: "/groups/1/clusters?x=1", authenticated: true };

describe("fault rules", () => {
  it("apply from the nth matching request on, for the given number of times", () => {
    const match = { method: "get", path: "clusters", nth: 2, times: 2 };
    const faults = createFaults([{ match, action: "refuse" }]);
    const actions = [1, 2, 3, 4].map(() => faults.next(GET));
    assert.deepEqual(actions, [undefined, "refuse", "refuse", undefined]);
    assert.equal(faults.next({ ...GET, method: "PUT" }), undefined);
    const [{ matched, acted } = {}] = faults.list();
    assert.deepEqual([matched, acted], [4, 2]);
  });

  it("ignore unauthenticated requests by default", () => {
    const challenged = { ...GET, authenticated: false };
    assert.equal(createFaults([{ action: "refuse" }]).next(challenged), undefined);
    for (const [authenticated, request] of [[false, challenged] as const, ["any", GET] as const])
      assert.equal(createFaults([{ match: { authenticated }, action: "refuse" }]).next(request), "refuse");
  });

  it("match by regular expression, also in JSON", () => {
    for (const path of [/clusters\?x=\d$/, "/clusters\\?x=\\d$/"]) {
      const faults = createFaults([{ match: { path }, action: "refuse" }]);
      assert.equal(faults.next({ ...GET, target: "/clusters" }), undefined);
      assert.equal(faults.next(GET), "refuse");
    }
  });
});

describe("injected faults", () => {
  const emulator = sharedEmulator();

  const rename = (clusterName: string) => {
    const line = `PATCH /groups/${emulator.projectId}/clusters/${emulator.clusterId}`;
    return signed(emulator, line, { body: { clusterName } });
  };
  const match = { method: "PATCH" };

  it("refuse the connection before the request is processed", async () => {
    emulator.faults.add({ match, action: "refuse" });
    await assert.rejects(rename("new"));
    assert.equal(emulator.clusters().get(emulator.clusterId)?.clusterName, "orders");
    const { fault, status } = emulator.requests().at(-1) ?? {};
    assert.deepEqual([fault, status], ["refuse", undefined]);
  });

  it("return an error body like that of the service if only a status is given", async () => {
    for (const [status, outcome] of [[500, "500 UNEXPECTED_ERROR"] as const, [404, "404"] as const]) {
      emulator.faults.add({ action: { status } });
      const response = await signed(emulator, "GET /");
      assert.deepEqual([response.outcome, response.body.error], [outcome, status]);
    }
  });

  it("let the service store something else than it was sent", async () => {
    emulator.faults.add({ match, action: { mergePatch: { clusterName: "other" } } });
    const { status, body } = await rename("sent");
    assert.deepEqual([status, body["clusterName"]], [200, "other"]);
  });

  it("delay the response", async () => {
    emulator.faults.add({ match, action: { delayMs: 20 } });
    assert.equal((await rename("later")).status, 200);
    assert.ok((emulator.requests().at(-1)?.ms ?? 0) >= 19);
  });
});
