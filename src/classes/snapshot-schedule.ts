/** Generated from `src/resources/snapshot-schedule/description.ts` by `npm run generate`: change that. */
import type * as pulumi from "@pulumi/pulumi";
import type { ArgumentsOf, FieldsAsOutputs, OutputsOf } from "../program/arguments";
import type { ClassData } from "../program/registration";
import type { LookUpOptions } from "../program/resource";
import type { SnapshotScheduleBody } from "../types/snapshot-schedule";
import { lookUp, OpsManagerResource } from "../program/resource";
import { registrationOf } from "../program/registration";

/** Arguments of {@link SnapshotSchedule}. */
export interface SnapshotScheduleArgs extends ArgumentsOf<SnapshotScheduleBody> {
  /** The id of the project. A change replaces the resource. */
  projectId: pulumi.Input<string>;
  /** The id of a replica set, or of a sharded cluster as a whole, never of one of its shards. A change replaces the resource. */
  clusterId: pulumi.Input<string>;
  /**
   * The name of a connection other than the default one: `"eu"` reads `opsmanager-eu:baseUrl` and so on. A changed connection
   * must lead to the same cluster.
   * @default the settings `opsmanager:...`
   */
  connection?: string | undefined;
}

const SNAPSHOT_SCHEDULE: ClassData = {
  what: "snapshot schedule",
  inputs: [
    "projectId",
    "clusterId",
    "snapshotIntervalHours",
    "snapshotRetentionDays",
    "dailySnapshotRetentionDays",
    "weeklySnapshotRetentionWeeks",
    "monthlySnapshotRetentionMonths",
    "pointInTimeWindowHours",
    "clusterCheckpointIntervalMin",
    "fullIncrementalDayOfWeek",
    "referenceHourOfDay",
    "referenceMinuteOfHour",
    "referenceTimeZoneOffset",
  ],
  outputs: ["effective"],
  defaults: {},
  secrets: ["__written"],
  repeating: ["effective"],
  unique: ["projectId", "clusterId"],
  inIds: ["projectId", "clusterId"],
  createOnly: [],
  canImport: true,
};

/**
 * When snapshots of a cluster are taken, and how long they are kept. A cluster has a schedule as soon as its backup was started:
 * the create changes what is there, which a preview shows. Only declared fields are managed; an argument that is removed keeps
 * its value on the service. Destroying the resource leaves the schedule as it is. The resource never starts, stops or terminates
 * a backup.
 *
 * Required role of the API key: Project Backup Admin or Project Owner.
 *
 * @example
 * ```ts
 * new opsmanager.SnapshotSchedule("orders", {
 *   projectId: "60a2b7c9e4b0c5571d3f8e12",
 *   clusterId: "62d1f3b7a90e4c5d8b2f6e01",
 *   snapshotIntervalHours: 12,
 *   snapshotRetentionDays: 3,
 *   dailySnapshotRetentionDays: 14,
 *   monthlySnapshotRetentionMonths: 0,
 *   referenceHourOfDay: 2,
 *   referenceMinuteOfHour: 30,
 *   referenceTimeZoneOffset: "+0100",
 * });
 * ```
 */
export class SnapshotSchedule extends OpsManagerResource implements OutputsOf<SnapshotScheduleArgs> {
  declare readonly projectId: pulumi.Output<string>;
  declare readonly clusterId: pulumi.Output<string>;
  /** The whole schedule, with its time in UTC; as of the last write or of a refresh that found a change. */
  declare readonly effective: pulumi.Output<SnapshotScheduleBody>;

  /**
   * @param name the name of the resource in the state
   * @param args `projectId` and `clusterId` are required
   * @param options the resource options of Pulumi, except `provider` and `customTimeouts`
   */
  constructor(name: string, args: SnapshotScheduleArgs, options?: pulumi.CustomResourceOptions) {
    // JavaScript programs may omit them.
    const given: Partial<SnapshotScheduleArgs> = args ?? {};
    super("SnapshotSchedule", name, given, registrationOf(SNAPSHOT_SCHEDULE, given), options);
  }

  /**
   * Reads the existing schedule without managing it.
   *
   * @param name the name of the resource in the state
   * @param id `<projectId>/<clusterId>`
   * @throws Error if the cluster has no backup
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: LookUpOptions): SnapshotSchedule {
    return lookUp(SnapshotSchedule, name, id, options);
  }
}

export interface SnapshotSchedule extends FieldsAsOutputs<SnapshotScheduleBody> {}
