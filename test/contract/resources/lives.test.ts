import assert from "node:assert/strict";
import { withArgumentNames } from "../../../src/dynamic/form";
import { type Emulator, startEmulator } from "../../../src/emulator";
import type { PlainObject } from "../../../src/json";
import { ADAPTERS } from "./adapters";
import { DOWN, INPUTS, newerManifest, OTHER_KEY } from "./inputs";
import { type Kind, managed, useEmulator } from "./managed";

/** The life of one kind of resource. */
interface Life {
  /** Arguments that lead to an update; absent for objects that only exist or not. */
  readonly changed?: (emulator: Emulator) => PlainObject;
  /** Arguments that declare the change by hand as well. */
  readonly declaredByHand?: PlainObject;
  /** Changes the object by hand, or removes it if that is the only change. */
  readonly byHand: (emulator: Emulator) => void;
  /** What the service has of the object, without generated values. */
  readonly live: (emulator: Emulator) => unknown;
  /** Arguments that adopt the object, if the kind does not adopt by itself. */
  readonly adopting?: (id: string) => PlainObject;
  /** Arguments that name another object. */
  readonly replacedBy: PlainObject;
  /** Whether the service keeps the object after a destroy. */
  readonly stays?: boolean;
  /** What a destroy leaves of it. @default what was there before */
  readonly emptied?: unknown;
}

const OTHER = "62d8a2c4a90e4c5d8b31b7d3";

const lastAlert = (emulator: Emulator) => emulator.alertConfigs().list().at(-1) ?? assert.fail("none");
const lastProject = (emulator: Emulator) =>
  emulator.entities("projects").list().at(-1) ?? assert.fail("none");
const lastGlobal = (emulator: Emulator) => emulator.globalAlertConfigs.list().at(-1);
const lastAgentKey = (emulator: Emulator) => emulator.agentApiKeys().list().at(-1);
const lastKey = (emulator: Emulator) => emulator.apiKeys.list().at(-1) ?? assert.fail("none");
/** The mark of the provider in a description. */
const MARK = / \[pulumi [0-9a-f]{16}\]$/;
const ALERT = {
  byHand: (emulator: Emulator) =>
    void emulator.alertConfigs().update(lastAlert(emulator).id, { enabled: false }),
  live: (emulator: Emulator) => [lastAlert(emulator).eventTypeName, lastAlert(emulator).enabled],
  replacedBy: { projectId: OTHER },
};

const rotation = (log: "auditLogRotation" | "systemLogRotation"): Life => ({
  changed: () => ({ timeThresholdHrs: 6 }),
  byHand: (emulator) => void emulator[log].update(emulator.projectId, { sizeThresholdMB: 9, numTotal: 3 }),
  live: (emulator) => emulator[log].get(emulator.projectId),
  replacedBy: { projectId: OTHER },
  stays: true,
});

const store = (collection: "oplogS3Configs" | "s3SnapshotStores"): Life => ({
  changed: () => ({ s3BucketName: "other" }),
  byHand: (emulator) => void emulator[collection].update("store", { s3BucketName: "by-hand" }),
  live: (emulator) => {
    const { s3BucketName, awsSecretKey } = emulator[collection].get("store") ?? {};
    return [s3BucketName, awsSecretKey];
  },
  adopting: () => ({ adopt: true }),
  replacedBy: { storeId: OTHER },
});

const mongoStore = (collection: "mongoOplogStores" | "mongoSnapshotStores"): Life => ({
  changed: () => ({ writeConcern: "W2" }),
  byHand: (emulator) =>
    void emulator[collection].update("store", { labels: ["by-hand"], uri: "mongodb://u:p@by-hand/" }),
  live: (emulator) => {
    const { uri, labels, writeConcern } = emulator[collection].get("store") ?? {};
    return [uri, labels, writeConcern];
  },
  adopting: () => ({ adopt: true }),
  replacedBy: { storeId: OTHER },
});

const LIVES: Readonly<Record<Kind, Life>> = {
  AccessListEntry: {
    byHand: (emulator) => void emulator.accessList().delete("192.0.2.17/32"),
    live: (emulator) =>
      emulator
        .accessList()
        .list()
        .map(({ cidrBlock }) => cidrBlock),
    adopting: () => ({ adopt: true }),
    replacedBy: { orgId: OTHER, apiKeyId: OTHER, entry: "192.0.2.18" },
  },
  AgentApiKey: {
    byHand: (emulator) => void emulator.agentApiKeys().delete(lastAgentKey(emulator)?.id ?? ""),
    live: (emulator) =>
      emulator
        .agentApiKeys()
        .list()
        .map(({ desc }) => desc.replace(MARK, "")),
    adopting: (id) => ({ import: id }),
    replacedBy: { projectId: OTHER, desc: "other" },
  },
  AlertConfig: {
    ...ALERT,
    changed: () => ({ enabled: false }),
    declaredByHand: { enabled: false },
    adopting: (id) => ({ adoptId: id.split("/")[1] }),
  },
  AlertConfigSet: {
    ...ALERT,
    changed: () => ({ alertConfigs: { up: { ...DOWN, eventTypeName: "HOST_UP" } } }),
    declaredByHand: { alertConfigs: { down: { ...DOWN, enabled: false } } },
  },
  ApiKey: {
    changed: () => ({ desc: "release", roles: ["ORG_READ_ONLY"] }),
    byHand: (emulator) => void emulator.apiKeys.update(lastKey(emulator).id, { desc: "by hand" }),
    live: (emulator) => {
      const { desc, roles } = lastKey(emulator);
      return [desc.replace(MARK, ""), roles.map(({ roleName }) => roleName).sort()];
    },
    adopting: (id) => ({ import: id }),
    replacedBy: { orgId: OTHER },
  },
  AuditLogRotation: rotation("auditLogRotation"),
  ClusterName: {
    changed: () => ({ clusterName: "renamed" }),
    byHand: (emulator) => void emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" }),
    live: (emulator) => emulator.clusters().get(emulator.clusterId)?.clusterName,
    replacedBy: { clusterId: OTHER, projectId: OTHER },
    stays: true,
  },
  FeatureControl: {
    changed: () => ({ policies: [] }),
    byHand: (emulator) => void emulator.controlledFeatures.update(emulator.projectId, { policies: [] }),
    live: (emulator) => {
      const { externalManagementSystem, policies } =
        emulator.controlledFeatures.get(emulator.projectId) ?? {};
      return [externalManagementSystem, policies];
    },
    replacedBy: { projectId: OTHER },
    emptied: [{ name: "pulumi", version: "1" }, []],
  },
  FileSystemSnapshotStore: {
    changed: () => ({ wtCompressionSetting: "GZIP" }),
    byHand: (emulator) => void emulator.fileSystemSnapshotStores.update("store", { storePath: "/by-hand" }),
    live: (emulator) => {
      const { storePath, wtCompressionSetting } = emulator.fileSystemSnapshotStores.get("store") ?? {};
      return [storePath, wtCompressionSetting];
    },
    adopting: () => ({ adopt: true }),
    replacedBy: { storeId: OTHER },
  },
  GlobalAlertConfig: {
    changed: () => ({ forAllGroups: true, groupIds: [], tags: ["EU"], enabled: false }),
    byHand: (emulator) =>
      void emulator.globalAlertConfigs.update(lastGlobal(emulator)?.id ?? "", { groupIds: [OTHER] }),
    live: (emulator) => [lastGlobal(emulator)?.groupIds, lastGlobal(emulator)?.enabled],
    adopting: (id) => ({ adoptId: id }),
    replacedBy: {},
  },
  Integration: {
    changed: () => ({ serviceKey: "fedcba9876543210fedcba9876543210" }),
    byHand: (emulator) =>
      void emulator.integrations().update("PAGER_DUTY", { serviceKey: "00000000000000000000000000000000" }),
    live: (emulator) => emulator.integrations().get("PAGER_DUTY"),
    adopting: () => ({ adopt: true }),
    replacedBy: { projectId: OTHER },
  },
  MongoOplogStore: mongoStore("mongoOplogStores"),
  MongoSnapshotStore: mongoStore("mongoSnapshotStores"),
  OplogS3Config: store("oplogS3Configs"),
  Project: {
    changed: () => ({ name: "payments-eu", tags: ["EU"] }),
    byHand: (emulator) =>
      void emulator.entities("projects").update(lastProject(emulator).id, { tags: ["BY-HAND"] }),
    live: (emulator) => [lastProject(emulator).name, lastProject(emulator).tags],
    adopting: (id) => ({ import: id }),
    replacedBy: { orgId: OTHER },
  },
  ProjectBackup: {
    changed: () => ({ labelFilter: ["us"], syncStoreFilter: ["sync"] }),
    byHand: (emulator) =>
      void emulator.projectBackups.update(emulator.projectId, { labelFilter: ["by-hand"] }),
    live: (emulator) => emulator.projectBackups.get(emulator.projectId),
    replacedBy: { projectId: OTHER },
    emptied: {
      daemonFilter: [],
      groupId: "60a2b7c9e4b0c5571d3f8e12",
      labelFilter: [],
      oplogStoreFilter: [],
      snapshotStoreFilter: [],
      syncStoreFilter: [],
    },
  },
  ProjectApiKey: {
    changed: () => ({ roles: ["GROUP_READ_ONLY"] }),
    byHand: (emulator) =>
      void emulator.apiKeys.update(OTHER_KEY, {
        roles: [{ groupId: emulator.projectId, roleName: "GROUP_OWNER" }],
      }),
    live: (emulator) =>
      (emulator.apiKeys.get(OTHER_KEY)?.roles ?? []).flatMap(({ groupId, roleName }) =>
        groupId === emulator.projectId ? [roleName] : [],
      ),
    adopting: () => ({ adopt: true }),
    replacedBy: { projectId: OTHER, keyId: OTHER },
  },
  S3SnapshotStore: store("s3SnapshotStores"),
  SnapshotSchedule: {
    changed: () => ({ snapshotIntervalHours: 8, referenceHourOfDay: 3 }),
    byHand: (emulator) =>
      void emulator.snapshotSchedules().update(emulator.clusterId, { monthlySnapshotRetentionMonths: 6 }),
    live: (emulator) => emulator.snapshotSchedules().get(emulator.clusterId),
    replacedBy: { projectId: OTHER, clusterId: OTHER },
    stays: true,
  },
  SystemLogRotation: rotation("systemLogRotation"),
  VersionManifest: {
    changed: (emulator) => ({ manifest: newerManifest(emulator, "2029-02-01T00:00:00Z") }),
    byHand: (emulator) => {
      const text = JSON.stringify({ updated: 1_700_000_000_000, versions: [] });
      emulator.versionManifest.update("current", { text });
    },
    live: (emulator) => emulator.versionManifest.get("current")?.text,
    // An upload of the same manifest is harmless.
    replacedBy: {},
    stays: true,
  },
};

for (const [kind, life] of Object.entries(LIVES) as [Kind, Life][]) {
  const { changed, byHand, live, adopting, replacedBy, stays = false } = life;
  for (const [where, adapter] of Object.entries(ADAPTERS))
    describe(`a resource: ${kind} in ${where}`, () => {
      const emulator = useEmulator();
      let resource: ReturnType<typeof adapter>;
      let declared: PlainObject;
      let before: unknown;
      beforeEach(async () => {
        before = live(emulator);
        resource = adapter(kind, emulator);
        declared = withArgumentNames(INPUTS[kind](emulator));
        assert.equal(await resource.up(declared), "create");
        emulator.clearRequests();
      });

      it("is left alone as it was created, and repaired after a change by hand", async () => {
        const created = live(emulator);
        assert.equal(await resource.up(declared), "same");
        assert.equal(emulator.counters.requests, 0);
        assert.equal(await resource.refresh(), "same");
        assert.equal(emulator.counters.writes, 0);
        byHand(emulator);
        assert.notDeepEqual(live(emulator), created);
        assert.equal(await resource.refresh(), changed === undefined ? "gone" : "changed");
        assert.equal(await resource.up(declared), changed === undefined ? "create" : "update");
        assert.deepEqual(live(emulator), created);
      });

      if (life.declaredByHand !== undefined)
        it("is left alone if the program declares a change by hand as well", async () => {
          byHand(emulator);
          await resource.refresh();
          assert.equal(await resource.up({ ...declared, ...life.declaredByHand }), "same");
        });

      const changes = changed === undefined ? [] : [changed];
      for (const change of changes)
        it("is changed by an up, and not by its preview", async () => {
          const created = live(emulator);
          const news = { ...declared, ...change(emulator) };
          await resource.preview(news);
          assert.equal(emulator.counters.writes, 0);
          assert.equal(await resource.up(news), "update");
          assert.notDeepEqual(live(emulator), created);
          assert.equal(await resource.refresh(), "same");
        });

      it("is adopted by another program as it is", async () => {
        const other = adapter(kind, emulator);
        assert.equal(await other.up({ ...declared, ...adopting?.(resource.id ?? "") }), "create");
        assert.equal(other.id, resource.id);
        assert.equal(emulator.counters.writes, 0);
      });

      it(`is ${stays ? "left in place" : "deleted"} by a destroy`, async () => {
        const created = live(emulator);
        await resource.destroy();
        assert.deepEqual(live(emulator), stays ? created : (life.emptied ?? before));
        assert.equal(resource.id, undefined);
      });

      for (const [name, other] of Object.entries(replacedBy)) {
        it(`is replaced by a change of ${name}`, async () =>
          assert.equal(await resource.up({ ...declared, [name]: other }), "replace"));
      }
    });
}

describe("a service that has another address", () => {
  const emulator = useEmulator();
  for (const kind of Object.keys(LIVES) as Kind[])
    it(`has the same ${kind}: a preview, an up and a refresh change nothing`, async () => {
      const inputs = INPUTS[kind](emulator);
      const before = managed(kind, emulator);
      await before.up(inputs);
      const moved = await startEmulator({ seed: emulator.snapshot() });
      try {
        const resource = managed(kind, moved);
        await resource.import(before.state ?? assert.fail());
        assert.deepEqual(await resource.preview(inputs), []);
        assert.equal(await resource.up(inputs), "same");
        assert.equal(await resource.refresh(), "same");
        assert.equal(moved.counters.writes, 0);
      } finally {
        await moved.close();
      }
    });
});
