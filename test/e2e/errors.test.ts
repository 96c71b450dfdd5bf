import assert from "node:assert/strict";
import { type Emulator, startEmulator } from "../../src/emulator";
import type { ConfigValue } from "../../scripts/demo/sandbox";
import { created, did, errorsIn, failedWith } from "./support/assertions";
import { connectionTo, usePlayground } from "./support/playground";
import { cluster } from "./support/resources";

type Says = readonly (string | RegExp)[];

const NOWHERE = `manifest: the file \\/.*\\/no-such-file\\.json cannot be read \\(ENOENT\\)`;
const WRONG_PROGRAMS: Readonly<Record<string, readonly [program: string, ...says: Says]>> = {
  "no arguments at all": [
    `new opsmanager.AlertConfig("alert", undefined as never);`,
    ...["eventTypeName", "notifications", "projectId"].map(
      (name) => `'alert' has a problem: ${name}: is missing`,
    ),
  ],
  "a missing manifest file": [
    `new opsmanager.VersionManifest("versions", { manifest: "no-such-file.json" });`,
    new RegExp(`VersionManifest "versions": ${NOWHERE}; the path "no-such-file\\.json" is relative to \\/`),
  ],
};

describe("a failing run", function () {
  let overTls: Emulator;
  before(async () => void (overTls = await startEmulator({ tls: true })));
  after(async () => overTls.close());
  const playground = usePlayground(this, {
    program: cluster("cluster"),
    config: () => ({ "opsmanager:maxRetries": "0" }),
  });

  async function endsIn(messages: number, says: Says): Promise<void> {
    const run = await playground.run("up");
    failedWith(run, ...says);
    assert.equal(errorsIn(run).length, messages, run.output);
    assert.deepEqual([playground.emulator.counters.writes, overTls.counters.writes], [0, 0]);
  }

  const connections: Readonly<Record<string, readonly [() => Record<string, ConfigValue>, ...Says]>> = {
    "a wrong key": [
      () => ({ "opsmanager:privateKey": { secret: "not-the-private-key" } }),
      "vkwzbqre",
      /private key|privateKey/,
    ],
    "an invalid number": [
      () => ({ "opsmanager:timeoutSeconds": "soon" }),
      "opsmanager:timeoutSeconds",
      "soon",
    ],
    "a certificate of an unknown authority": [() => connectionTo(overTls), "caCert"],
  };
  for (const [what, [config, ...says]] of Object.entries(connections)) {
    it(`ends in one message: ${what}`, async () => {
      await playground.stack.configure(config());
      await endsIn(1, says);
      await playground.stack.configure({
        ...connectionTo(playground.emulator),
        "opsmanager:timeoutSeconds": "60",
      });
    });
  }

  for (const [what, [program, ...says]] of Object.entries(WRONG_PROGRAMS)) {
    it(`ends in one message for each problem: ${what}`, async () => {
      await playground.rewrite(program);
      await endsIn(says.length, says);
    });
  }

  it("succeeds after the authority is configured", async () => {
    await playground.rewrite(cluster("cluster"));
    await playground.stack.configure({ ...connectionTo(overTls), "opsmanager:caCert": overTls.caCert ?? "" });
    did(await playground.run("up"), [created("cluster")]);
    assert.equal(overTls.clusters().get(overTls.clusterId)?.clusterName, "orders-new");
  });
});
