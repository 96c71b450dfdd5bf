/** What programs read from the second server, in an older version, which shows URIs in clear: stack outputs are not secret. */

import assert from "node:assert/strict";
import * as assertions from "../e2e/support/assertions";
import { FOREIGN, idOfProject, PLATFORM } from "./second-service-case";
import { ORDERS } from "./second-service-chain";
import type { Bench } from "./second-service-stages";
import { open, stage } from "./second-service-stages";

export async function functions(whole: Bench): Promise<void> {
  const bench = { ...whole, kinds: [] };
  const { orgId, see } = bench.service;
  const shop = { projectId: idOfProject("shop", (await see()).state) };
  // By function: its arguments, and what its result has.
  const calls: readonly [name: string, args: object, ...texts: string[]][] = [
    ["getAgentApiKeys", { projectId: FOREIGN }, "old agents", "PROVISIONING"],
    ["getApiKeys", { orgId }, "old pipeline", "oldpipel"],
    ["getFeatureControl", { projectId: FOREIGN }, "terraform", "net.tls.CAFile"],
    ["getFileSystemSnapshotStore", { storeId: "foreign" }, "/mnt/foreign"],
    ["getFileSystemSnapshotStores", {}, "/mnt/foreign", "/mnt/files"],
    ["getIntegrations", shop, "PAGER_DUTY", "WEBHOOK", "routingKey"],
    ["getIntegrations", { projectId: PLATFORM }, "PROMETHEUS", "0.0.0.0:9216"],
    ["getMongoOplogStore", { storeId: "foreign" }, "metadata.example.com"],
    ["getMongoOplogStores", {}, "metadata.example.com"],
    ["getMongoSnapshotStore", { storeId: "foreign" }, "metadata.example.com"],
    ["getMongoSnapshotStores", {}, "metadata.example.com", "taken"],
    ["getProjectBackup", shop, "/etc/kmip.pem", "oplogs"],
    ["getSnapshotSchedule", { projectId: PLATFORM, clusterId: ORDERS }, '"snapshotIntervalHours":12'],
  ];
  const outputs = calls.map(([name, args], index) => `export const f${index} = ${callOf(name, args)};\n`);
  const { stack, up } = await open(bench, "functions", outputs.join(""));
  await bench.service.change({ switches: { isOld: true } });
  await stage(bench, {
    title: "functions",
    run: up,
    holds: (run) => assertions.succeeded(run),
  });
  await bench.service.change({ switches: { isOld: false } });
  await bench.check("what the functions have read from the second server", async () => {
    const read = await assertions.outputsOf(stack);
    for (const [index, [name, , ...texts]] of calls.entries()) {
      const shown = JSON.stringify(read[`f${index}`]);
      for (const text of texts) assert.ok(shown.includes(text), `${name}: ${shown}`);
      assert.doesNotMatch(shown, /\*\*|REDACTED|rivateKey|"key"/, name);
    }
  });
}

function callOf(name: string, args: object): string {
  return `pulumi.output(opsmanager.${name}(${JSON.stringify(args)}))`;
}
