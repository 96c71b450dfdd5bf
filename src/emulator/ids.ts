import { randomBytes } from "node:crypto";

/** Generates a 24-digit hexadecimal id as MongoDB does: four bytes of time, then random ones. */
export function newId(now: number): string {
  const seconds = Math.floor(now / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + randomBytes(8).toString("hex");
}

/** Whether a string has the form of an id. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text);
}

/** Formats a time as the service does: ISO 8601 in UTC without milliseconds (Ops Manager documentation). */
export function formatTimestamp(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}
