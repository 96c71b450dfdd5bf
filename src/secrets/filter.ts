/** Keeps secrets out of texts: messages, logs, texts of the service. */

import { isPlainObject } from "../json";

/** Replaces a secret in a text. */
export const REDACTED = "[secret]";

/** Redacts the secrets in a text, or withholds the whole text; it never throws. */
export type SecretFilter = (text: string) => string;

/** Replaces a text that contains a secret in an encoded form, or that cannot be searched. */
export const WITHHELD = "[text withheld, since it may show a secret]";

/** Longer texts are withheld: no message and no log line needs one. */
const MAX_TEXT_LENGTH = 1_048_576;

/**
 * Creates a filter for the given values. A value in plain text, in URL encoding, in base64 or with JSON escapes is replaced. If a
 * value appears only after the text is decoded, or only its beginning appears, the whole text is withheld. So filter each text of
 * the service by itself, before it becomes part of a message.
 * @param values called when the filter is first used
 */
export function secretFilter(values: () => Iterable<string>): SecretFilter {
  let secrets: readonly Secret[] | undefined;
  return (text) => {
    // The secrets are many, and most texts are empty.
    if (text === "") return text;
    try {
      secrets ??= [...new Set(values())].filter((value) => value !== "").map(secretOf);
      return secrets.length === 0 ? text : filterText(text, secrets);
    } catch {
      return WITHHELD;
    }
  };
}

/** Filters each text of a JSON value by itself, including keys. */
export function filterTexts(value: unknown, filter: SecretFilter): unknown {
  if (typeof value === "string") return filter(value);
  if (typeof value === "number") return filter(String(value)) === String(value) ? value : REDACTED;
  if (Array.isArray(value)) return value.map((item) => filterTexts(item, filter));
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [filter(key), filterTexts(item, filter)]);
  return Object.fromEntries(entries);
}

/** A secret with the forms that a text is searched for. */
type Secret = ReturnType<typeof secretOf>;

/** A shorter value counts only if it stands alone, since it is part of many words. */
const LEAST_LENGTH = 4;
/** A shorter value is compared with its white space. */
const LEAST_FOLDED_LENGTH = 8;
/** This many characters of a secret reveal too much of it. */
const BEGINNING_LENGTH = 16;
/** The public beginning of a value: the server of a URL, the first line of a PEM text. */
const PUBLIC_BEGINNING = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*[/?#])?|-----BEGIN[A-Z0-9]*-----)/i;

function secretOf(value: string) {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString("base64");
  // Without lone surrogates, which cannot be URL-encoded.
  const wellFormed = bytes.toString();
  const folded = fold(value);
  const end = (PUBLIC_BEGINNING.exec(folded)?.[0].length ?? 0) + BEGINNING_LENGTH;
  const spellings = [
    value,
    encodeURIComponent(wellFormed),
    encodeURI(wellFormed),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
    JSON.stringify(value).slice(1, -1),
  ];
  return {
    value,
    /** The spellings that are replaced in place. */
    spellings: [...new Set(spellings)],
    /** The value without white space, which a service may change; absent for a short value. */
    folded: folded.length >= LEAST_FOLDED_LENGTH ? folded : undefined,
    /** The beginning of the folded value, for texts that a service truncates. */
    beginning: folded.slice(0, end),
  };
}

/** Replaces a secret in plain text while the rest of the text is searched. */
const PLACEHOLDER = "\uE000";

function filterText(text: string, secrets: readonly Secret[]): string {
  if (text.length > MAX_TEXT_LENGTH) return WITHHELD;
  const hits = secrets.flatMap((secret) =>
    secret.spellings
      .flatMap((spelling) => occurrencesOf(spelling, text))
      .map((occurrence) => ({ ...occurrence, secret })),
  );
  const rest = replaceOccurrences(text, hits, PLACEHOLDER);
  if (shows(rest, secrets, true)) return WITHHELD;
  if (hits.length === 0) return text;
  // A secret in plain text may be part of another one that is encoded, and would hide it.
  const literal = new Set(hits.map(({ secret }) => secret));
  const others = secrets.filter((secret) => !literal.has(secret));
  if (shows(text, others, false)) return WITHHELD;
  return replaceOccurrences(text, hits, REDACTED);
}

interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** Finds a spelling in a text. */
function occurrencesOf(spelling: string, text: string): Occurrence[] {
  const occurrences: Occurrence[] = [];
  for (let start = text.indexOf(spelling); start >= 0;) {
    const end = start + spelling.length;
    const standsAlone = !/[a-z0-9]/i.test(text.charAt(start - 1) + text.charAt(end));
    if (spelling.length >= LEAST_LENGTH || standsAlone) occurrences.push({ start, end });
    start = text.indexOf(spelling, end);
  }
  return occurrences;
}

/** Replaces occurrences; overlapping ones are replaced together. */
function replaceOccurrences(text: string, occurrences: readonly Occurrence[], replacement: string): string {
  let result = "";
  let done = 0;
  for (const { start, end } of [...occurrences].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= done) result += text.slice(done, start) + replacement;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/** Whether a text contains, in any encoding, one of the secrets or, if those count, the beginning of one. */
function shows(text: string, secrets: readonly Secret[], beginningsCount: boolean): boolean {
  if (secrets.length === 0) return false;
  return [...decodingsOf(text)].some((decoded) => {
    const folded = fold(decoded);
    return secrets.some(({ value, folded: whole, beginning }) =>
      whole === undefined
        ? occurrencesOf(value, decoded).length > 0
        : folded.includes(beginningsCount ? beginning : whole),
    );
  });
}

/** Removes white space and control characters. */
function fold(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, "");
}

/** Only a hostile text has more decodings. */
const MAX_DECODINGS = 256;

/**
 * Returns a text and all its decodings, one encoding after the other in any order, until nothing changes. No decoding makes a text
 * longer, so this terminates.
 */
function decodingsOf(text: string): ReadonlySet<string> {
  const texts = new Set([text]);
  // Also visits texts that are added during the iteration.
  for (const each of texts) {
    for (const decode of DECODERS) texts.add(decode(each));
    if (texts.size > MAX_DECODINGS) throw new Error("too many encodings");
  }
  return texts;
}

/** Each decodes the parts of a text in one encoding, and keeps the rest. */
const DECODERS: readonly ((text: string) => string)[] = [
  decodeEscapes,
  decodePercent,
  (text) => decodePercent(text.replaceAll("+", " ")),
  decodeEntities,
  // The lines of a wrapped text, of which the last one may be short.
  (text) =>
    text.replace(/[\w+/-]{16,}(?:\s+[\w+/-]{16,})*(?:\s[\w+/-]+)?={0,2}/g, (run) =>
      decodeRun(run.replaceAll(/\s/g, ""), "base64", 4),
    ),
  (text) =>
    text.replace(/(?:[\da-f][\s:-]?){16,}/gi, (run) => decodeRun(run.replaceAll(/[\s:-]/g, ""), "hex", 2)),
];

const CONTROL_ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }),
);

/** Decodes escapes of JSON and of programming languages. */
function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|u\{([\da-f]{1,5})\}|x([\da-f]{2})|([\s\S]))/gi,
    (_all, ...[unit, point, byte, character]: string[]) => {
      const code = unit ?? point ?? byte;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      return CONTROL_ESCAPES.get(character ?? "") ?? character ?? "";
    },
  );
}

/** Decodes percent-encoding. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
    const decoded = bytes.toString();
    return decoded.includes("\uFFFD") ? bytes.toString("latin1") : decoded;
  });
}

/** The names of ASCII characters in HTML and XML, each before its character. */
const NAMED_CHARACTERS =
  "amp& apos' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> Hat^ lbrace{ lcub{ lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ quest? quot\" rbrace} rcub} rpar) rsqb] semi; sol/ verbar|";

const ENTITIES: ReadonlyMap<string, string> = new Map(
  [...NAMED_CHARACTERS.split(" "), "nbsp ", "NewLine\n", "Tab\t"].map((each) => [
    each.slice(0, -1),
    each.slice(-1),
  ]),
);

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi,
    (all: string, ...[decimal, hex, name]: string[]) => {
      if (name !== undefined) return ENTITIES.get(name) ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

/** Decodes a run, which may begin with characters that do not belong to the encoding: from where most of it is text. */
function decodeRun(run: string, encoding: "base64" | "hex", unit: number): string {
  const decoded = Array.from({ length: unit }, (_, start) =>
    Buffer.from(run.slice(start), encoding).toString(),
  );
  const unreadable = (text: string): number => text.split("\uFFFD").length;
  return decoded.reduce((best, text) => (unreadable(text) < unreadable(best) ? text : best));
}
