/** The snapshot schedule of a cluster: when snapshots are taken, and how long they are kept. */

import { DAYS } from "./snapshot-schedule-catalogue";
import type { Documented, Fields, Limits } from "./table";
import { COUNT, POSITIVE } from "./table";

export type * from "../types/snapshot-schedule";

const upTo = (most: number) =>
  ({ whole: true, least: 0, most, text: `must be from 0 to ${most}` }) as const satisfies Limits;

/** A PATCH changes the fields that it has, and unsets none. */
const NUMBER = { type: "number", keptIfRemoved: true, otherwise: "the value that the service has" } as const;

export const SNAPSHOT_SCHEDULE = {
  snapshotIntervalHours: {
    ...NUMBER,
    limits: POSITIVE,
    doc: "The hours between two snapshots: 6, 8, 12 or 24.",
  },
  snapshotRetentionDays: {
    ...NUMBER,
    limits: POSITIVE,
    doc: "The days for which these snapshots are kept. The range depends on the version of the service.",
  },
  dailySnapshotRetentionDays: {
    ...NUMBER,
    limits: COUNT,
    doc: "The days for which daily snapshots are kept; 0 keeps none.",
  },
  weeklySnapshotRetentionWeeks: {
    ...NUMBER,
    limits: COUNT,
    doc: "The weeks for which weekly snapshots are kept; 0 keeps none.",
  },
  monthlySnapshotRetentionMonths: {
    ...NUMBER,
    limits: COUNT,
    doc: "The months for which monthly snapshots are kept; 0 keeps none.",
  },
  pointInTimeWindowHours: {
    ...NUMBER,
    limits: COUNT,
    doc: "The hours back to which a point in time can be restored.",
  },
  clusterCheckpointIntervalMin: {
    ...NUMBER,
    default: 0,
    limits: POSITIVE,
    doc: "Of a sharded cluster, the minutes between two checkpoints: 15, 30 or 60.",
  },
  fullIncrementalDayOfWeek: {
    type: "string",
    keptIfRemoved: true,
    oneOf: DAYS,
    open: "KnownDay",
    doc: "The day on which a full snapshot is taken: `SUNDAY` to `SATURDAY`. Older versions of the service do not have it.",
    otherwise: "the value that the service has",
  },
  referenceHourOfDay: {
    ...NUMBER,
    limits: upTo(23),
    doc: "The hour of the day at which the schedule begins, from 0 to 23, together with `referenceMinuteOfHour`.",
  },
  referenceMinuteOfHour: { ...NUMBER, limits: upTo(59), doc: "The minute of that hour, from 0 to 59." },
  referenceTimeZoneOffset: {
    type: "string",
    doc: "The offset of that time from UTC: `+0200`, `-0530` or `Z`. The service stores the time in UTC.",
    otherwise: "UTC",
  },
} as const satisfies Fields;

/** With the ids that only responses have. */
export const RETURNED_SCHEDULE = {
  clusterId: { type: "string", readOnly: true, doc: "The id of the cluster." },
  groupId: { type: "string", readOnly: true, doc: "The id of the project." },
  ...SNAPSHOT_SCHEDULE,
} as const satisfies Fields;

const UPDATE =
  "[Update one snapshot schedule](https://www.mongodb.com/docs/ops-manager/current/reference/api/backup/update-one-snapshot-schedule-by-cluster-id/)";

export const SNAPSHOT_SCHEDULE_INTERFACES: readonly Documented[] = [
  {
    name: "SnapshotScheduleBody",
    doc: "The fields of a snapshot schedule that can be changed.",
    see: UPDATE,
    table: SNAPSHOT_SCHEDULE,
    use: "arguments",
  },
  {
    name: "SnapshotSchedule",
    doc: "The snapshot schedule of a cluster as the service returns it.",
    see: UPDATE,
    table: RETURNED_SCHEDULE,
    use: "response",
  },
];
