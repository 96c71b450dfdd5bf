import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/repository";
import { CLUSTER, SECRETS } from "../states/cases";
import { BASE_URL, type RecordedState } from "../states/record";
import type { Deployment } from "../support/sandbox";
import type { AlertConfig, State } from "../../src/emulator";
import { mapValues, omit } from "../../src/json";
import { did, succeeded, updated } from "./support/assertions";
import { usePlayground } from "./support/playground";

const folder = join(repository, "test/fixtures/states");

/** An alert configuration of the failed up, as the service holds it. */
const member = (channelName: string, eventTypeName = "HOST_DOWN") => ({
  enabled: false,
  eventTypeName,
  matchers: [],
  notifications: [
    { typeName: "SLACK", apiToken: "xoxb-slack-token-0001", channelName, delayMin: 0, intervalMin: 15 },
  ],
});
/** What the failed up did not write. */
const UNWRITTEN = [
  updated("cluster", "clusterName"),
  updated("set", "alertConfigs.refused", "alertConfigs.unreadable"),
];
const PARTIAL = {
  alerts: {
    single: member("#single", "HOST_UP"),
    a: member("#a"),
    refused: member("#refused"),
    unreadable: member("#unreadable", "HOST_UP"),
  },
  stores: [],
  cluster: "managed",
};

interface Stored {
  readonly urn: string;
  readonly id?: string;
  readonly outputs?: { readonly alertConfigId?: string; readonly alertConfigIds?: Record<string, string> };
}
type Recorded = RecordedState & { readonly deployment: { readonly deployment: Deployment } };

/** The ids of the alert configurations in a state, by the name of their resource or in their set. */
function alertIdsIn({ resources = [] }: Deployment): Record<string, string> {
  const outputsOf = (name: string) =>
    (resources as Stored[]).find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;
  const { alertConfigId } = outputsOf("single") ?? {};
  return { ...(alertConfigId && { single: alertConfigId }), ...outputsOf("set")?.alertConfigIds };
}

/** What a service holds of the objects in a state of `plain`, `drifted` or `partial`. */
function held({ alertConfigs, oplogS3Configs, clusters }: State, deployment: Deployment): object {
  const content = (id: string): unknown => {
    const alert = alertConfigs.find((each) => each.id === id);
    return alert && withoutGenerated(alert);
  };
  return {
    alerts: mapValues(alertIdsIn(deployment), content),
    stores: oplogS3Configs,
    cluster: clusters.find(({ id }) => id === CLUSTER)?.clusterName,
  };
}

/** A service without what it counts, and without the times of what it does by itself. */
function settled({ accessList, clusters, controlledFeatures, ...others }: State) {
  return {
    ...others,
    accessList: accessList.map((each) => omit(each, ["count", "lastUsed", "lastUsedAddress"])),
    clusters: clusters.map((each) => omit(each, ["lastHeartbeat"])),
    controlledFeatures: controlledFeatures.map((each) => omit(each, ["updated"])),
  };
}
type Settled = ReturnType<typeof settled>;

/** What a destroy changes in the service. */
const DESTROYED: Readonly<Record<string, (before: Settled) => Partial<Settled>>> = {
  "backup-chain": (before) => {
    const others = <T extends { desc?: string }>(keys: T[]): T[] =>
      keys.filter(({ desc = "" }) => !desc.startsWith("recorded"));
    return {
      apiKeys: others(before.apiKeys),
      agentApiKeys: others(before.agentApiKeys),
      accessList: before.accessList.filter(({ cidrBlock }) => cidrBlock !== "192.0.2.0/25"),
      mongoOplogStores: [],
      mongoSnapshotStores: [],
      fileSystemSnapshotStores: [],
      integrations: [],
      projectBackups: before.projectBackups.map((each) => ({
        ...each,
        daemonFilter: [],
        labelFilter: [],
        oplogStoreFilter: [],
        snapshotStoreFilter: [],
        syncStoreFilter: [],
      })),
      controlledFeatures: before.controlledFeatures.map((each) => ({ ...each, policies: [] })),
    };
  },
  "global-alerts": () => ({ globalAlertConfigs: [] }),
  projects: ({ projects }) => ({ projects: projects.filter(({ name }) => !name.startsWith("recorded")) }),
  // Of the rotations one leaves the settings in place, and the other disables it, which publishes a version.
  rotations: ({ systemLogRotation: [first, disabled], automationConfig }) => ({
    systemLogRotation: first === undefined ? [] : [first],
    automationConfig: automationConfig.map(({ version, ...each }) => ({
      ...each,
      version: each.groupId === disabled?.groupId ? version + 1 : version,
    })),
  }),
  "snapshot-stores": () => ({ s3SnapshotStores: [] }),
};
const alertsDestroyed = (ids: readonly string[], { alertConfigs, clusters }: Settled): Partial<Settled> => ({
  alertConfigs: alertConfigs.filter(({ id }) => !ids.includes(id)),
  oplogS3Configs: [],
  clusters: clusters.map((each) => (each.id === CLUSTER ? { ...each, clusterName: "orders" } : each)),
});

/** What releases have left behind in the states of users (`npm run generate states`). */
for (const version of readdirSync(folder)) {
  const read = (file: string): Recorded =>
    JSON.parse(readFileSync(join(folder, version, file), "utf8")) as Recorded;
  const plain = read("plain.json");

  for (const file of readdirSync(join(folder, version))) {
    const { program, service, deployment, changes } = read(file);
    const name = file.replace(".json", "");
    const isPartial = name === "partial";
    const hasAlerts = DESTROYED[name] === undefined;
    // `drifted` has the program of `plain`.
    const declared = isPartial ? PARTIAL : held(plain.service, plain.deployment.deployment);
    const unwritten = isPartial ? UNWRITTEN : [];

    describe(`a state of ${version}, ${name}`, function () {
      const playground = usePlayground(this, { program, emulator: { seed: service } });
      const now = (): Settled => settled(playground.emulator.snapshot());
      let recorded: Settled;

      before(async () => {
        const { emulator, stack } = playground;
        recorded = now();
        await playground.addFile("manifest.json", emulator.versionManifest.get("current")?.text ?? "");
        await stack.restore(JSON.stringify(deployment).replaceAll(BASE_URL, emulator.baseUrl));
      });

      it("holds no secret in plain text", () => {
        const { projects, agentApiKeys, apiKeys } = playground.emulator.snapshot();
        const keys = [
          ...projects.flatMap(({ agentApiKey = [] }) => agentApiKey),
          ...agentApiKeys.map(({ key }) => key),
          ...apiKeys.map(({ privateKey }) => privateKey),
        ];
        for (const secret of [...SECRETS, ...keys]) {
          assert.ok(!JSON.stringify(deployment).includes(secret), secret);
        }
      });

      it("shows the same in a preview as it did then", async () =>
        did(await playground.run("preview"), changes));

      it("shows in a refresh only what was not written then", async () => {
        const flags = unwritten.length === 0 ? ["--expect-no-changes"] : [];
        did(await playground.run("refresh", ...flags), unwritten);
      });

      it("becomes as declared by an up, which changes nothing else", async () => {
        succeeded(await playground.run("up"));
        const written = playground.emulator.snapshot();
        const whole = settled(written);
        const { alertConfigs, oplogS3Configs, clusters } = whole;
        const changed = isPartial || name === "drifted" ? { alertConfigs, oplogS3Configs, clusters } : {};
        assert.deepEqual(whole, { ...recorded, ...changed });
        if (hasAlerts) assert.deepEqual(held(written, await playground.stack.stored()), declared);
      });

      it("is destroyed, and nothing else", async () => {
        const before = now();
        const ids = Object.values(alertIdsIn(await playground.stack.stored()));
        assert.equal(ids.length, hasAlerts ? 4 : 0);
        succeeded(await playground.run("destroy"));
        const changed = DESTROYED[name]?.(before) ?? alertsDestroyed(ids, before);
        assert.deepEqual(now(), { ...before, ...changed });
      });
    });
  }
}

/** An alert configuration without ids and times. */
function withoutGenerated({ notifications, ...alert }: AlertConfig): object {
  const { id: _, groupId: __, created: ___, updated: ____, ...declared } = alert;
  return { ...declared, notifications: notifications.map(({ id: _____, ...notification }) => notification) };
}
