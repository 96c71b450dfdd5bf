/** Secrets that the service returns in a masked form. */

import { isPlainObject } from "../json";
import { userInfoOf, withoutUserInfo } from "./values";

/** What a masked value says about the secret that we know. */
export type MaskVerdict = "same" | "changed" | "cannotTell";

/** Stars (a single one for a short secret), or the word that newer versions write into connection strings. */
const MASK = /\*|\[?REDACTED\]?/;

/** Whether a declared secret is a copy of a mask. */
export function looksMasked(value: string): boolean {
  return /\*{3,}|^\*+$|REDACTED:REDACTED@/.test(value);
}

/** Whether a value, or a part of it, is masked. */
export function isMasked(value: unknown): boolean {
  if (typeof value === "string") return /\*{2,}|^\*$|REDACTED/.test(value);
  if (Array.isArray(value)) return value.some(isMasked);
  return isPlainObject(value) && Object.values(value).some(isMasked);
}

/** A mask that shows the host of a URL, which many secrets have in common. */
const HOST_ONLY = /^https?:\/\/[^/*]*\/?\*+$/;

/**
 * Compares a secret that we know with the returned value. Of a masked value only the visible beginning and end count, because
 * the number of stars has no meaning.
 */
export function compareMasked(known: string, returned: string): MaskVerdict {
  if (known === returned) return "same";
  if (!MASK.test(returned)) return "changed";
  const beginning = returned.slice(0, returned.search(MASK));
  const end = /(?:\*|REDACTED\]?)((?:(?!\*|REDACTED)[\s\S])*)$/.exec(returned)?.[1] ?? "";
  if (beginning === "" && end === "") return "cannotTell";
  const fits = (secret: string): boolean =>
    beginning.length + end.length <= secret.length && secret.startsWith(beginning) && secret.endsWith(end);
  // The service masks a URL without a path as if it ended in a slash.
  if (!fits(known) && !(URL.canParse(known) && fits(new URL(known).href))) return "changed";
  return HOST_ONLY.test(returned) ? "cannotTell" : "same";
}

/** Whether a secret has a value: an empty one counts as none. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Compares a connection string: newer versions mask only its user info, and the rest is compared as it is. */
export function compareUri(known: string, returned: string): MaskVerdict {
  if (known === returned) return "same";
  const [ours, theirs = ""] = [userInfoOf(known), userInfoOf(returned)];
  const isHidden = /REDACTED|\*{2,}/.test(theirs);
  if (!isHidden) return compareMasked(known, returned);
  const isChanged =
    ours === undefined ||
    compareMasked(ours, theirs) === "changed" ||
    withoutUserInfo(known) !== withoutUserInfo(returned);
  return isChanged ? "changed" : "cannotTell";
}
