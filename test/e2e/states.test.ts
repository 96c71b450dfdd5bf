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
  snapshotStores: [],
  globalAlerts: [],
  cluster: "managed",
  projects: {},
  rotations: {},
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

/** The service of an earlier version lacks the collections of later ones. */
type RecordedService = Omit<State, "globalAlertConfigs" | "s3SnapshotStores"> & Partial<State>;

/** What a service holds of the objects in a state. */
function held(service: RecordedService, deployment: Deployment): object {
  const { alertConfigs, oplogS3Configs, s3SnapshotStores = [], clusters } = service;
  const { globalAlertConfigs = [] } = service;
  const content = (id: string): unknown => {
    const alert = alertConfigs.find((each) => each.id === id);
    return alert && withoutGenerated(alert);
  };
  const rotations = ((deployment.resources ?? []) as Stored[]).flatMap(({ urn, id }) => {
    const [, log] = /:(Audit|System)LogRotation::/.exec(urn) ?? [];
    const all = log === "Audit" ? service.auditLogRotation : service.systemLogRotation;
    return log === undefined ? [] : [[log, all.find(({ groupId }) => groupId === id)] as const];
  });
  const cluster = clusters.find(({ id }) => id === CLUSTER)?.clusterName;
  const projects = ((deployment.resources ?? []) as Stored[])
    .filter(({ urn }) => urn.includes(":Project::"))
    .map(({ urn, id }) => [urn.replace(/.*::/, ""), service.projects.find((each) => each.id === id)]);
  return {
    alerts: mapValues(alertIdsIn(deployment), content),
    stores: oplogS3Configs,
    snapshotStores: s3SnapshotStores,
    globalAlerts: globalAlertConfigs.map((each) => omit(each, ["updated"])),
    cluster,
    projects: Object.fromEntries(projects) as object,
    rotations: Object.fromEntries(rotations),
  };
}

/** The files of programs without alert configurations of projects. */
const WITHOUT_ALERTS = ["rotations", "projects", "snapshot-stores", "global-alerts"].map(
  (name) => `${name}.json`,
);

/** What releases have left behind in the states of users (`npm run generate states`). */
for (const version of readdirSync(folder)) {
  const read = (file: string): Recorded =>
    JSON.parse(readFileSync(join(folder, version, file), "utf8")) as Recorded;
  const plain = read("plain.json");

  for (const file of readdirSync(join(folder, version))) {
    const { program, service, deployment, changes } = read(file);
    const isPartial = file === "partial.json";
    const hasAlerts = !WITHOUT_ALERTS.includes(file);
    // Nothing happened after the first up of `plain`, and `drifted` has the same program.
    const undisturbed = hasAlerts ? plain : { service, deployment };
    const declared = isPartial ? PARTIAL : held(undisturbed.service, undisturbed.deployment.deployment);
    const unwritten = isPartial ? UNWRITTEN : [];

    describe(`a state of ${version}, ${file.replace(".json", "")}`, function () {
      const playground = usePlayground(this, { program, emulator: { seed: service } });
      const heldNow = async () => held(playground.emulator.snapshot(), await playground.stack.stored());

      before(async () => {
        const { emulator, stack } = playground;
        await playground.addFile("manifest.json", emulator.versionManifest.get("current")?.text ?? "");
        await stack.restore(JSON.stringify(deployment).replaceAll(BASE_URL, emulator.baseUrl));
      });

      it("holds no secret in plain text", () => {
        const keys = service.projects.flatMap(({ agentApiKey = [] }) => agentApiKey);
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

      it("becomes as declared by an up", async () => {
        const manifest = playground.emulator.versionManifest.get("current");
        succeeded(await playground.run("up"));
        assert.deepEqual(await heldNow(), declared);
        assert.deepEqual(playground.emulator.versionManifest.get("current"), manifest);
      });

      it("is destroyed, and nothing else", async () => {
        const before = playground.emulator.snapshot();
        const ids = new Set(Object.values(alertIdsIn(await playground.stack.stored())));
        succeeded(await playground.run("destroy"));
        const { alertConfigs, oplogS3Configs, clusters, projects, ...rest } = playground.emulator.snapshot();
        // Of the rotations one leaves the settings in place, and the other disables it.
        const { auditLogRotation, systemLogRotation } = before;
        const left = file === "rotations.json" ? systemLogRotation.slice(0, 1) : systemLogRotation;
        assert.deepEqual([rest.auditLogRotation, rest.systemLogRotation], [auditLogRotation, left]);
        const deleted = before.projects.length - projects.length;
        assert.equal(deleted, file === "projects.json" ? 2 : 0);
        assert.deepEqual(
          alertConfigs,
          before.alertConfigs.filter(({ id }) => !ids.has(id)),
        );
        assert.equal(before.alertConfigs.length - alertConfigs.length, hasAlerts ? 4 : 0);
        assert.deepEqual([oplogS3Configs, rest.s3SnapshotStores, rest.globalAlertConfigs], [[], [], []]);
        assert.equal(clusters.find(({ id }) => id === CLUSTER)?.clusterName, "orders");
      });
    });
  }
}

/** An alert configuration without ids and times. */
function withoutGenerated({ notifications, ...alert }: AlertConfig): object {
  const { id: _, groupId: __, created: ___, updated: ____, ...declared } = alert;
  return { ...declared, notifications: notifications.map(({ id: _____, ...notification }) => notification) };
}
