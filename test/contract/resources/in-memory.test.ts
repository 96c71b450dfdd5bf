import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommonArgs, ResourceDefinition, StateOf } from "../../../src/core/definition";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { alertConfig } from "../../../src/resources/alert-config/definition";
import { alertConfigSet } from "../../../src/resources/alert-config-set/definition";
import { clusterName } from "../../../src/resources/cluster-name/definition";
import { oplogS3Config } from "../../../src/resources/oplog-s3-config/definition";
import { fileAsset } from "../../../src/resources/version-manifest/asset";
import { versionManifest } from "../../../src/resources/version-manifest/definition";
import { writeAsset } from "../../unit/resources/version-manifest/engine-asset";
import type { InMemory } from "./in-memory";
import { inMemory } from "./in-memory";
import { connectionsTo, STORE } from "./managed";

/** The life of one kind of resource. */
interface Life<Args extends CommonArgs, State extends StateOf<Args>> {
  readonly definition: ResourceDefinition<Args, State>;
  readonly args: (emulator: Emulator) => Args;
  /** Arguments that lead to an update. */
  readonly changed: (args: Args) => Args;
  /** Changes the object by hand. */
  readonly byHand: (emulator: Emulator) => void;
  /** What the service has of the object, without generated values. */
  readonly live: (emulator: Emulator) => unknown;
  /** Arguments that adopt the object, if the kind does not adopt by itself. */
  readonly adopting: (args: Args, resource: InMemory<Args, State>) => Args;
  /** The requests that write during an adoption of what is as declared. */
  readonly adoptionWrites?: number;
}

const NOTIFICATIONS = [
  { typeName: "SLACK", channelName: "#dba", apiToken: "xoxb-in-memory-0001", intervalMin: 15, delayMin: 0 },
];
const folder = mkdtempSync(join(tmpdir(), "in-memory-"));
after(() => rmSync(folder, { recursive: true }));

const manifestOf = (updated: string): { manifest: ReturnType<typeof fileAsset>; sha256: string } => {
  const text = JSON.stringify({ updated: Date.parse(updated), versions: [{ name: "9.0.0", builds: [] }] });
  const { path, hash } = writeAsset(join(folder, `${updated}.json`), text);
  return { manifest: fileAsset(String(path), String(hash)), sha256: String(hash) };
};
const lastAlert = (emulator: Emulator) => emulator.alertConfigs().list().at(-1) ?? assert.fail("none");

const LIVES = {
  AlertConfig: life({
    definition: alertConfig,
    args: ({ projectId }) => ({
      projectId,
      eventTypeName: "HOST_DOWN",
      enabled: true,
      notifications: NOTIFICATIONS,
    }),
    changed: (args) => ({ ...args, enabled: false }),
    byHand: (emulator) => void emulator.alertConfigs().update(lastAlert(emulator).id, { enabled: false }),
    live: (emulator) => {
      const { eventTypeName, enabled, notifications } = lastAlert(emulator);
      return [eventTypeName, enabled, notifications[0]?.apiToken];
    },
    adopting: (args, { stored }) => ({ ...args, adoptId: stored?.state.service.alertConfigId }),
  }),
  AlertConfigSet: life({
    definition: alertConfigSet,
    args: ({ projectId }) => ({
      projectId,
      resourceName: "set",
      alertConfigs: { down: { eventTypeName: "HOST_DOWN", enabled: true, notifications: NOTIFICATIONS } },
    }),
    changed: ({ alertConfigs, ...args }) => ({
      ...args,
      alertConfigs: {
        up: { ...alertConfigs["down"], eventTypeName: "HOST_UP", notifications: NOTIFICATIONS },
      },
    }),
    byHand: (emulator) => void emulator.alertConfigs().update(lastAlert(emulator).id, { enabled: false }),
    live: (emulator) => {
      const { eventTypeName, enabled, notifications } = lastAlert(emulator);
      return [eventTypeName, enabled, notifications[0]?.apiToken];
    },
    adopting: (args) => args,
  }),
  ClusterName: life({
    definition: clusterName,
    args: ({ projectId, clusterId }) => ({
      projectId,
      clusterId,
      clusterName: "in-memory",
      restoreOnDelete: true,
    }),
    changed: (args) => ({ ...args, clusterName: "renamed" }),
    byHand: (emulator) => void emulator.clusters().update(emulator.clusterId, { clusterName: "by-hand" }),
    live: (emulator) => emulator.clusters().get(emulator.clusterId)?.clusterName,
    adopting: (args) => args,
  }),
  OplogS3Config: life({
    definition: oplogS3Config,
    args: () => STORE,
    changed: (args) => ({ ...args, s3BucketName: "other" }),
    byHand: (emulator) => void emulator.oplogS3Configs.update("store", { s3BucketName: "by-hand" }),
    live: (emulator) => {
      const { s3BucketName, awsSecretKey } = emulator.oplogS3Configs.get("store") ?? {};
      return [s3BucketName, awsSecretKey];
    },
    adopting: (args) => ({ ...args, adopt: true }),
  }),
  VersionManifest: life({
    definition: versionManifest,
    args: () => ({ ...manifestOf("2029-01-01T00:00:00Z"), allowDowngrade: true }),
    changed: (args) => ({ ...args, ...manifestOf("2029-02-01T00:00:00Z") }),
    byHand: (emulator) =>
      void emulator.versionManifest.update("current", {
        text: JSON.stringify({ updated: 1_700_000_000_000, versions: [] }),
      }),
    live: (emulator) => emulator.versionManifest.get("current")?.text,
    adopting: (args) => args,
    // An upload of the same manifest is harmless.
    adoptionWrites: 1,
  }),
};

/** One kind, whose types the tests need not know. */
function life<Args extends CommonArgs, State extends StateOf<Args>>(
  of: Life<Args, State>,
): (emulator: Emulator) => Scene {
  return (emulator) => {
    const resource = inMemory(of.definition, () => connectionsTo(emulator));
    const args = of.args(emulator);
    return {
      ...resource,
      live: () => of.live(emulator),
      byHand: () => of.byHand(emulator),
      create: async () => resource.up(args),
      again: async () => resource.up(args),
      change: async () => resource.up(of.changed(args)),
      preview: async () => resource.preview(of.changed(args)),
      adopt: async () => {
        const second = inMemory(of.definition, () => connectionsTo(emulator));
        const step = await second.up(of.adopting(args, resource));
        return [step, second.stored?.id];
      },
      isStored: () => resource.stored !== undefined,
      id: () => resource.stored?.id,
      adoptionWrites: of.adoptionWrites ?? 0,
    };
  };
}

interface Scene {
  live(): unknown;
  byHand(): void;
  create(): Promise<string>;
  again(): Promise<string>;
  change(): Promise<string>;
  preview(): Promise<string[]>;
  /** A second program takes over the object. */
  adopt(): Promise<unknown[]>;
  refresh(): Promise<string>;
  destroy(): Promise<void>;
  nextRun(): void;
  isStored(): boolean;
  id(): string | undefined;
  readonly adoptionWrites: number;
}

describe("without Pulumi", () => {
  let emulator: Emulator;
  beforeEach(async () => void (emulator = await startEmulator()));
  afterEach(async () => emulator.close());

  for (const [kind, begin] of Object.entries(LIVES)) {
    describe(kind, () => {
      it("is created, left alone, changed, and repaired after a change by hand", async () => {
        const resource = begin(emulator);
        assert.equal(await resource.create(), "create");
        const created = resource.live();
        emulator.clearRequests();
        resource.nextRun();
        assert.equal(await resource.again(), "same");
        assert.equal(emulator.counters.writes, 0);
        assert.equal(await resource.refresh(), "same");
        resource.byHand();
        assert.notDeepEqual(resource.live(), created);
        assert.equal(await resource.refresh(), "changed");
        resource.nextRun();
        assert.equal(await resource.again(), "update");
        assert.deepEqual(resource.live(), created);
        resource.nextRun();
        assert.equal(await resource.change(), "update");
        assert.notDeepEqual(resource.live(), created);
        assert.equal(await resource.refresh(), "same");
      });

      it("is previewed without a write", async () => {
        const resource = begin(emulator);
        await resource.create();
        const { writes } = emulator.counters;
        await resource.preview();
        assert.equal(emulator.counters.writes, writes);
      });

      it("is adopted by another program as it is", async () => {
        const resource = begin(emulator);
        await resource.create();
        emulator.clearRequests();
        assert.deepEqual(await resource.adopt(), ["create", resource.id()]);
        assert.equal(emulator.counters.writes, resource.adoptionWrites);
      });

      it("is destroyed", async () => {
        const resource = begin(emulator);
        const before = emulator.snapshot();
        await resource.create();
        resource.nextRun();
        await resource.destroy();
        assert.ok(!resource.isStored());
        const { alertConfigs, oplogS3Configs, clusters } = emulator.snapshot();
        assert.deepEqual(
          [alertConfigs.length, oplogS3Configs.length, clusters.map(({ clusterName: name }) => name)],
          [
            before.alertConfigs.length,
            before.oplogS3Configs.length,
            before.clusters.map(({ clusterName: name }) => name),
          ],
        );
      });
    });
  }
});
