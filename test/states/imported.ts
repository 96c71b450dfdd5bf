/** What an export writes for `pulumi import`: the state of what was never created. */

import { readAsked } from "../../src/cli/export/asked";
import { importEntry, programOf, resourcesOf } from "../../src/cli/export/declarations";
import { LISTINGS, readInventory } from "../../src/cli/export/inventory";
import { createConnections } from "../../src/core/connections";
import type { Emulator, State } from "../../src/emulator";
import { startEmulator } from "../../src/emulator";
import { INSTALLATION, fillInstallation } from "../fixtures/installation";

/** The file that a release has written for an installation. */
export interface RecordedImport {
  readonly service: State;
  readonly resources: readonly object[];
  readonly sets: readonly object[];
}

/** Projects of the installation, so that the fixture stays small. */
export const IMPORTED_PROJECTS = ["650000000000000000000000", "650000000000000000000006"];

/** What an export of an installation writes. */
export async function recordImport(): Promise<RecordedImport> {
  const emulator = await startEmulator(INSTALLATION);
  try {
    await fillInstallation(emulator);
    const resources = await entriesOf(emulator, "resources", IMPORTED_PROJECTS);
    const sets = await entriesOf(emulator, "sets", IMPORTED_PROJECTS);
    const service = emulator.snapshot();
    const isKept = ({ groupId }: { readonly groupId?: string }): boolean =>
      groupId === undefined || IMPORTED_PROJECTS.includes(groupId);
    return {
      service: {
        ...service,
        alertConfigs: service.alertConfigs.filter(isKept),
        clusters: service.clusters.filter(isKept),
      },
      resources,
      sets,
    };
  } finally {
    await emulator.close();
  }
}

/** A key of the emulator other than that of the export, so that all of its entries can be removed. */
const LISTED_KEY = { orgId: "5f3e9c41d2a7b84e60c1f0a3", apiKeyId: "61c0e69ef1d24b3a7e905d47" };

/** What an export writes of an access list. */
export async function recordAccessList(): Promise<RecordedImport> {
  const emulator = await startEmulator();
  try {
    const { orgId, apiKeyId } = LISTED_KEY;
    const created = "2026-01-19T15:30:09Z";
    for (const ipAddress of ["192.0.2.17", "2001:db8::17"]) {
      const cidrBlock = `${ipAddress}/${ipAddress.includes(":") ? 128 : 32}`;
      emulator.accessList(apiKeyId).add({ cidrBlock, ipAddress, count: 0, created });
    }
    const options = { "access-list": [`${orgId}/${apiKeyId}`] };
    const entries = await entriesOf(emulator, "resources", [], options);
    const isEntry = (entry: object): boolean => JSON.stringify(entry).includes(":AccessListEntry");
    const service = { ...emulator.snapshot(), alertConfigs: [], oplogS3Configs: [], versionManifest: [] };
    return { service, resources: entries.filter(isEntry), sets: [] };
  } finally {
    await emulator.close();
  }
}

/** @param options values of options of the export that ask for more, by option */
async function entriesOf(
  emulator: Emulator,
  form: "resources" | "sets",
  projects: readonly string[],
  options: object = {},
): Promise<object[]> {
  const config: Readonly<Record<string, string>> = {
    "opsmanager:baseUrl": emulator.baseUrl,
    "opsmanager:publicKey": emulator.publicKey,
    "opsmanager:privateKey": emulator.privateKey,
  };
  const connection = createConnections({ config: (key) => config[key], env: {} })(undefined);
  const asked = readAsked(options, LISTINGS);
  const inventory = await readInventory(connection, projects, asked);
  await connection.api.close();
  return resourcesOf(programOf(inventory, form)).map(importEntry);
}
