import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Stack } from "../../scripts/demo/sandbox";
import { withoutUndefined } from "../../src/json";
import { messagesAt, succeeded } from "./support/assertions";
import { exportTo, install } from "./support/exported";
import type { Body, OtherService } from "./support/other-service";
import { connectionToOther, KEY, PROJECT, startOtherService } from "./support/other-service";
import { usePlayground } from "./support/playground";

const MAIL = { typeName: "EMAIL", emailAddress: "dba@example.com", intervalMin: 15, delayMin: 0, id: "n1" };

/** What an administrator made of it with a newer version. */
const CONNECTIONS = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  severityOverride: "WARNING",
  matchers: [{ fieldName: "TYPE_NAME", operator: "EQUALS", value: "PRIMARY", negate: false }],
  metricThreshold: {
    metricName: "CONNECTIONS",
    mode: "AVERAGE",
    operator: "GREATER_THAN",
    threshold: 100,
    units: "RAW",
    window: "5m",
  },
  notifications: [{ ...MAIL, template: "short" }],
};

const NO_PRIMARY = {
  eventTypeName: "NO_PRIMARY",
  enabled: true,
  matchers: [],
  // The documentation returns one for most events.
  threshold: { operator: "LESS_THAN", threshold: 1, units: "RAW" },
  notifications: [MAIL],
};

describe("an update of what a newer version of the service has", function () {
  let other: OtherService;
  before(async () => {
    other = await startOtherService();
  });
  after(async () => other.close());

  const playground = usePlayground(this, { program: "", config: () => connectionToOther(other) });
  let ids: { connections: string; noPrimary: string };
  let stack: Stack;
  let folder: string;

  const connections = (): Body => other.alerts.get(ids.connections) ?? assert.fail("it is gone");
  const puts = (): Body[] =>
    other.exchanges
      .filter(({ method, path }) => method === "PUT" && path.includes(ids.connections))
      .map(({ body }) => body);
  const requests = (): string[] =>
    other.exchanges.map(({ method, path }) => `${method} ${path.split("?")[0]}`);
  /** Changes a text in the module of the project, and deploys it. */
  async function edit(before: RegExp, after: string): Promise<string> {
    const file = join(folder, "projects/other.ts");
    const text = await readFile(file, "utf8");
    assert.match(text, before);
    await writeFile(file, text.replaceAll(before, after));
    other.exchanges.length = 0;
    const up = await stack.run("up", "--skip-preview");
    succeeded(up);
    return messagesAt(up, "other-connections-primary");
  }

  before(async () => {
    ids = { connections: other.add(CONNECTIONS), noPrimary: other.add(NO_PRIMARY) };
    folder = join(playground.sandbox.folder, "exported");
    const exported = await exportTo({ baseUrl: other.baseUrl, ...KEY }, folder);
    assert.equal(exported.code, 0, exported.output);
    await install(folder);
    stack = await playground.sandbox.createStack({
      project: folder,
      name: "exported",
      config: connectionToOther(other),
    });
    const flags = ["--file", join(folder, "import.json"), "--generate-code=false", "--protect=false"];
    succeeded(await stack.run("import", ...flags));
    succeeded(await stack.run("up", "--skip-preview"));
    assert.deepEqual(puts(), [], "an import writes nothing");
  });

  it("exports what the service returned for a metric, and no threshold that the event does not use", async () => {
    const text = await readFile(join(folder, "projects/other.ts"), "utf8");
    assert.match(text, /mode: "AVERAGE"/);
    assert.match(text, /units: "RAW"/);
    assert.doesNotMatch(text, /LESS_THAN/);
  });

  it("keeps unknown fields, and what the service returned for fields that were never declared", async () => {
    await edit(/threshold: 100/g, "threshold: 200");
    const { updated: _, created: __, ...now } = connections();
    const metricThreshold = { ...CONNECTIONS.metricThreshold, threshold: 200 };
    const mail = { ...CONNECTIONS.notifications[0], id: undefined };
    assert.deepEqual(
      withoutUndefined(now),
      withoutUndefined({
        id: ids.connections,
        groupId: PROJECT,
        links: [],
        ...CONNECTIONS,
        metricThreshold,
        notifications: [mail],
      }),
    );
    assert.deepEqual(requests(), [
      `GET /groups/${PROJECT}/alertConfigs`,
      `PUT /groups/${PROJECT}/alertConfigs/${ids.connections}`,
    ]);
  });

  it("repeats the request without a field that the service refuses by name, and warns", async () => {
    other.intercept = ({ method, body }) =>
      method === "PUT" && "severityOverride" in body
        ? {
            status: 400,
            body: { error: 400, errorCode: "ATTRIBUTE_READ_ONLY", parameters: ["severityOverride"] },
          }
        : undefined;
    const said = await edit(/intervalMin: 15/g, "intervalMin: 45");
    other.intercept = () => undefined;
    assert.match(said, /"other-connections-primary" \(.*\): severityOverride could not be kept/);
    assert.equal(connections()["severityOverride"], undefined);
    assert.equal(puts().length, 2);
  });
});
