/** The quickstart program and its configuration. */

import { randomBytes } from "node:crypto";
import type { Emulator } from "../../src/emulator";
import { repository } from "../../test/support/repository";
import type { ConfigValue } from "../../test/support/sandbox";

/** The folder with the `Pulumi.yaml` of the program. */
export const QUICKSTART: string = repository;

/** The configuration for an emulator, with new random secrets each time. */
export function quickstartConfig(emulator: Emulator): Record<string, ConfigValue> {
  return {
    "opsmanager:baseUrl": emulator.baseUrl,
    "opsmanager:publicKey": emulator.publicKey,
    "opsmanager:privateKey": { secret: emulator.privateKey },
    projectId: emulator.projectId,
    projects: JSON.stringify(projectsOf(emulator)),
    clusterId: emulator.clusterId,
    orgId: emulator.orgId,
    apiKeyId: emulator.apiKeyId,
    accessListEntry: "198.51.100.0/24",
    pagerDutyKey: { secret: randomSecret() },
    slackToken: { secret: `xoxb-${randomSecret()}` },
    s3AccessKey: { secret: `AKIA${randomSecret().slice(0, 16).toUpperCase()}` },
    s3SecretKey: { secret: randomSecret() },
    metadataUri: { secret: `mongodb://backup:${randomSecret()}@metadata.example.com:27017/?tls=true` },
    oplogUri: { secret: `mongodb://backup:${randomSecret()}@oplog.example.com:27017/` },
    blockstoreUri: { secret: `mongodb://backup:${randomSecret()}@blockstore.example.com:27017/` },
    webhookUrl: { secret: `https://hooks.example.com/${randomSecret()}` },
  };
}

/** The ids of the projects by name. */
function projectsOf(emulator: Emulator): Record<string, string> {
  const entries = emulator.entities("projects").list();
  return Object.fromEntries(entries.map(({ id, name }) => [name.replace(/^.*-/, ""), id]));
}

function randomSecret(): string {
  return randomBytes(16).toString("hex");
}
