/** The steps of the demo, each with what it must show. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AlertConfig, Emulator } from "../../src/emulator";
import type { Change } from "./events";
import { changesIn } from "./events";
import type { Expectation } from "./expectations";
import { repository } from "./repository";
import type { Operation, PulumiRun } from "./sandbox";
import type { Traffic } from "./traffic";
import { writesIn } from "./traffic";

/** A run of Pulumi. */
export interface PulumiStep {
  readonly title: string;
  readonly operation: Operation;
  readonly flags: readonly string[];
  readonly expectations: (run: PulumiRun, traffic: Traffic) => Expectation[];
}

/** Something that somebody does without Pulumi. */
export interface ManualStep {
  readonly title: string;
  /** Does it, and tells what was done. */
  readonly act: () => string[];
}

export type Step = PulumiStep | ManualStep;

const RESOURCES = ["no-primary", "oplog-store-1", "orders-cluster", "replication-lag", "versions"];

/** The steps, to be run in this order against an emulator that nobody has changed yet. */
export function stepsFor(emulator: Emulator): Step[] {
  const alerts = alertsOfOurs(emulator);
  const clusterName = (): unknown => emulator.clusters().get(emulator.clusterId)?.clusterName;
  const stores = (): string[] => emulator.oplogS3Configs.list().map(({ id }) => id);
  const clusterNameIs = (expected: string): Expectation => ({
    what: `the cluster is called "${expected}"`,
    expected,
    seen: clusterName(),
  });
  return [
    {
      title: "Preview: what would be done, and nothing is",
      operation: "preview",
      flags: ["--suppress-outputs"],
      expectations: (run, traffic) => [
        changesAre(
          run,
          RESOURCES.map((resource) => ({ resource, op: "create", fields: [] })),
        ),
        writesAre(traffic, 0),
        clusterNameIs("orders"),
      ],
    },
    {
      title: "Up: everything is made",
      operation: "up",
      flags: ["--skip-preview"],
      expectations: (run, traffic) => [
        changesAre(
          run,
          RESOURCES.map((resource) => ({ resource, op: "create", fields: [] })),
        ),
        { what: "two alert configurations more", expected: 2, seen: alerts.all().length },
        { what: "the store is there", expected: ["oplog-store-1"], seen: stores() },
        clusterNameIs("orders-production"),
        {
          what: "the service holds the file's bytes as its version manifest",
          expected: true,
          seen: emulator.versionManifest.get("current")?.text === manifestText(),
        },
        challengesAre(traffic, 2),
      ],
    },
    {
      title: "Up again: nothing to do",
      operation: "up",
      flags: ["--skip-preview", "--suppress-outputs"],
      expectations: (run, traffic) => [changesAre(run, []), writesAre(traffic, 0)],
    },
    {
      title: "Behind Pulumi's back: somebody changes two things by hand and deletes a third",
      act: () => {
        const [noPrimary, lag] = [alerts.on("NO_PRIMARY"), alerts.on("OUTSIDE_METRIC_THRESHOLD")];
        emulator.alertConfigs().update(lag.id, { metricThreshold: { threshold: 120 } });
        emulator.clusters().update(emulator.clusterId, { clusterName: "orders-do-not-touch" });
        emulator.alertConfigs().delete(noPrimary.id);
        return [
          "the alert on replication lag now waits for 120 minutes in place of 10",
          'the cluster is called "orders-do-not-touch"',
          "the alert on a missing primary is gone",
        ];
      },
    },
    {
      title: "Refresh: names exactly these three",
      operation: "refresh",
      flags: ["--skip-preview", "--diff", "--suppress-outputs"],
      expectations: (run, traffic) => [
        changesAre(run, [
          { resource: "no-primary", op: "delete", fields: [] },
          { resource: "orders-cluster", op: "update", fields: ["clusterName"] },
          { resource: "replication-lag", op: "update", fields: ["metricThreshold.threshold"] },
        ]),
        writesAre(traffic, 0),
      ],
    },
    {
      title: "Repair: up puts them right",
      operation: "up",
      flags: ["--skip-preview", "--diff", "--suppress-outputs"],
      expectations: (run, traffic) => [
        changesAre(run, [
          { resource: "no-primary", op: "create", fields: [] },
          { resource: "orders-cluster", op: "update", fields: ["clusterName"] },
          { resource: "replication-lag", op: "update", fields: ["metricThreshold.threshold"] },
        ]),
        writesAre(traffic, 3),
        { what: "both alert configurations are there", expected: 2, seen: alerts.all().length },
        {
          what: "the threshold is back",
          expected: 10,
          seen: alerts.on("OUTSIDE_METRIC_THRESHOLD").metricThreshold?.threshold,
        },
        clusterNameIs("orders-production"),
      ],
    },
    {
      title: "Destroy: leaves nothing behind, and gives the cluster its old name back",
      operation: "destroy",
      flags: ["--skip-preview", "--suppress-outputs"],
      expectations: (run) => [
        changesAre(
          run,
          RESOURCES.map((resource) => ({ resource, op: "delete", fields: [] })),
        ),
        { what: "our alert configurations are gone", expected: [], seen: alerts.all().map(({ id }) => id) },
        { what: "the store is gone", expected: [], seen: stores() },
        clusterNameIs("orders"),
      ],
    },
  ];
}

function changesAre(run: PulumiRun, expected: readonly Change[]): Expectation {
  return {
    what: expected.length === 0 ? "no resource is touched" : "exactly the expected resources and fields",
    expected,
    seen: changesIn(run.events),
  };
}

function writesAre(traffic: Traffic, expected: number): Expectation {
  return {
    what: `${expected === 0 ? "no" : expected} POST, PUT, PATCH or DELETE reached the service`,
    expected,
    seen: writesIn(traffic),
  };
}

function challengesAre(traffic: Traffic, expected: number): Expectation {
  return {
    what: `${expected} challenges in all: one for the program and one for the provider`,
    expected,
    seen: traffic.challenges,
  };
}

/** The alert configurations that were not there from the start. */
function alertsOfOurs(emulator: Emulator): { all(): AlertConfig[]; on(eventTypeName: string): AlertConfig } {
  const foreign = new Set(
    emulator
      .alertConfigs()
      .list()
      .map(({ id }) => id),
  );
  const all = (): AlertConfig[] =>
    emulator
      .alertConfigs()
      .list()
      .filter(({ id }) => !foreign.has(id));
  return {
    all,
    on(eventTypeName) {
      const found = all().find((alert) => alert.eventTypeName === eventTypeName);
      if (found === undefined)
        throw new Error(`the service has no alert configuration of ours on ${eventTypeName}`);
      return found;
    },
  };
}

function manifestText(): string {
  return readFileSync(join(repository, "examples", "quickstart", "version-manifest.json"), "utf8");
}
