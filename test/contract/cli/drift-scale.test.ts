import assert from "node:assert/strict";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { toInputs } from "../../../src/resources/alert-config/encoding";
import { connectionsTo, managed } from "../resources/managed";
import type { Entry, Mode } from "./stacks";
import { documentOf, driftIn, ENCRYPTED, SHOWN } from "./stacks";

const PROJECTS = 40;
const IN_EACH = 50;

describe("the drift of a large stack", () => {
  let emulator: Emulator;
  const entries: Entry[] = [];

  before(async () => {
    emulator = await startEmulator();
    const [first] = emulator.entities("projects").list();
    for (const { id } of emulator.alertConfigs().list()) emulator.alertConfigs().delete(id);
    const written: Entry[] = [];
    for (let index = 0; index < IN_EACH; index++) {
      const alert = managed("AlertConfig", emulator);
      await alert.up(
        toInputs({
          projectId: emulator.projectId,
          eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
          enabled: true,
          metricThreshold: { metricName: "CONNECTIONS", operator: "GREATER_THAN", threshold: index },
          notifications: [{ typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-scale-0001" }],
        }),
      );
      written.push({ kind: "AlertConfig", state: alert.state });
    }
    const alerts = emulator.alertConfigs().list();
    for (let number = 0; number < PROJECTS; number++) {
      const projectId = `60a2b7c9e4b0c5571d3f9${String(number).padStart(3, "0")}`;
      emulator.entities("projects").add({ ...first, id: projectId, name: `project ${number}` });
      const idOf = (id: unknown) => `${String(id).slice(0, -2)}${String(number).padStart(2, "0")}`;
      for (const alert of alerts) emulator.alertConfigs(projectId).set(idOf(alert.id), alert);
      for (const { state } of written) {
        const alertConfigId = idOf(state?.outputs["alertConfigId"]);
        const outputs = { ...state?.outputs, projectId, alertConfigId };
        const inputs = { ...state?.inputs, projectId };
        entries.push({
          kind: "AlertConfig",
          name: `alert-${number}-${alertConfigId}`,
          state: { id: `${projectId}/${alertConfigId}`, inputs, outputs },
        });
      }
    }
  });
  after(async () => emulator.close());

  async function requestsOf(mode: Mode) {
    const document = documentOf(entries, mode);
    const connections = connectionsTo(emulator);
    emulator.clearRequests();
    const startedAt = performance.now();
    const report = await driftIn(document, connections, mode);
    if (process.env["SHOW_TIMES"] !== undefined) console.log(mode.title, performance.now() - startedAt);
    return { report, requests: emulator.counters.byEndpoint };
  }

  it("takes one list for each project", async () => {
    for (const mode of [SHOWN, ENCRYPTED]) {
      const { report, requests } = await requestsOf(mode);
      assert.deepEqual(
        [report.summary.managed, report.changed, report.missing, report.unmanaged, report.duplicates],
        [PROJECTS * IN_EACH, [], [], [], []],
      );
      assert.deepEqual({ ...requests }, { "GET /groups/{projectId}/alertConfigs": PROJECTS });
    }
  });
});
