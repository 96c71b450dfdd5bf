import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/repository";
import type { PulumiRun } from "../support/sandbox";
import { type Emulator, startEmulator } from "../../src/emulator";
import { created, did, errorsIn, failedWith, stateOf } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";
import { alert, cluster, CLUSTER, PROJECT } from "./support/resources";

const problems = (...texts: string[]): string[] => texts.map((text) => `'alert' has a problem: ${text}`);
const NOWHERE = `manifest: the file \\/.*\\/no-such-file\\.json cannot be read \\(ENOENT\\)`;
/** Known only after the first resource has been created. */
const LATER = "first.previousName.apply(String)";
const UNKNOWN = `projectId: ${LATER}, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", notifications: [
  { typeName: "SLACK", channelName: ${LATER}, apiToken: ${LATER}, intervalMin: 1 },
  { typeName: "EMAIL", emailAddress: ${LATER}, delayMin: "soon" as never },
],`;
/** The programs, and a text of each error. */
const WRONG: Readonly<Record<string, readonly [program: string, ...says: (string | RegExp)[]]>> = {
  "no arguments at all": [
    `new opsmanager.AlertConfig("alert", undefined as never);`,
    ...problems("eventTypeName: is missing", "notifications: is missing", "projectId: is missing"),
  ],
  "arguments beside values that are not known yet": [
    `const first = ${cluster("first").trim()}${alert("alert", UNKNOWN)}`,
    ...problems("metricThreshold: is missing", "notifications[0].intervalMin"),
    ...problems("notifications[1].delayMin: must be a number"),
  ],
  "a missing manifest file": [
    `new opsmanager.VersionManifest("versions", { manifest: "no-such-file.json" });`,
    new RegExp(`VersionManifest "versions": ${NOWHERE}; the path "no-such-file\\.json" is relative to \\/`),
  ],
};

/** The types with which `pulumi import <type> <name> <id>` fails, and the heading of a section that explains it. */
const IMPORTS: Readonly<Record<string, string>> = {
  "pulumi-nodejs:dynamic/opsmanager:ClusterName":
    "Cannot read properties of undefined (reading 'toJavaScript')",
  "opsmanager:index:ClusterName": "no resource plugin 'pulumi-resource-opsmanager' found",
};

describe("a failing run", function () {
  let overTls: Emulator;
  before(async () => void (overTls = await startEmulator({ tls: true })));
  after(async () => overTls.close());
  const playground = usePlayground(this, {
    program: "",
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });

  /** @param says a text of each error */
  function endsIn(run: PulumiRun, ...says: readonly (string | RegExp)[]): void {
    failedWith(run, ...says);
    assert.equal(errorsIn(run).length, says.length, run.output);
    assert.deepEqual([playground.emulator.counters.writes, overTls.counters.writes], [0, 0]);
  }

  for (const [type, heading] of Object.entries(IMPORTS)) {
    it(`ends with a message that "Troubleshooting" explains: pulumi import ${type}`, async () => {
      const { code, output } = await playground.run("import", type, "orders", `${PROJECT}/${CLUSTER}`);
      assert.notEqual(code, 0);
      assert.ok(output.includes(heading), output);
      const page = readFileSync(join(repository, "docs/troubleshooting.md"), "utf8");
      assert.ok(page.includes(`\n### ${heading}\n`), heading);
      assert.deepEqual(await stateOf(playground.stack), {});
      assert.equal(playground.emulator.counters.requests, 0);
    });
  }

  for (const [what, [program, ...says]] of Object.entries(WRONG)) {
    it(`ends in one message for each problem: ${what}`, async () => {
      await playground.rewrite(program);
      endsIn(await playground.run("preview"), ...says);
    });
  }

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
