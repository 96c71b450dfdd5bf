import assert from "node:assert/strict";
import { GOOD } from "../fixtures/alerts/good";
import { succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";

const ALERTS = GOOD.map(([, args]) => args);

const PROGRAM = `
const alerts = ${JSON.stringify(ALERTS)} as Record<string, unknown>[];
alerts.forEach((args, index) => {
  new opsmanager.AlertConfig(\`alert-\${index}\`, { projectId: "60a2b7c9e4b0c5571d3f8e12", ...args } as never);
});
`;

/** Alert configurations of every event category, notification type and unit group, in one stack. */
describe(`${ALERTS.length} valid alert configurations`, function () {
  const playground = usePlayground(this, {
    program: PROGRAM,
    emulator: { shuffle: true, convertUnits: true },
  });
  const requests = () => ({ ...playground.emulator.counters.byEndpoint });

  it("are created with one POST each, and one challenge", async () => {
    succeeded(await playground.run("up"));
    assert.deepEqual(requests(), { "POST /groups/{projectId}/alertConfigs": ALERTS.length });
    assert.equal(playground.emulator.counters.challenges, 1);
  });

  it("are refreshed without a diff, with one list request and one challenge", async () => {
    playground.emulator.clearRequests();
    succeeded(await playground.run("refresh", "--expect-no-changes"));
    assert.deepEqual(requests(), { "GET /groups/{projectId}/alertConfigs": 1 });
    assert.equal(playground.emulator.counters.challenges, 1);
  });

  it("cause no request in an up without changes", async () => {
    playground.emulator.clearRequests();
    succeeded(await playground.run("up", "--expect-no-changes"));
    assert.equal(playground.emulator.counters.requests, 0);
  });
});
