/** The picture of two manual changes: a real refresh and a real update against the emulator. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "../../../src/emulator";
import { ensureEngine } from "../../../test/support/engine/ensure-engine";
import { repository } from "../../../test/support/repository";
import { openSandbox } from "../../../test/support/sandbox";
import type { Line } from "./terminal";

const PROGRAM = `
import * as opsmanager from "pulumi-opsmanager";

const projectId = "60a2b7c9e4b0c5571d3f8e12";
const notifications = [{ typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 }];

new opsmanager.AlertConfig("no-primary", { projectId, eventTypeName: "NO_PRIMARY", enabled: true, notifications });
new opsmanager.AlertConfig("replication-lag", {
  projectId,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  metricThreshold: {
    metricName: "OPLOG_SLAVE_LAG_MASTER_TIME",
    operator: "GREATER_THAN",
    threshold: 60,
    units: "SECONDS",
  },
  notifications,
});
`;

/** Lines of Pulumi that say nothing about the change. */
const NOISE = /^(@|Refreshing|Updating|Duration|\s*$)|pulumi:pulumi:Stack|\[(id|provider)=/;

/** Runs both and returns what a user sees, without lines that are always the same. */
export async function recordDrift(): Promise<Line[]> {
  const emulator = await startEmulator();
  const { binDir } = await ensureEngine();
  const sandbox = await openSandbox({ binDir, color: "always" });
  try {
    // Inside the repository, so that the program finds the package.
    const folder = join(repository, ".build/picture");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nmain: index.ts\n");
    await writeFile(join(folder, "index.ts"), PROGRAM);
    const stack = await sandbox.createStack({
      project: folder,
      name: "dev",
      config: {
        "opsmanager:baseUrl": emulator.baseUrl,
        "opsmanager:publicKey": emulator.publicKey,
        "opsmanager:privateKey": { secret: emulator.privateKey },
      },
    });
    const run = async (operation: "refresh" | "up"): Promise<string[]> => {
      const { output, code } = await stack.run(operation, "--skip-preview", "--diff", "--suppress-outputs");
      if (code !== 0) throw new Error(output);
      // eslint-disable-next-line no-control-regex
      const shown = output.split("\n").filter((line) => !NOISE.test(line.replaceAll(/\u001B\[[\d;]*m/g, "")));
      return [`\u001B[38;5;2m$\u001B[0m pulumi ${operation} --diff`, ...shown, ""];
    };
    await run("up");
    const alerts = emulator.alertConfigs();
    for (const { id, eventTypeName, metricThreshold } of alerts.list().slice(-2)) {
      if (eventTypeName === "NO_PRIMARY") alerts.update(id, { enabled: false });
      else alerts.update(id, { metricThreshold: { ...metricThreshold, threshold: 600 } });
    }
    const lines = [...(await run("refresh")), ...(await run("up"))];
    return lines.map((text) => ({ text }));
  } finally {
    await sandbox.close();
    await emulator.close();
  }
}
