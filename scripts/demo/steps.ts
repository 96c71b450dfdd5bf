/** The steps of the demo with their expectations. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AlertConfig, Emulator } from "../../src/emulator";
import type { Change } from "../../test/support/events";
import { changesIn } from "../../test/support/events";
import type { Expectation } from "./expectations";
import { repository } from "../../test/support/repository";
import type { Operation, PulumiRun } from "../../test/support/sandbox";
import type { Traffic } from "./traffic";
import { countWrites } from "./traffic";

/** A run of Pulumi. */
export interface PulumiStep {
  readonly title: string;
  readonly operation: Operation;
  readonly flags: readonly string[];
  readonly expectations: (run: PulumiRun, traffic: Traffic) => Expectation[];
}

/** A change without Pulumi. */
export interface ManualStep {
  readonly title: string;
  /** Makes the change and describes it. */
  readonly act: () => string[];
}

export type Step = PulumiStep | ManualStep;

const RESOURCES = ["no-primary", "oplog-store-1", "orders-cluster", "replication-lag", "versions"];

/** The steps, to be run in this order against an emulator in its initial state. */
export function createSteps(emulator: Emulator): Step[] {
  const alerts = findOwnAlerts(emulator);
  const clusterName = (): unknown => emulator.clusters().get(emulator.clusterId)?.clusterName;
  const stores = (): string[] => emulator.oplogS3Configs.list().map(({ id }) => id);
  const expectClusterName = (expected: string): Expectation => ({
    what: `the cluster is called "${expected}"`,
    expected,
    seen: clusterName(),
  });
  return [
    {
      title: "Preview: shows the changes and makes none",
      operation: "preview",
      flags: ["--suppress-outputs"],
      expectations: (run, traffic) => [
        expectChanges(
          run,
          RESOURCES.map((resource) => ({ resource, op: "create", fields: [] })),
        ),
        expectWrites(traffic, 0),
        expectClusterName("orders"),
      ],
    },
    {
      title: "Up: creates everything",
      operation: "up",
      flags: ["--skip-preview"],
      expectations: (run, traffic) => [
        expectChanges(
          run,
          RESOURCES.map((resource) => ({ resource, op: "create", fields: [] })),
        ),
        { what: "two alert configurations are created", expected: 2, seen: alerts.all().length },
        { what: "the store exists", expected: ["oplog-store-1"], seen: stores() },
        expectClusterName("orders-production"),
        {
          what: "the version manifest of the service is the file, byte for byte",
          expected: true,
          seen: emulator.versionManifest.get("current")?.text === readManifest(),
        },
        expectChallenges(traffic, 2),
      ],
    },
    {
      title: "Up again: changes nothing",
      operation: "up",
      flags: ["--skip-preview", "--suppress-outputs"],
      expectations: (run, traffic) => [expectChanges(run, []), expectWrites(traffic, 0)],
    },
    {
      title: "Outside Pulumi: two objects are changed by hand and a third is deleted",
      act: () => {
        const [noPrimary, lag] = [alerts.on("NO_PRIMARY"), alerts.on("OUTSIDE_METRIC_THRESHOLD")];
        emulator.alertConfigs().update(lag.id, { metricThreshold: { threshold: 120 } });
        emulator.clusters().update(emulator.clusterId, { clusterName: "orders-do-not-touch" });
        emulator.alertConfigs().delete(noPrimary.id);
        return [
          "the threshold of the alert on replication lag is now 120 minutes in place of 10",
          'the cluster is called "orders-do-not-touch"',
          "the alert on a missing primary is deleted",
        ];
      },
    },
    {
      title: "Refresh: reports exactly these three",
      operation: "refresh",
      flags: ["--skip-preview", "--diff", "--suppress-outputs"],
      expectations: (run, traffic) => [
        expectChanges(run, [
          { resource: "no-primary", op: "delete", fields: [] },
          { resource: "orders-cluster", op: "update", fields: ["clusterName"] },
          { resource: "replication-lag", op: "update", fields: ["metricThreshold.threshold"] },
        ]),
        expectWrites(traffic, 0),
      ],
    },
    {
      title: "Repair: up restores them",
      operation: "up",
      flags: ["--skip-preview", "--diff", "--suppress-outputs"],
      expectations: (run, traffic) => [
        expectChanges(run, [
          { resource: "no-primary", op: "create", fields: [] },
          { resource: "orders-cluster", op: "update", fields: ["clusterName"] },
          { resource: "replication-lag", op: "update", fields: ["metricThreshold.threshold"] },
        ]),
        expectWrites(traffic, 3),
        { what: "both alert configurations exist", expected: 2, seen: alerts.all().length },
        {
          what: "the threshold is restored",
          expected: 10,
          seen: alerts.on("OUTSIDE_METRIC_THRESHOLD").metricThreshold?.threshold,
        },
        expectClusterName("orders-production"),
      ],
    },
    {
      title: "Destroy: removes everything, and restores the old name of the cluster",
      operation: "destroy",
      flags: ["--skip-preview", "--suppress-outputs"],
      expectations: (run) => [
        expectChanges(
          run,
          RESOURCES.map((resource) => ({ resource, op: "delete", fields: [] })),
        ),
        {
          what: "the alert configurations are deleted",
          expected: [],
          seen: alerts.all().map(({ id }) => id),
        },
        { what: "the store is deleted", expected: [], seen: stores() },
        expectClusterName("orders"),
      ],
    },
  ];
}

function expectChanges(run: PulumiRun, expected: readonly Change[]): Expectation {
  return {
    what: expected.length === 0 ? "no resource changes" : "exactly the expected resources and fields",
    expected,
    seen: changesIn(run.events),
  };
}

function expectWrites(traffic: Traffic, expected: number): Expectation {
  return {
    what: `${expected === 0 ? "no" : expected} POST, PUT, PATCH or DELETE reached the service`,
    expected,
    seen: countWrites(traffic),
  };
}

function expectChallenges(traffic: Traffic, expected: number): Expectation {
  return {
    what: `${expected} challenges: one for the program and one for the provider`,
    expected,
    seen: traffic.challenges,
  };
}

/** Finds the alert configurations that the program created. */
function findOwnAlerts(emulator: Emulator): { all(): AlertConfig[]; on(eventTypeName: string): AlertConfig } {
  const existing = new Set(
    emulator
      .alertConfigs()
      .list()
      .map(({ id }) => id),
  );
  const all = (): AlertConfig[] =>
    emulator
      .alertConfigs()
      .list()
      .filter(({ id }) => !existing.has(id));
  return {
    all,
    on(eventTypeName) {
      const found = all().find((alert) => alert.eventTypeName === eventTypeName);
      if (found === undefined)
        throw new Error(`the service has no created alert configuration on ${eventTypeName}`);
      return found;
    },
  };
}

function readManifest(): string {
  return readFileSync(join(repository, "examples", "quickstart", "version-manifest.json"), "utf8");
}
