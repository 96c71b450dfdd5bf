import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { createFaults, parseFaultRule } from "../../../src/emulator/faults";
import { signedFetch } from "./signed-fetch";

const GET = { method: "GET", target: "/groups/1/clusters?x=1", authenticated: true };

describe("fault rules", () => {
  it("apply from the nth matching request on, for the given number of times", () => {
    const faults = createFaults([
      { match: { method: "get", path: "clusters", nth: 2, times: 2 }, action: "refuse" },
    ]);
    const actions = [1, 2, 3, 4].map(() => faults.next(GET));
    assert.deepEqual(actions, [undefined, "refuse", "refuse", undefined]);
    assert.equal(faults.next({ ...GET, method: "PUT" }), undefined);
    assert.deepEqual(
      faults.list().map(({ matched, acted }) => [matched, acted]),
      [[4, 2]],
    );
  });

  it("apply once by default, or always", () => {
    const once = createFaults([{ action: "truncate" }]);
    assert.deepEqual([once.next(GET), once.next(GET)], ["truncate", undefined]);
    const always = createFaults([{ match: { times: "always" }, action: { delayMs: 1 } }]);
    for (let n = 0; n < 3; n += 1) assert.deepEqual(always.next(GET), { delayMs: 1 });
  });

  it("ignore unauthenticated requests by default", () => {
    const challenged = { ...GET, authenticated: false };
    assert.equal(createFaults([{ action: "refuse" }]).next(challenged), undefined);
    assert.equal(
      createFaults([{ match: { authenticated: false }, action: "refuse" }]).next(challenged),
      "refuse",
    );
    assert.equal(createFaults([{ match: { authenticated: "any" }, action: "refuse" }]).next(GET), "refuse");
  });

  it("match by regular expression, also in JSON", () => {
    for (const path of [/clusters\?x=\d$/, "/clusters\\?x=\\d$/"]) {
      const faults = createFaults([{ match: { path }, action: "refuse" }]);
      assert.equal(faults.next({ ...GET, target: "/clusters" }), undefined);
      assert.equal(faults.next(GET), "refuse");
    }
  });

  it("are validated", () => {
    for (const rule of [
      {},
      { action: "explode" },
      { action: { status: 20 } },
      { action: "refuse", match: { nht: 1 } },
      null,
    ])
      assert.throws(() => parseFaultRule(rule), TypeError);
  });
});

describe("injected faults", () => {
  let emulator: Emulator;
  before(async () => void (emulator = await startEmulator()));
  after(() => emulator.close());
  beforeEach(() => emulator.reset());

  const rename = (name: string): Promise<{ status: number; body: unknown }> => {
    const path = `/groups/${emulator.projectId}/clusters/${emulator.clusterId}`;
    return signedFetch(emulator, "PATCH", path, { body: { clusterName: name } });
  };
  const nameNow = (): string | undefined => emulator.clusters().get(emulator.clusterId)?.clusterName;

  it("close the connection before the request is processed", async () => {
    for (const action of ["refuse", "resetBefore"] as const) {
      emulator.faults.add({ match: { method: "PATCH" }, action });
      await assert.rejects(rename("new"));
      assert.equal(nameNow(), "orders");
      assert.equal(emulator.requests().at(-1)?.fault, action);
      assert.equal(emulator.requests().at(-1)?.status, undefined);
    }
    assert.equal((await rename("new")).status, 200);
  });

  it("close the connection after the request is processed, without or within the response", async () => {
    for (const action of ["resetAfter", "truncate"] as const) {
      emulator.faults.add({ match: { method: "PATCH" }, action });
      await assert.rejects(rename(action));
      assert.equal(nameNow(), action);
    }
  });

  it("replace the response", async () => {
    const headers = { "Retry-After": "7" };
    emulator.faults.add({
      match: { method: "PATCH" },
      action: { status: 503, headers, body: "<html>busy</html>" },
    });
    const path = `/groups/${emulator.projectId}/clusters/${emulator.clusterId}`;
    const response = await signedFetch(emulator, "PATCH", path, { body: { clusterName: "new" } });
    assert.deepEqual(
      [response.status, response.headers.get("retry-after"), response.text],
      [503, "7", "<html>busy</html>"],
    );
    assert.equal(nameNow(), "orders");
  });

  it("return an error body like that of the service if only a status is given", async () => {
    for (const [status, errorCode] of [
      [500, "UNEXPECTED_ERROR"],
      [404, undefined],
    ] as const) {
      emulator.faults.add({ action: { status } });
      const response = await signedFetch(emulator, "GET", "/");
      assert.deepEqual(
        [response.status, response.body.error, response.body.errorCode],
        [status, status, errorCode],
      );
    }
  });

  it("can be removed one by one", () => {
    const faults = createFaults([{ action: "truncate" }, { action: "refuse" }]);
    const [first] = faults.list();
    assert.ok(first !== undefined);
    assert.deepEqual([faults.remove(first.id), faults.remove(first.id)], [true, false]);
    assert.equal(faults.next(GET), "refuse");
  });

  it("delay the response", async () => {
    emulator.faults.add({ match: { method: "PATCH" }, action: { delayMs: 20 } });
    assert.equal((await rename("later")).status, 200);
    assert.ok((emulator.requests().at(-1)?.ms ?? 0) >= 19);
  });
});
