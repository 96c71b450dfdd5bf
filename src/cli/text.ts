/** Texts of the service in programs, reports and terminals: no value can forge a line, color a terminal or reverse text. */

/** Control characters, line separators, direction marks, and what XML forbids. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF\uFFFE\uFFFF]/gu;

/** Escapes characters that a reader does not see, as in `\u001b`. */
export function printable(text: string): string {
  return text.replaceAll(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The text on one line, without characters that a reader does not see. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll(INVISIBLE, "");
}

/** `1 resource`, `2 resources`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Parses JSON. @throws Error that shows nothing of the text, which may be secret */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} is not JSON.`);
  }
}
