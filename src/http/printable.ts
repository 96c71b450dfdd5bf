/** Texts of the server as they may stand in a message: on one line, without control characters, and short. */

import { stripVTControlCharacters } from "node:util";

/** Control characters, line separators, and the marks that reverse the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu;

/** How much of a text is looked at for each character of the result: control sequences and spaces vanish. */
const LOOK_AHEAD = 4;

/** The text on one line of at most `most` characters. Secrets are to be filtered out before: a cut one is not found again. */
export function printable(text: string, most: number): string {
  const start = text.length > most * LOOK_AHEAD ? text.slice(0, most * LOOK_AHEAD) : text;
  const line = stripVTControlCharacters(start).replace(UNPRINTABLE, " ").trim();
  if (line.length <= most && start.length === text.length) return line;
  return `${line.slice(0, most).trimEnd()}... (${text.length} characters)`;
}
