import assert from "node:assert/strict";
import { stateOf, succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";

const COUNT = 150;

const PROGRAM = `
for (let index = 0; index < ${COUNT}; index++) {
  new opsmanager.AlertConfig(\`alert-\${index}\`, {
    projectId: "60a2b7c9e4b0c5571d3f8e12",
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: "CONNECTIONS", mode: "AVERAGE", operator: "GREATER_THAN", threshold: 1000 + index, units: "RAW" },
    notifications: [{ typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 60, delayMin: 0 }],
  });
}
`;

describe(`${COUNT} alert configurations`, function () {
  // The engine's checkpoints take most of the time, and are not what is tested.
  const playground = usePlayground(this, { program: PROGRAM, env: { PULUMI_SKIP_CHECKPOINTS: "true" } });
  const requests = () => ({ ...playground.emulator.counters.byEndpoint });
  let bytes = 0;

  /** The size of the provider's part of the state. The engine's part depends on paths of the machine. */
  async function stateBytes(): Promise<number> {
    const resources = Object.values(await stateOf(playground.stack));
    assert.equal(resources.length, COUNT);
    return Buffer.byteLength(JSON.stringify(resources.map(({ inputs, outputs }) => [inputs, outputs])));
  }

  before(() => {
    const held = playground.emulator.alertConfigs();
    for (const { id } of held.list()) held.delete(id);
  });

  // The number of challenges depends on the lifetime of a nonce, and so on the speed of the machine.
  it("are created with one request each", async () => {
    succeeded(await playground.run("up"));
    assert.deepEqual(requests(), { "POST /groups/{projectId}/alertConfigs": COUNT });
    bytes = await stateBytes();
    assert.ok(bytes / COUNT < 3_200, `${bytes / COUNT} bytes of state each`);
  });

  it("are refreshed with one list request, after a few single reads", async () => {
    playground.emulator.clearRequests();
    succeeded(await playground.run("refresh", "--expect-no-changes"));
    const { "GET /groups/{projectId}/alertConfigs": lists, ...others } = requests();
    assert.equal(lists, 1);
    const reads = Object.values(others).reduce((sum, count) => sum + count, 0);
    assert.ok(reads <= 3, JSON.stringify(others));
  });

  it("do not enlarge the state", async () => assert.equal(await stateBytes(), bytes));
});
