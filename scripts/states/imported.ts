/** What an export writes for `pulumi import`: the state of what was never created. */

import { importEntry, programOf, resourcesOf } from "../../src/cli/export/declarations";
import { readInventory } from "../../src/cli/export/inventory";
import { createConnections } from "../../src/core/connections";
import type { State } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { INSTALLATION, fillInstallation } from "../../test/fixtures/installation";

/** The file that a release has written for an installation. */
export interface RecordedImport {
  readonly service: State;
  readonly resources: readonly object[];
  readonly sets: readonly object[];
}

/** Projects of the installation, so that the fixture stays small. */
export const IMPORTED_PROJECTS = ["650000000000000000000000", "650000000000000000000006"];

export async function recordImport(): Promise<RecordedImport> {
  const emulator = await startEmulator(INSTALLATION);
  try {
    await fillInstallation(emulator);
    const config: Readonly<Record<string, string>> = {
      "opsmanager:baseUrl": emulator.baseUrl,
      "opsmanager:publicKey": emulator.publicKey,
      "opsmanager:privateKey": emulator.privateKey,
    };
    const connection = createConnections({ config: (key) => config[key], env: {} })(undefined);
    const inventory = await readInventory(connection, IMPORTED_PROJECTS);
    await connection.api.close();
    const entriesOf = (form: "resources" | "sets"): object[] =>
      resourcesOf(programOf(inventory, form)).map(importEntry);
    const service = emulator.snapshot();
    const isKept = ({ groupId }: { readonly groupId?: string }): boolean =>
      groupId === undefined || IMPORTED_PROJECTS.includes(groupId);
    return {
      service: {
        ...service,
        alertConfigs: service.alertConfigs.filter(isKept),
        clusters: service.clusters.filter(isKept),
      },
      resources: entriesOf("resources"),
      sets: entriesOf("sets"),
    };
  } finally {
    await emulator.close();
  }
}
