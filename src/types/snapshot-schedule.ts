/** Generated from `src/fields/snapshot-schedule.ts` by `npm run generate`: change that. */

import type { Open } from "../fields/alert-catalogue";
import type { KnownDay } from "../fields/snapshot-schedule-catalogue";

/**
 * The fields of a snapshot schedule that can be changed.
 * @see [Update one snapshot schedule](https://www.mongodb.com/docs/ops-manager/current/reference/api/backup/update-one-snapshot-schedule-by-cluster-id/)
 */
export interface SnapshotScheduleBody {
  /**
   * The hours between two snapshots: 6, 8, 12 or 24.
   * @default the value that the service has
   */
  snapshotIntervalHours?: number | undefined;
  /**
   * The days for which these snapshots are kept. The range depends on the version of the service.
   * @default the value that the service has
   */
  snapshotRetentionDays?: number | undefined;
  /**
   * The days for which daily snapshots are kept; 0 keeps none.
   * @default the value that the service has
   */
  dailySnapshotRetentionDays?: number | undefined;
  /**
   * The weeks for which weekly snapshots are kept; 0 keeps none.
   * @default the value that the service has
   */
  weeklySnapshotRetentionWeeks?: number | undefined;
  /**
   * The months for which monthly snapshots are kept; 0 keeps none.
   * @default the value that the service has
   */
  monthlySnapshotRetentionMonths?: number | undefined;
  /**
   * The hours back to which a point in time can be restored.
   * @default the value that the service has
   */
  pointInTimeWindowHours?: number | undefined;
  /**
   * Of a sharded cluster, the minutes between two checkpoints: 15, 30 or 60.
   * @default the value that the service has
   */
  clusterCheckpointIntervalMin?: number | undefined;
  /**
   * The day on which a full snapshot is taken: `SUNDAY` to `SATURDAY`. Older versions of the service do not have it.
   * @default the value that the service has
   */
  fullIncrementalDayOfWeek?: Open<KnownDay> | undefined;
  /**
   * The hour of the day at which the schedule begins, from 0 to 23, together with `referenceMinuteOfHour`.
   * @default the value that the service has
   */
  referenceHourOfDay?: number | undefined;
  /**
   * The minute of that hour, from 0 to 59.
   * @default the value that the service has
   */
  referenceMinuteOfHour?: number | undefined;
  /**
   * The offset of that time from UTC: `+0200`, `-0530` or `Z`. The service stores the time in UTC.
   * @default UTC
   */
  referenceTimeZoneOffset?: string | undefined;
}

/**
 * The snapshot schedule of a cluster as the service returns it.
 * @see [Update one snapshot schedule](https://www.mongodb.com/docs/ops-manager/current/reference/api/backup/update-one-snapshot-schedule-by-cluster-id/)
 */
export interface SnapshotSchedule {
  /** The id of the cluster. */
  clusterId?: string | undefined;
  /** The id of the project. */
  groupId?: string | undefined;
  /** The hours between two snapshots: 6, 8, 12 or 24. */
  snapshotIntervalHours?: number | undefined;
  /** The days for which these snapshots are kept. The range depends on the version of the service. */
  snapshotRetentionDays?: number | undefined;
  /** The days for which daily snapshots are kept; 0 keeps none. */
  dailySnapshotRetentionDays?: number | undefined;
  /** The weeks for which weekly snapshots are kept; 0 keeps none. */
  weeklySnapshotRetentionWeeks?: number | undefined;
  /** The months for which monthly snapshots are kept; 0 keeps none. */
  monthlySnapshotRetentionMonths?: number | undefined;
  /** The hours back to which a point in time can be restored. */
  pointInTimeWindowHours?: number | undefined;
  /** Of a sharded cluster, the minutes between two checkpoints: 15, 30 or 60. */
  clusterCheckpointIntervalMin?: number | undefined;
  /** The day on which a full snapshot is taken: `SUNDAY` to `SATURDAY`. Older versions of the service do not have it. */
  fullIncrementalDayOfWeek?: Open<KnownDay> | undefined;
  /** The hour of the day at which the schedule begins, from 0 to 23, together with `referenceMinuteOfHour`. */
  referenceHourOfDay?: number | undefined;
  /** The minute of that hour, from 0 to 59. */
  referenceMinuteOfHour?: number | undefined;
  /** The offset of that time from UTC: `+0200`, `-0530` or `Z`. The service stores the time in UTC. */
  referenceTimeZoneOffset?: string | undefined;
}
