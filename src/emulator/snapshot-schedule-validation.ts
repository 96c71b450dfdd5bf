import { requireSamePlace } from "./backup-validation";
import type { Cluster, SnapshotSchedule } from "./entities";
import { serviceError, type ErrorCode } from "./errors";
import { readFields, type FieldRules, type FieldsOf } from "./fields";
import { isJsonObject } from "./json";

const integer = { type: "integer" } as const;

const DAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];

/** The fields of a request (Ops Manager documentation, "Update One Snapshot Schedule"). */
const FIELDS = {
  clusterCheckpointIntervalMin: integer,
  clusterId: { type: "string" },
  dailySnapshotRetentionDays: integer,
  fullIncrementalDayOfWeek: { type: "string", values: DAYS },
  groupId: { type: "string" },
  links: { type: "array" },
  monthlySnapshotRetentionMonths: integer,
  pointInTimeWindowHours: integer,
  referenceHourOfDay: integer,
  referenceMinuteOfHour: integer,
  referenceTimeZoneOffset: { type: "string" },
  snapshotIntervalHours: integer,
  snapshotRetentionDays: integer,
  weeklySnapshotRetentionWeeks: integer,
} as const satisfies FieldRules;

type Given = FieldsOf<typeof FIELDS>;

/** The allowed numbers; `wide` is the maximum of MongoDB's own Kubernetes operator where it differs. */
interface Range {
  readonly minimum: number;
  readonly maximum: number;
  readonly wide?: number;
  readonly error: ErrorCode;
}

/** The documented ranges. 0 switches a rule off. */
const RANGES = {
  snapshotRetentionDays: { minimum: 1, maximum: 5, wide: 365, error: "INVALID_SNAPSHOT_RETENTION_PERIOD" },
  dailySnapshotRetentionDays: {
    minimum: 0,
    maximum: 365,
    error: "INVALID_DAILY_SNAPSHOT_RETENTION_PERIOD",
  },
  weeklySnapshotRetentionWeeks: {
    minimum: 0,
    maximum: 52,
    wide: 365,
    error: "INVALID_WEEKLY_SNAPSHOT_RETENTION_PERIOD",
  },
  monthlySnapshotRetentionMonths: {
    minimum: 0,
    maximum: 36,
    error: "INVALID_MONTHLY_SNAPSHOT_RETENTION_PERIOD",
  },
  // The documentation lists some numbers, and responses have others.
  pointInTimeWindowHours: {
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    error: "CANNOT_SET_POINT_IN_TIME_WINDOW",
  },
  referenceHourOfDay: { minimum: 0, maximum: 23, error: "INVALID_REFERENCE_HOUR_OF_DAY" },
  referenceMinuteOfHour: { minimum: 0, maximum: 59, error: "INVALID_REFERENCE_MINUTE_OF_HOUR" },
} as const satisfies Readonly<Record<string, Range>>;

/** The schedule of a backup that has just started. */
export const DEFAULT_SCHEDULE = {
  dailySnapshotRetentionDays: 7,
  fullIncrementalDayOfWeek: "SUNDAY",
  monthlySnapshotRetentionMonths: 1,
  pointInTimeWindowHours: 24,
  snapshotIntervalHours: 6,
  snapshotRetentionDays: 2,
  weeklySnapshotRetentionWeeks: 4,
};

/** What the validation of a schedule depends on. */
export interface ScheduleFacts {
  readonly typeName: Cluster["typeName"];
  /** Whether the wider ranges of some fields are allowed. */
  readonly wide: boolean;
  /** Fields of a newer version, which may have any value. */
  readonly newer: readonly string[];
}

/** Validates the body of a PATCH and returns the fields that it sets; the time of day is converted to UTC. */
export function readScheduleChange(
  body: unknown,
  current: SnapshotSchedule,
  { typeName, wide, newer }: ScheduleFacts,
): Partial<SnapshotSchedule> {
  const given = readFields(body, FIELDS, { newer });
  requireSamePlace(given, current);
  for (const [name, range] of Object.entries<Range>(RANGES))
    checkRange(given[name as keyof typeof RANGES], range, wide);
  checkIntervals(given, typeName);
  const { groupId: _, clusterId: __, links: ___, ...rest } = given;
  const { referenceHourOfDay, referenceMinuteOfHour, referenceTimeZoneOffset, ...fields } = rest;
  const time = readTime({ referenceHourOfDay, referenceMinuteOfHour, referenceTimeZoneOffset });
  // The documentation allows any subset; that an empty one is refused is a guess.
  if (isJsonObject(body) && Object.keys(body).length === 0) throw serviceError("INVALID_SNAPSHOT_SCHEDULE");
  return { ...fields, ...time };
}

function checkRange(
  value: number | undefined,
  { minimum, maximum, wide, error }: Range,
  isWide: boolean,
): void {
  const most = isWide ? (wide ?? maximum) : maximum;
  if (value !== undefined && (value < minimum || value > most)) throw serviceError(error, String(value));
}

function checkIntervals(given: Given, typeName: Cluster["typeName"]): void {
  const { snapshotIntervalHours: hours, clusterCheckpointIntervalMin: minutes } = given;
  if (hours !== undefined && ![6, 8, 12, 24].includes(hours))
    throw serviceError("INVALID_SNAPSHOT_INTERVAL", String(hours));
  if (minutes === undefined) return;
  if (!typeName.startsWith("SHARDED"))
    throw serviceError("CANNOT_SET_CLUSTER_CHECKPOINT_INTERVAL_FOR_REPLICA_SET");
  if (![15, 30, 60].includes(minutes))
    throw serviceError("INVALID_CLUSTER_CHECKPOINT_INTERVAL", String(minutes));
}

type Time = Pick<
  SnapshotSchedule,
  "referenceHourOfDay" | "referenceMinuteOfHour" | "referenceTimeZoneOffset"
>;

const DAY = 24 * 60;

// The service stores the time in UTC, whatever the offset of the request.
function readTime({
  referenceHourOfDay: hour,
  referenceMinuteOfHour: minute,
  referenceTimeZoneOffset: offset,
}: { readonly [Name in keyof Time]: Time[Name] | undefined }): Time {
  if (hour === undefined && minute === undefined && offset === undefined) return {};
  if (hour === undefined || minute === undefined)
    throw serviceError("INVALID_REFERENCE_TIME_OF_DAY_MISSING_FIELDS");
  const local = hour * 60 + minute;
  const utc = (local - minutesOf(offset ?? "Z") + 2 * DAY) % DAY;
  return {
    referenceHourOfDay: Math.floor(utc / 60),
    referenceMinuteOfHour: utc % 60,
    referenceTimeZoneOffset: "+0000",
  };
}

function minutesOf(offset: string): number {
  if (offset === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2})(\d{2})$/.exec(offset) ?? [];
  if (sign === undefined || Number(hours) > 18 || Number(minutes) > 59)
    throw serviceError("INVALID_REFERENCE_TIMEZONE_OFFSET", offset);
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
