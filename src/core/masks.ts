/** Secrets that the service answers in a masked form (specification 2.5, "Redaction"). */

import type { PlainObject } from "../json";

/** What a masked answer says of the secret that we hold. */
export type MaskVerdict = "same" | "changed" | "cannotTell";

/** Stars (a single one in the mask of a short secret), or the word that newer versions write into connection strings. */
const MASK = /\*|REDACTED/;

/** Whether a value that somebody gives as a secret is a copy of a mask. */
export function looksMasked(value: string): boolean {
  return /\*{3,}|^\*+$|REDACTED:REDACTED@/.test(value);
}

/**
 * Compares what we hold with what the service answered. Of a mask only the visible beginning and end count: the number
 * of stars means nothing.
 */
export function compareMasked(held: string, answered: string): MaskVerdict {
  if (held === answered) return "same";
  if (!MASK.test(answered)) return "changed";
  const beginning = answered.slice(0, answered.search(MASK));
  const end = /(?:\*|REDACTED)((?:(?!\*|REDACTED)[\s\S])*)$/.exec(answered)?.[1] ?? "";
  if (beginning === "" && end === "") return "cannotTell";
  const fits = (secret: string): boolean =>
    beginning.length + end.length <= secret.length && secret.startsWith(beginning) && secret.endsWith(end);
  // A URL without a path is masked behind the slash that it has all the same.
  return fits(held) || (URL.canParse(held) && fits(new URL(held).href)) ? "same" : "changed";
}

/** Which fields of an answer have a value, masked or not. */
export function answeredSecrets(secrets: PlainObject): string[] {
  return Object.keys(secrets).filter((field) => isGiven(secrets[field]));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/**
 * What an answer says of one secret field, which we may hold or not.
 * @param wasAnswered whether the answer to our last write had the field
 * @param compare for a field of which less than the whole is masked
 */
export function secretVerdict(
  held: unknown,
  answered: unknown,
  wasAnswered: boolean,
  compare: (held: string, answered: string) => MaskVerdict = compareMasked,
): MaskVerdict {
  if (typeof held !== "string") return isGiven(answered) && !wasAnswered ? "changed" : "same";
  // What the service never returned cannot be compared.
  if (!isGiven(answered)) return wasAnswered ? "changed" : "cannotTell";
  return typeof answered === "string" ? compare(held, answered) : "cannotTell";
}
