/** Reads bodies as text and JSON, and prepares texts of a server for messages. */

import { stripVTControlCharacters, TextDecoder } from "node:util";
import type { PlainObject } from "../json";
import { isDeeperThan, isPlainObject } from "../json";
import type { HttpResponse } from "./message";
import { headerOf } from "./message";

type Content = Pick<HttpResponse, "headers" | "body">;

/** The body as text, without a byte order mark; UTF-8 if its charset is missing or unknown. */
export function textOf(response: Content): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headerOf(response, "content-type") ?? "")?.[1];
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    return new TextDecoder().decode(response.body);
  }
}

/** No response of the API is nested deeper; a recursive function could exhaust the stack on one that is. */
const MAX_LEVELS = 100;

/** Parses the body as JSON; `undefined` if it is not JSON, or nested too deeply. */
export function parseJson(response: Content): { readonly value: unknown } | undefined {
  try {
    const text = textOf(response);
    // An escape can be half of a surrogate pair, which the protocol of the engine cannot transport.
    const value: unknown = /\\ud[89a-f]/i.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
    return isDeeperThan(value, MAX_LEVELS) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** A value, of an object also its names, with U+FFFD for each half of a surrogate pair that stands alone. */
function wellFormed(_name: string, value: unknown): unknown {
  const repaired = (text: string): string => Buffer.from(text).toString();
  if (typeof value === "string") return repaired(value);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [repaired(name), item]));
}

/** Parses the body as a JSON object; `undefined` if it is not one. */
export function parseJsonObject(response: HttpResponse): PlainObject | undefined {
  const value = parseJson(response)?.value;
  return isPlainObject(value) ? value : undefined;
}

/** Control characters, line separators, and marks that reverse the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu;

/** Control sequences and spaces are removed, so this many characters are read for each one of the result. */
const LOOK_AHEAD = 4;

/**
 * Formats a text of a server for a message: one line of at most `maxLength` characters without control characters.
 * Redact secrets first: a secret that was cut is not recognized.
 */
export function printable(text: string, maxLength: number): string {
  const start = text.slice(0, maxLength * LOOK_AHEAD);
  const line = stripVTControlCharacters(start).replace(UNPRINTABLE, " ").trim();
  if (line.length <= maxLength && start.length === text.length) return line;
  return `${line.slice(0, maxLength).trimEnd()}... (${text.length} characters)`;
}
