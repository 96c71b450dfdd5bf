import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { quickstartConfig } from "../../scripts/demo/quickstart";
import { repository } from "../support/repository";
import { created, did, outputsOf, succeeded, withoutNoise } from "../e2e/support/assertions";
import { succeed, usePackage } from "../e2e/support/package";
import { usePlayground } from "../e2e/support/playground";
import { prepared } from "../e2e/support/prepared";
import { pick } from "../../src/json";

const EXAMPLES = join(repository, "examples");

const NEWEST = ["8.0.17-ent", "8.0.17", "8.0.4-ent", "7.0.31", "7.0.16-ent"];
const ROTATION = { sizeThresholdMB: 1000.5, timeThresholdHrs: 24, numUncompressed: 7 };
const EFFECTIVE = { ...ROTATION, numTotal: 0, percentOfDiskspace: 0.02 };
const WHOLE = { ...EFFECTIVE, sizeThresholdMB: 1000, numUncompressed: 5, numTotal: 30 };
const [ID, TIME] = ["(id)", "(time)"];
const SOME = { "host-down": ID, "no-primary": ID };
const OFFICE = "198.51.100.77";
const UNMANAGED = [
  { enabled: true, eventTypeName: "NO_PRIMARY", id: ID },
  { enabled: false, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", id: ID },
];

/** The schedule of the cluster, of which the example declares a part. */
const SCHEDULE = {
  snapshotIntervalHours: 12,
  snapshotRetentionDays: 3,
  dailySnapshotRetentionDays: 15,
  weeklySnapshotRetentionWeeks: 8,
  monthlySnapshotRetentionMonths: 0,
  pointInTimeWindowHours: 48,
  fullIncrementalDayOfWeek: "SATURDAY",
  referenceHourOfDay: 1,
  referenceMinuteOfHour: 30,
  referenceTimeZoneOffset: "+0000",
};

/** The settings that a project always has, and that an example changes: they stay after a destroy. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  "backup-chain": ["controlledFeatures", "projectBackups", "snapshotSchedules"],
  "log-rotation": ["auditLogRotation", "systemLogRotation"],
};

type Expected = readonly [creates: string, writes: number, outputs: Readonly<Record<string, unknown>>];

/**
 * What each example does with the service: the resources that it creates, the number of writes, and the outputs of the stack, where
 * generated ids, hashes and times are shown as such.
 */
const EXPECTED: Readonly<Record<string, Expected>> = {
  "access-list": [
    "pipeline",
    1,
    { neverUsed: ["2001:db8:5a::/48", "192.0.2.17/32"], officeLastUsed: TIME, officeLastUsedAddress: OFFICE },
  ],
  "alert-config": ["few-healthy-members many-connections", 2, { alertConfigIds: [ID, ID], createdAt: TIME }],
  "alert-config-set": [
    "production staging",
    6,
    { alertConfigIds: [1, 2].map(() => ({ ...SOME, connections: ID })), unmanaged: [UNMANAGED, []] },
  ],
  "audit-log-rotation": ["", 0, { effective: EFFECTIVE, keepsLogsForever: true, sizeThresholdMB: 1000.5 }],
  "backup-chain": [
    "agents hook no-primary oplog orders restore restore restore shop shop snapshots",
    11,
    {
      alertConfigId: ID,
      keyId: ID,
      mmsApiKey: "[secret]",
      policies: [{ policy: "DISABLE_AGENT_API_KEY_MANAGEMENT" }, { policy: "DISABLE_BACKUP_AGENT" }],
      privateKey: "[secret]",
      schedules: { inUtc: SCHEDULE },
      storeIds: ["oplog", "snapshots"],
    },
  ],
  "cluster-name": [
    "orders",
    1,
    { clusterName: "orders-eu-production", clusterType: "SHARDED_REPLICA_SET", previousName: "orders" },
  ],
  fleet: ["production staging", 4, { alertConfigIds: [SOME, SOME] }],
  "log-rotation": [
    "audit-logs system-logs",
    2,
    {
      auditLogRotation: { ...EFFECTIVE, sizeThresholdMB: 500, percentOfDiskspace: 0.05 },
      systemLogRotation: { ...EFFECTIVE, sizeThresholdMB: 1000, numUncompressed: 2, numTotal: 30 },
    },
  ],
  "oplog-s3-config": [
    "oplog",
    1,
    { bucket: "https://objects.frankfurt.example.com/opsmanager-oplog", storeId: "oplog-frankfurt" },
  ],
  quickstart: [
    "no-primary oplog-store-1 orders-cluster replication-lag versions",
    5,
    {
      accessList: { cidrBlock: "198.51.100.0/24", lastUsedAddress: OFFICE },
      alertConfigIds: [ID, ID],
      auditLogs: EFFECTIVE,
      clusterName: "orders-production",
      newestDatabaseVersions: NEWEST,
      oplogStoreId: "oplog-store-1",
      previousClusterName: "orders",
    },
  ],
  testing: ["no-primary", 1, { alertConfigId: ID, serviceVersion: "8.0.26.500.20261015T1200Z" }],
  "whole-project": [
    "shop shop shop-audit shop-network shop-system",
    6,
    {
      agentApiKey: "[secret]",
      alertConfigIds: SOME,
      cidrBlock: "203.0.113.64/27",
      clusterTypes: [],
      id: ID,
      logRotations: { audit: WHOLE, system: WHOLE },
    },
  ],
  "version-manifest": [
    "versions",
    1,
    { manifestUpdated: TIME, newestVersions: NEWEST, sha256: "(sha256)", versionCount: 6 },
  ],
};

/** Replaces generated ids, hashes and times. */
function withoutGenerated(outputs: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(outputs), (_, value: unknown) =>
    typeof value !== "string"
      ? value
      : value
          .replace(/^[0-9a-f]{24}$/, "(id)")
          .replace(/^[0-9a-f]{64}$/, "(sha256)")
          .replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, "(time)"),
  );
}

describe("in its own folder, with the installed package,", () => {
  const npm = usePackage();

  /** Copies an example out of the installed package. */
  async function copyOut(name: string, parent: string): Promise<string> {
    const folder = join(parent, name);
    await cp(join(npm.folder, "examples", name), folder, { recursive: true });
    await npm.install(folder);
    return folder;
  }

  for (const name of readdirSync(EXAMPLES)) {
    if (!existsSync(join(EXAMPLES, name, "Pulumi.yaml"))) continue;

    describe(`the example ${name}`, function () {
      const playground = usePlayground(this, {
        program: { folder: async (sandbox) => copyOut(name, sandbox.folder) },
        config: quickstartConfig,
        env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      });
      const folder = (): string => join(playground.sandbox.folder, name);
      let seed: ReturnType<typeof withoutNoise>;

      // The others are compiled by `npm run check`, against the same types.
      if (name === "quickstart") {
        it("compiles with the types of the package", async () => {
          await succeed(join(folder(), "node_modules/.bin/tsc"), [], folder());
        });
      }

      it("creates what it declares, and shows its outputs", async () => {
        const [creates, writes, outputs] = EXPECTED[name] ?? assert.fail(`EXPECTED has no entry for ${name}`);
        seed = withoutNoise(playground.emulator.snapshot());
        did(await playground.run("up"), creates.split(" ").filter(Boolean).map(created));
        assert.equal(playground.emulator.counters.writes, writes);
        assert.deepEqual(withoutGenerated(await outputsOf(playground.stack)), outputs);
      });

      it("leaves nothing behind", async () => {
        const run = await playground.run("destroy");
        succeeded(run);
        const left = withoutNoise(playground.emulator.snapshot());
        const settings = pick(seed, (SETTINGS[name] ?? []) as (keyof typeof seed)[]);
        assert.deepEqual({ ...left, ...settings }, seed);
      });

      if (name === "testing") {
        it("passes its own tests", async () => {
          const PATH = [await prepared(), process.env["PATH"]].join(delimiter);
          await succeed("npm", ["test"], folder(), { ...process.env, PATH });
        });
      }
    });
  }
});
