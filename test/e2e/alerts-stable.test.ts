import assert from "node:assert/strict";
import { GOOD } from "../fixtures/alerts/good";
import { stateOf, succeeded, unchanged } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { PROJECT } from "./support/resources";

const PROGRAM = `
const alerts = ${JSON.stringify(GOOD.map(([, args]) => args))} as Record<string, unknown>[];
alerts.forEach((args, index) => {
  new opsmanager.AlertConfig(\`alert-\${index}\`, { projectId: "${PROJECT}", ...args } as never);
});
`;

/** Alert configurations of every event category, notification type and unit group, in one stack. */
describe(`${GOOD.length} valid alert configurations`, function () {
  const playground = usePlayground(this, {
    program: PROGRAM,
    emulator: { shuffle: true, convertUnits: true },
    // The engine's checkpoints take most of the time, and are not what is tested.
    env: { PULUMI_SKIP_CHECKPOINTS: "true" },
  });
  const requests = () => ({ ...playground.emulator.counters.byEndpoint });
  let bytes = 0;

  /** The size of the provider's part of the state. The engine's part depends on paths of the machine. */
  async function stateBytes(): Promise<number> {
    const resources = Object.values(await stateOf(playground.stack));
    return Buffer.byteLength(JSON.stringify(resources.map(({ inputs, outputs }) => [inputs, outputs])));
  }

  it("are created with one POST each, and one challenge", async () => {
    succeeded(await playground.run("up"));
    assert.deepEqual(requests(), { "POST /groups/{projectId}/alertConfigs": GOOD.length });
    assert.equal(playground.emulator.counters.challenges, 1);
    bytes = await stateBytes();
    assert.ok(bytes / GOOD.length < 3_200, `${bytes / GOOD.length} bytes of state each`);
  });

  it("are refreshed without a diff and a larger state, with one list request and one challenge, and not written", async () => {
    playground.emulator.clearRequests();
    unchanged(await playground.run("up", "--refresh", "--expect-no-changes"));
    assert.deepEqual(requests(), { "GET /groups/{projectId}/alertConfigs": 1 });
    assert.equal(playground.emulator.counters.challenges, 1);
    assert.equal(await stateBytes(), bytes);
  });
});
