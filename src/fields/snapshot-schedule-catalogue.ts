/** The values that the service takes (Ops Manager documentation, "Update One Snapshot Schedule"). */

export const SNAPSHOT_INTERVALS = [6, 8, 12, 24] as const;
export const CHECKPOINT_INTERVALS = [15, 30, 60] as const;
export const DAYS = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"] as const;

export type KnownDay = (typeof DAYS)[number];
