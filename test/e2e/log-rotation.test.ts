import assert from "node:assert/strict";
import { created, deleted, did, messagesAt, outputsOf, stateOf } from "./support/assertions";
import { usePlayground } from "./support/playground";
import { cluster, PROJECT, SECOND_PROJECT } from "./support/resources";

const AUDIT = { projectId: PROJECT, sizeThresholdMB: 500, timeThresholdHrs: 12 };
/** The project of the second one is not known before the cluster is renamed, and one of its settings is secret. */
const PROGRAM = `
const audit = new opsmanager.AuditLogRotation("audit", ${JSON.stringify(AUDIT)});
export const effective = audit.effective;
${cluster("cluster").trim().replace("new", "const cluster = new")}
new opsmanager.SystemLogRotation("system", {
  projectId: cluster.previousName.apply(() => "${SECOND_PROJECT}"),
  sizeThresholdMB: pulumi.secret(7321.5), timeThresholdHrs: 24, disableOnDestroy: true,
});
`;

describe("a log rotation", function () {
  const playground = usePlayground(this, { program: PROGRAM });
  const auditLog = () => playground.emulator.auditLogRotation.get(PROJECT);
  const versionOf = (project: string) =>
    playground.emulator.entities("automationConfig").get(project)?.version ?? 1;

  it("is shown by a preview with what it overwrites, also beside one whose project is not known yet", async () => {
    const run = await playground.run("preview");
    did(run, ["audit", "cluster", "system"].map(created));
    assert.match(
      messagesAt(run, "audit"),
      /The audit log rotation "audit" \(.*\) exists and is adopted; this changes it:\s+sizeThresholdMB: 1000\.5 => 500\s+timeThresholdHrs: 24 => 12$/,
    );
    assert.equal(playground.emulator.counters.writes, 0);
  });

  it("is written once by an up, and a no-op up sends no request", async () => {
    const { emulator, stack } = playground;
    did(await playground.run("up"), ["audit", "cluster", "system"].map(created));
    assert.deepEqual([versionOf(PROJECT), versionOf(SECOND_PROJECT)], [2, 2]);
    assert.deepEqual((await outputsOf(stack))["effective"], {
      sizeThresholdMB: 500,
      timeThresholdHrs: 12,
      numUncompressed: 7,
      percentOfDiskspace: 0.02,
      numTotal: 0,
    });
    assert.equal(emulator.systemLogRotation.get(SECOND_PROJECT)?.sizeThresholdMB, 7321.5);
    assert.ok(!JSON.stringify(await stack.stored()).includes("7321"), "the state holds the secret setting");
    emulator.clearRequests();
    did(await playground.run("up", "--expect-no-changes"), []);
    assert.equal(emulator.counters.requests, 0);
  });

  it("stays after a destroy, or is disabled by it", async () => {
    const before = auditLog();
    const names = Object.keys(await stateOf(playground.stack));
    did(await playground.run("destroy"), names.map(deleted));
    assert.deepEqual(auditLog(), before);
    assert.equal(playground.emulator.systemLogRotation.get(SECOND_PROJECT), undefined);
  });
});
