import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { forward } from "../../scripts/proxy/forward";
import { withoutUndefined } from "../../src/json";
import { messagesAt, succeeded } from "./support/assertions";
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
  let id: string;
  const program = (threshold: number): string => {
    const declared = { ...DECLARED, matchers: [MATCHER], metricThreshold: { ...METRIC, threshold } };
    return alert("connections", `...${JSON.stringify(declared)}, adoptId: "${id}",`);
  };
  const playground = usePlayground(this, { program: "" });
  const alerts = () => playground.emulator.alertConfigs();
  /** The field that the service refuses. */
  let refused: string | undefined;
  let puts = 0;

  /** The newer version: a PUT may have any field, and replaces all of them. */
  const newer = createServer((incoming, outgoing) => {
    const handle = async (): Promise<void> => {
      const text = await readText(incoming);
      if (incoming.method !== "PUT" || incoming.headers.authorization === undefined) {
        const response = await forward(playground.emulator.baseUrl, incoming, text);
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
        return;
      }
      const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
      puts += 1;
      const isRefused = refused !== undefined && refused in body;
      const error = { error: 400, errorCode: "ATTRIBUTE_READ_ONLY", parameters: [refused] };
      const { created, groupId } = alerts().get(id) ?? assert.fail(id);
      const result = isRefused ? error : alerts().set(id, { created, groupId, ...body });
      outgoing.writeHead(isRefused ? 400 : 200, { "Content-Type": "application/json" });
      outgoing.end(JSON.stringify(result));
    };
    handle().catch(() => incoming.socket.destroy());
  });
  after(() => newer.close());

  before(async () => {
    ({ id } = alerts().add(CONNECTIONS as never));
    await new Promise<void>((resolve) => newer.listen(0, "127.0.0.1", resolve));
    const { port } = newer.address() as AddressInfo;
    await playground.stack.configure({ "opsmanager:baseUrl": `http://127.0.0.1:${port}` });
    await playground.rewrite(program(100));
    succeeded(await playground.run("up"));
    assert.equal(puts, 0, "what is as declared is adopted without a write");
    playground.emulator.clearRequests();
  });

  it("keeps unknown fields, and what the service returned for fields that were never declared", async () => {
    await playground.rewrite(program(200));
    succeeded(await playground.run("up"));
    const { updated: _, created: __, ...now } = alerts().get(id) ?? assert.fail("it is gone");
    const metricThreshold = { ...CONNECTIONS.metricThreshold, threshold: 200 };
    const expected = { id, groupId: PROJECT, ...CONNECTIONS, metricThreshold };
    assert.deepEqual(withoutUndefined(now), withoutUndefined(expected));
    assert.equal(puts, 1);
    const { counters } = playground.emulator;
    assert.deepEqual(counters.byEndpoint, { "GET /groups/{projectId}/alertConfigs": 1 });
  });

  it("repeats the request without a field that the service refuses by name, and warns", async () => {
    refused = "severityOverride";
    await playground.rewrite(program(300));
    const up = await playground.run("up");
    succeeded(up);
    const said = messagesAt(up, "connections");
    assert.match(said, /"connections" \(.*\): severityOverride could not be kept/);
    assert.equal(Object.hasOwn(alerts().get(id) ?? {}, "severityOverride"), false);
    assert.equal(puts, 3);
  });
});
