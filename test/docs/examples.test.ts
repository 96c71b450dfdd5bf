import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { cp } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { quickstartConfig } from "../../scripts/demo/quickstart";
import { repository } from "../../scripts/demo/repository";
import { created, did, outputsOf, succeeded } from "../e2e/support/assertions";
import { succeed, usePackage } from "../e2e/support/package";
import { usePlayground } from "../e2e/support/playground";
import { prepared } from "../e2e/support/prepared";
import { withoutNoise } from "../e2e/support/service-state";

const EXAMPLES = join(repository, "examples");

/** What an example must do with the service. */
interface Expected {
  /** The names of the resources. */
  readonly creates: readonly string[];
  /** The number of writes that create them. */
  readonly writes: number;
  /** The outputs of the stack; generated ids, hashes and times are shown as such. */
  readonly outputs: Readonly<Record<string, unknown>>;
}

const NEWEST = ["8.0.17-ent", "8.0.17", "8.0.4-ent", "7.0.31", "7.0.16-ent"];
const ROTATION = {
  numTotal: 0,
  numUncompressed: 7,
  percentOfDiskspace: 0.02,
  sizeThresholdMB: 1000.5,
  timeThresholdHrs: 24,
};

const EXPECTED: Readonly<Record<string, Expected>> = {
  "access-list": {
    creates: [],
    writes: 0,
    outputs: {
      neverUsed: ["2001:db8:5a::/48"],
      officeLastUsed: "(time)",
      officeLastUsedAddress: "198.51.100.77",
    },
  },
  "alert-config": {
    creates: ["few-healthy-members", "many-connections"],
    writes: 2,
    outputs: { alertConfigIds: ["(id)", "(id)"], createdAt: "(time)" },
  },
  "alert-config-set": {
    creates: ["production", "staging"],
    writes: 6,
    outputs: {
      alertConfigIds: [
        { connections: "(id)", "host-down": "(id)", "no-primary": "(id)" },
        { connections: "(id)", "host-down": "(id)", "no-primary": "(id)" },
      ],
      unmanaged: [
        [
          { enabled: true, eventTypeName: "NO_PRIMARY", id: "(id)" },
          { enabled: false, eventTypeName: "OUTSIDE_METRIC_THRESHOLD", id: "(id)" },
        ],
        [],
      ],
    },
  },
  "audit-log-rotation": {
    creates: [],
    writes: 0,
    outputs: { effective: ROTATION, keepsLogsForever: true, sizeThresholdMB: 1000.5 },
  },
  "cluster-name": {
    creates: ["orders"],
    writes: 1,
    outputs: {
      clusterName: "orders-eu-production",
      clusterType: "SHARDED_REPLICA_SET",
      previousName: "orders",
    },
  },
  fleet: {
    creates: ["production", "staging"],
    writes: 4,
    outputs: {
      alertConfigIds: [
        { "host-down": "(id)", "no-primary": "(id)" },
        { "host-down": "(id)", "no-primary": "(id)" },
      ],
    },
  },
  "oplog-s3-config": {
    creates: ["oplog"],
    writes: 1,
    outputs: { bucket: "https://objects.frankfurt.example.com/opsmanager-oplog", storeId: "oplog-frankfurt" },
  },
  quickstart: {
    creates: ["no-primary", "oplog-store-1", "orders-cluster", "replication-lag", "versions"],
    writes: 5,
    outputs: {
      accessList: { cidrBlock: "198.51.100.0/24", lastUsedAddress: "198.51.100.77" },
      alertConfigIds: ["(id)", "(id)"],
      auditLogs: ROTATION,
      clusterName: "orders-production",
      newestDatabaseVersions: NEWEST,
      oplogStoreId: "oplog-store-1",
      previousClusterName: "orders",
    },
  },
  testing: {
    creates: ["no-primary"],
    writes: 1,
    outputs: { alertConfigId: "(id)", serviceVersion: "8.0.26.500.20261015T1200Z" },
  },
  "version-manifest": {
    creates: ["versions"],
    writes: 1,
    outputs: { manifestUpdated: "(time)", newestVersions: NEWEST, sha256: "(sha256)", versionCount: 6 },
  },
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

describe("in a folder of its own, with the installed package,", () => {
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
      let seed: unknown;

      // The others are compiled by `npm run typecheck`, against the same types.
      if (name === "quickstart") {
        it("compiles with the types of the package", async () => {
          await succeed(join(folder(), "node_modules/.bin/tsc"), [], folder());
        });
      }

      it("creates what it declares, and shows its outputs", async () => {
        const expected = EXPECTED[name];
        assert.ok(expected, `EXPECTED has no entry for ${name}`);
        seed = withoutNoise(playground.emulator.snapshot());
        did(await playground.run("up"), expected.creates.map(created));
        assert.equal(playground.emulator.counters.writes, expected.writes);
        assert.deepEqual(withoutGenerated(await outputsOf(playground.stack)), expected.outputs);
      });

      it("leaves nothing behind", async () => {
        const run = await playground.run("destroy");
        succeeded(run);
        assert.deepEqual(withoutNoise(playground.emulator.snapshot()), seed);
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
