/** The documented fields of a log rotation. */

import type { Documented, Fields, Returned } from "./table";
import { COUNT, POSITIVE } from "./table";
import type { LogRotationBody } from "../types/log-rotation";

export type * from "../types/log-rotation";

/** The log rotation of a project: only the fields that are configured. */
export type LogRotation = Returned<LogRotationBody>;

/** The log rotation of a project with the documented defaults. */
export type EffectiveLogRotation = { [Name in keyof LogRotationBody]-?: NonNullable<LogRotationBody[Name]> };

const DISK_FRACTION = {
  least: 0,
  most: 1,
  text: "must be a fraction of the disk, from 0 to 1 (0.02 is 2 percent)",
} as const;

export const LOG_ROTATION = {
  sizeThresholdMB: {
    type: "number",
    required: true,
    limits: { above: 0, text: "must be above 0" },
    doc: "The size, in MB, at which a log file is rotated. Above 0.",
  },
  timeThresholdHrs: {
    type: "number",
    required: true,
    limits: POSITIVE,
    doc: "The age, in hours, at which a log file is rotated. A whole number above 0.",
  },
  numUncompressed: {
    type: "number",
    default: 5,
    limits: COUNT,
    doc: "The number of log files that stay uncompressed, including the current one.",
    otherwise: "the service uses 5",
  },
  percentOfDiskspace: {
    type: "number",
    default: 0.02,
    limits: DISK_FRACTION,
    doc: "The fraction of the disk, from 0 to 1, that all log files may use before the oldest are deleted: 0.02 is 2 percent.",
    otherwise: "the service uses 0.02",
  },
  numTotal: {
    type: "number",
    default: 0,
    limits: COUNT,
    doc: "The number of log files above which the oldest are deleted; with 0 only the other settings decide.",
    otherwise: "the service uses 0",
  },
} as const satisfies Fields;

export const ROTATION_FIELDS = Object.keys(LOG_ROTATION) as (keyof LogRotationBody)[];

/** Whether logs are rotated; some versions return zeros if not. */
export function isConfigured({ sizeThresholdMB = 0, timeThresholdHrs = 0 }: LogRotation): boolean {
  return sizeThresholdMB !== 0 || timeThresholdHrs !== 0;
}

/** The settings with the documented defaults of those that are not configured. */
export function withRotationDefaults<T extends LogRotation>(configured: T) {
  const { numUncompressed, percentOfDiskspace, numTotal } = LOG_ROTATION;
  return {
    ...configured,
    numUncompressed: configured.numUncompressed ?? numUncompressed.default,
    percentOfDiskspace: configured.percentOfDiskspace ?? percentOfDiskspace.default,
    numTotal: configured.numTotal ?? numTotal.default,
  };
}

export const LOG_ROTATION_INTERFACES: readonly Documented[] = [
  {
    name: "LogRotationBody",
    doc: "How the logs of a project are rotated.",
    see: "[Update the system log rotation](https://www.mongodb.com/docs/ops-manager/current/reference/api/automation-config/update-system-log-rotate-config/)",
    table: LOG_ROTATION,
    use: "arguments",
  },
];
