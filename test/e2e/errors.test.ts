import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { PulumiRun } from "../../scripts/demo/sandbox";
import { created, did, errorsIn, failedWith } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";
import { alert, cluster } from "./support/resources";

const NOWHERE = `manifest: the file \\/.*\\/no-such-file\\.json cannot be read \\(ENOENT\\)`;
/** Known only after the first resource has been created. */
const LATER = "first.previousName.apply(String)";
const WRONG = `
const first = ${cluster("first").trim()}
new opsmanager.AlertConfig("alert", undefined as never);
${alert(
  "partly",
  `projectId: ${LATER}, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", notifications: [
    { typeName: "SLACK", channelName: ${LATER}, apiToken: ${LATER}, intervalMin: 1 },
    { typeName: "EMAIL", emailAddress: ${LATER}, delayMin: "soon" as never },
  ],`,
)}
new opsmanager.VersionManifest("versions", { manifest: "no-such-file.json" });`;

describe("a failing run", function () {
  let overTls: Emulator;
  before(async () => void (overTls = await startEmulator({ tls: true })));
  after(async () => overTls.close());
  const playground = usePlayground(this, {
    program: WRONG,
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });

  /** @param says a text of each error */
  function endsIn(run: PulumiRun, ...says: readonly (string | RegExp)[]): void {
    failedWith(run, ...says);
    assert.equal(errorsIn(run).length, says.length, run.output);
    assert.deepEqual([playground.emulator.counters.writes, overTls.counters.writes], [0, 0]);
  }

  it("ends in one message for each problem of the arguments, also beside values that are not known yet", async () => {
    const missing = (name: string): string => `'alert' has a problem: ${name}: is missing`;
    const file = `VersionManifest "versions": ${NOWHERE}; the path "no-such-file\\.json" is relative to \\/`;
    endsIn(
      await playground.run("preview"),
      ...["eventTypeName", "notifications", "projectId"].map(missing),
      new RegExp(file),
      "'partly' has a problem: metricThreshold: is missing",
      "'partly' has a problem: notifications[0].intervalMin",
      "'partly' has a problem: notifications[1].delayMin: must be a number",
    );
  });

  it("ends in one message: a wrong key", async () => {
    await playground.rewrite(cluster("cluster"));
    await playground.stack.configure({ "opsmanager:privateKey": { secret: "not-the-private-key" } });
    endsIn(
      await playground.run("up"),
      /vkwzbqre.*(private key|privateKey)|(private key|privateKey).*vkwzbqre/,
    );
  });

  it("ends in one message: a certificate of an unknown authority", async () => {
    await playground.stack.configure(connectionTo(overTls));
    endsIn(await playground.run("up"), "caCert");
  });

  it("succeeds after the authority is configured", async () => {
    await playground.stack.configure({ "opsmanager:caCert": overTls.caCert ?? "" });
    did(await playground.run("up"), [created("cluster")]);
    assert.equal(overTls.clusters().get(overTls.clusterId)?.clusterName, "orders-new");
  });
});
