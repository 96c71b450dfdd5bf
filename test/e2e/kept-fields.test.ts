import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import type { Stack } from "../../scripts/demo/sandbox";
import { forward } from "../../scripts/proxy/forward";
import { withoutUndefined } from "../../src/json";
import { messagesAt, succeeded } from "./support/assertions";
import { exportTo, install } from "./support/exported";
import { connectionTo, usePlayground } from "./support/playground";
import { EMAIL, PROJECT } from "./support/resources";

type Body = Readonly<Record<string, unknown>>;

const METRIC = {
  metricName: "CONNECTIONS",
  mode: "AVERAGE",
  operator: "GREATER_THAN",
  threshold: 100,
  units: "RAW",
};
/** What an administrator made of it with a newer version. */
const CONNECTIONS = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  severityOverride: "WARNING",
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY", negate: false }],
  metricThreshold: { ...METRIC, window: "5m" },
  notifications: [{ ...EMAIL, intervalMin: 15, template: "short" }],
};

const NO_PRIMARY = {
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  matchers: [],
  // The documentation returns one for most events.
  threshold: { operator: "LESS_THAN", threshold: 1, units: "RAW" },
  notifications: [EMAIL],
};

describe("an update of what a newer version of the service has", function () {
  const playground = usePlayground(this, { program: "" });
  const alerts = () => playground.emulator.alertConfigs();
  /** Of the field that the service refuses. */
  let refused: string | undefined;
  let puts: Body[] = [];

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
      const body = JSON.parse(text) as Body;
      puts.push(body);
      const isRefused = refused !== undefined && refused in body;
      const error = { error: 400, errorCode: "ATTRIBUTE_READ_ONLY", parameters: [refused] };
      const id = /\w+$/.exec(incoming.url ?? "")?.[0] ?? "";
      const { created, groupId } = alerts().get(id) ?? assert.fail(id);
      const result = isRefused ? error : alerts().set(id, { created, groupId, ...body });
      outgoing.writeHead(isRefused ? 400 : 200, { "Content-Type": "application/json" });
      outgoing.end(JSON.stringify(result));
    };
    handle().catch(() => incoming.socket.destroy());
  });
  after(() => newer.close());

  let id: string;
  let stack: Stack;
  let folder: string;
  const module = (): string => join(folder, "projects/shop-production.ts");
  /** Changes a text in the module of the project, and deploys it. */
  async function edit(before: RegExp, after: string): Promise<string> {
    const text = await readFile(module(), "utf8");
    assert.match(text, before);
    await writeFile(module(), text.replaceAll(before, after));
    puts = [];
    playground.emulator.clearRequests();
    const up = await stack.run("up", "--skip-preview");
    succeeded(up);
    return messagesAt(up, "shop-production-connections-primary");
  }

  before(async () => {
    const { emulator, sandbox } = playground;
    for (const each of alerts().list()) alerts().delete(each.id);
    ({ id } = alerts().add(CONNECTIONS as never));
    alerts().add(NO_PRIMARY as never);
    await new Promise<void>((resolve) => newer.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(newer.address() as AddressInfo).port}`;
    const service = { ...connectionTo(emulator), "opsmanager:baseUrl": baseUrl };
    const { publicKey, privateKey } = emulator;
    folder = join(sandbox.folder, "exported");
    const exported = await exportTo({ baseUrl, publicKey, privateKey }, folder, "--project", PROJECT);
    assert.equal(exported.code, 0, exported.output);
    await install(folder);
    stack = await sandbox.createStack({ project: folder, name: "exported", config: service });
    const flags = ["--file", join(folder, "import.json"), "--generate-code=false", "--protect=false"];
    succeeded(await stack.run("import", ...flags));
    succeeded(await stack.run("up", "--skip-preview"));
    assert.deepEqual(puts, [], "an import writes nothing");
  });

  it("exports what the service returned for a metric, and no threshold that the event does not use", async () => {
    const text = await readFile(module(), "utf8");
    assert.match(text, /mode: "AVERAGE"/);
    assert.match(text, /units: "RAW"/);
    assert.doesNotMatch(text, /LESS_THAN/);
  });

  it("keeps unknown fields, and what the service returned for fields that were never declared", async () => {
    await edit(/threshold: 100/g, "threshold: 200");
    const { updated: _, created: __, ...now } = alerts().get(id) ?? assert.fail("it is gone");
    const metricThreshold = { ...CONNECTIONS.metricThreshold, threshold: 200 };
    const expected = { id, groupId: PROJECT, ...CONNECTIONS, metricThreshold };
    assert.deepEqual(withoutUndefined(now), withoutUndefined(expected));
    assert.equal(puts.length, 1);
    const { counters } = playground.emulator;
    assert.deepEqual(counters.byEndpoint, { "GET /groups/{projectId}/alertConfigs": 1 });
  });

  it("repeats the request without a field that the service refuses by name, and warns", async () => {
    refused = "severityOverride";
    const said = await edit(/intervalMin: 15/g, "intervalMin: 45");
    assert.match(said, /"shop-production-connections-primary" \(.*\): severityOverride could not be kept/);
    assert.equal(Object.hasOwn(alerts().get(id) ?? {}, "severityOverride"), false);
    assert.equal(puts.length, 2);
  });
});
