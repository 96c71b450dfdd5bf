/** Pictures of the pages: the control page of the emulator, and a report of drift. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FORMATS } from "../../../src/cli/drift/formats";
import { OpsManagerClient } from "../../../src/client";
import { startEmulator } from "../../../src/emulator";
import { launchBrowser } from "../../../test/browser/support/browser";
import { EXAMPLE } from "../../../test/unit/cli/drift/reports";

export async function takeScreenshots(folder: string): Promise<void> {
  const browser = await launchBrowser();
  const emulator = await startEmulator();
  const files = await mkdtemp(join(tmpdir(), "report-"));
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 800 }, deviceScaleFactor: 1 });
    const client = new OpsManagerClient(emulator);
    const [alert] = await client.alertConfigs.list(emulator.projectId);
    await client.alertConfigs.setEnabled(emulator.projectId, alert?.id ?? "", true);
    await client.clusters.rename(emulator.projectId, emulator.clusterId, "orders-production");
    await client.oplogS3Configs.list();
    await client.close();
    await page.goto(`${emulator.controlUrl}/#token=${emulator.controlToken}`);
    await page.getByText("NO_PRIMARY").first().waitFor();
    await page.getByText("NO_PRIMARY").first().click();
    await page.screenshot({ path: join(folder, "emulator.png") });

    await writeFile(join(files, "report.html"), FORMATS.html(EXAMPLE));
    await page.goto(pathToFileURL(join(files, "report.html")).href);
    await page.screenshot({ path: join(folder, "drift-report.png") });
  } finally {
    await browser.close();
    await emulator.close();
    await rm(files, { recursive: true });
  }
}
