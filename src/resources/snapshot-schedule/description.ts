/** What a SnapshotSchedule is. */

import type { Description } from "../../core/description";
import { SNAPSHOT_SCHEDULE } from "../../fields/snapshot-schedule";
import { PROJECT_ID } from "../../fields/options";
import type { Fields } from "../../fields/table";

const IDS = {
  projectId: PROJECT_ID,
  clusterId: {
    type: "string",
    required: true,
    doc: "The id of a replica set, or of a sharded cluster as a whole, never of one of its shards. A change replaces the resource.",
  },
} as const satisfies Fields;

const OUTPUTS = {
  effective: {
    type: { object: SNAPSHOT_SCHEDULE },
    always: true,
    repeats: true,
    doc: "The whole schedule, with its time in UTC; as of the last write or of a refresh that found a change.",
  },
} as const satisfies Fields;

export const SNAPSHOT_SCHEDULE_DESCRIPTION: Description = {
  kind: "SnapshotSchedule",
  what: "snapshot schedule",
  text: "When snapshots of a cluster are taken, and how long they are kept. A cluster has a schedule as soon as its backup was started: the create changes what is there, which a preview shows. Only declared fields are managed; an argument that is removed keeps its value on the service. Destroying the resource leaves the schedule as it is. The resource never starts, stops or terminates a backup.",
  role: "Project Backup Admin or Project Owner.",
  example: `new opsmanager.SnapshotSchedule("orders", {
  projectId: "60a2b7c9e4b0c5571d3f8e12",
  clusterId: "62d1f3b7a90e4c5d8b2f6e01",
  snapshotIntervalHours: 12,
  snapshotRetentionDays: 3,
  dailySnapshotRetentionDays: 14,
  monthlySnapshotRetentionMonths: 0,
  referenceHourOfDay: 2,
  referenceMinuteOfHour: 30,
  referenceTimeZoneOffset: "+0100",
});`,
  ids: IDS,
  object: SNAPSHOT_SCHEDULE,
  options: {},
  outputs: OUTPUTS,
  moved: "A changed connection must lead to the same cluster.",
  lookUp: {
    object: "the existing schedule",
    id: "`<projectId>/<clusterId>`",
    missing: "if the cluster has no backup",
  },
  unique: Object.keys(IDS),
  encrypted: ["__written"],
};
