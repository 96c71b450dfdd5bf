/** Generated from `src/fields/log-rotation.ts` by `npm run generate`: change that. */

/**
 * How the logs of a project are rotated.
 * @see [Update the system log rotation](https://www.mongodb.com/docs/ops-manager/current/reference/api/automation-config/update-system-log-rotate-config/)
 */
export interface LogRotationBody {
  /** The size, in MB, at which a log file is rotated. Above 0. */
  sizeThresholdMB: number;
  /** The age, in hours, at which a log file is rotated. A whole number above 0. */
  timeThresholdHrs: number;
  /**
   * The number of log files that stay uncompressed, including the current one.
   * @default the service uses 5
   */
  numUncompressed?: number | undefined;
  /**
   * The fraction of the disk, from 0 to 1, that all log files may use before the oldest are deleted: 0.02 is 2 percent.
   * @default the service uses 0.02
   */
  percentOfDiskspace?: number | undefined;
  /**
   * The number of log files above which the oldest are deleted; with 0 only the other settings decide.
   * @default the service uses 0
   */
  numTotal?: number | undefined;
}
