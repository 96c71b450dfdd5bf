import assert from "node:assert/strict";
import { text as readText } from "node:stream/consumers";
import { forward } from "../../scripts/proxy/forward";
import { withoutUndefined } from "../../src/json";
import { json, servers } from "../unit/http/servers";
import { succeeded } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { alert, EMAIL, PROJECT } from "./support/resources";

const METRIC = { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: 100, units: "RAW" };
const MATCHER = { fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY" };
const DECLARED = { eventTypeName: "OUTSIDE_METRIC_THRESHOLD", enabled: true };
/** What an administrator made of it with a newer version. */
const CONNECTIONS = {
  ...DECLARED,
  severityOverride: "WARNING",
  matchers: [{ ...MATCHER, negate: false }],
  metricThreshold: { ...METRIC, mode: "AVERAGE", window: "5m" },
  notifications: [{ ...EMAIL, template: "short" }],
};

describe("an update of what a newer version of the service has", function () {
  const start = servers();
  const playground = usePlayground(this, { program: "" });

  it("keeps unknown fields, and what the service returned for fields that were never declared", async () => {
    const alerts = playground.emulator.alertConfigs();
    const { id } = alerts.add(CONNECTIONS as never);
    let puts = 0;
    // The newer version: a PUT may have any field, and replaces all of them.
    const newer = await start.http((incoming, outgoing) => {
      const handle = async (): Promise<void> => {
        const text = await readText(incoming);
        if (incoming.method === "PUT" && incoming.headers.authorization !== undefined) {
          puts += 1;
          const { created, groupId } = alerts.get(id) ?? assert.fail(id);
          return json(outgoing, 200, alerts.set(id, { created, groupId, ...JSON.parse(text) }));
        }
        const response = await forward(playground.emulator.baseUrl, incoming, text);
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      };
      handle().catch(() => incoming.socket.destroy());
    });
    await playground.stack.configure({ "opsmanager:baseUrl": newer.origin });
    const up = async (threshold: number): Promise<void> => {
      const declared = { ...DECLARED, matchers: [MATCHER], metricThreshold: { ...METRIC, threshold } };
      await playground.rewrite(alert("connections", `...${JSON.stringify(declared)}, adoptId: "${id}",`));
      playground.emulator.clearRequests();
      succeeded(await playground.run("up"));
    };

    await up(100);
    assert.equal(puts, 0, "what is as declared is adopted without a write");
    await up(200);
    const { updated: _, created: __, ...now } = alerts.get(id) ?? assert.fail("it is gone");
    const metricThreshold = { ...CONNECTIONS.metricThreshold, threshold: 200 };
    const expected = { id, groupId: PROJECT, ...CONNECTIONS, metricThreshold };
    assert.deepEqual(withoutUndefined(now), withoutUndefined(expected));
    assert.equal(puts, 1);
    const { counters } = playground.emulator;
    assert.deepEqual(counters.byEndpoint, { "GET /groups/{projectId}/alertConfigs": 1 });
  });
});
