/** The secret fields of the API, and the filter that keeps their values out of texts. */

import { ALERT_CONFIG } from "./fields/alert-config";
import { OPLOG_S3_CONFIG } from "./fields/oplog-s3-config";
import { allSecretNames } from "./fields/table";
import { isPlainObject } from "./json";

/** The names of the fields whose value is secret anywhere in a body of the API, and of the secret settings. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  ...allSecretNames(ALERT_CONFIG),
  ...allSecretNames(OPLOG_S3_CONFIG),
  "clientKey",
  "privateKey",
]);

/** What stands in the place of a secret in a text. */
export const REDACTED = "[secret]";

/** All secret values in a body: strings below a secret field, and passwords and tokens inside of URLs. */
export function secretValuesIn(value: unknown, secret = false): string[] {
  if (typeof value === "string") return secret ? [value, ...secretPartsOf(value)] : [];
  if (Array.isArray(value)) return value.flatMap((item) => secretValuesIn(item, secret));
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    secretValuesIn(item, secret || SECRET_FIELDS.has(key) || key === "notificationSecrets"),
  );
}

/** The user info of a connection string; a password may hold a raw `@` or `/`, so it goes to the last `@` before `?`. */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)?([^?]*)@/i;

/** A connection string without user and password. */
export function withoutUserInfo(uri: string): string {
  return uri.replace(USER_INFO, "$1");
}

/** The user info of a connection string, if there is any. */
export function userInfoOf(uri: string): string | undefined {
  return USER_INFO.exec(uri)?.[2];
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?/i.source;
const HOSTS_AND_DATABASE = new RegExp(`^${HOST}(?:,${HOST})*(?:/[\\w.-]*)?$`, "i");

/**
 * Scheme, hosts and database of a connection string. User info and options are dropped, since both can hold passwords;
 * `undefined` where they cannot be told from the rest.
 */
export function publicPartOf(uri: string): string | undefined {
  const scheme = SCHEME.exec(uri)?.[0] ?? "";
  const rest = uri.slice(scheme.length);
  const at = rest.lastIndexOf("@");
  // Such an `@` may end a password that holds a `?`, or belong to an option.
  if (/[?#]/.test(rest.slice(0, Math.max(at, 0)))) return undefined;
  const open = rest.slice(at + 1).replace(/[?#].*$/s, "");
  return HOSTS_AND_DATABASE.test(open) ? scheme + open : undefined;
}

/** Values of options that are shorter are not searched for: `true` and the like would make every message unreadable. */
const LEAST_OPTION_LENGTH = 8;

/** The parts of a URL or connection string that are secrets by themselves, as they are and percent-decoded. */
function secretPartsOf(text: string): string[] {
  const scheme = SCHEME.exec(text)?.[0];
  if (scheme === undefined) return [];
  const rest = text.slice(scheme.length);
  // Where a password holds a raw `@`, any of them may end it.
  const userInfos = [...rest.matchAll(/@/g)].map(({ index }) => rest.slice(0, index));
  const passwords = userInfos.map((userInfo) => userInfo.slice(userInfo.indexOf(":") + 1));
  const parts = [...passwords, ...optionValuesOf(rest)];
  return [...new Set([...parts, ...parts.map(decodePercent)])];
}

/** The values behind the `?`; of `authMechanismProperties=AWS_SESSION_TOKEN:abc` also what follows the colon. */
function optionValuesOf(rest: string): string[] {
  const [, ...queries] = rest.split("?");
  return queries
    .join("?")
    .split(/[&#,]/)
    .flatMap((option) => [/=(.*)/s.exec(option)?.[1] ?? "", /:(.*)/s.exec(option)?.[1] ?? ""])
    .filter((value) => value.length >= LEAST_OPTION_LENGTH);
}

/** Replaces the secrets in a text, or the whole text by {@link WITHHELD}; never throws. */
export type SecretFilter = (text: string) => string;

/** What stands in the place of a text that shows a secret in other characters, or that cannot be searched. */
export const WITHHELD = "[text withheld, since it may show a secret]";

/** A longer text is withheld: no message and no line of the log needs one. */
const MAX_TEXT_LENGTH = 1_048_576;

/**
 * The filter for the given values. Where a text holds one literally, in URL encoding, in base64 or escaped as in JSON,
 * just that is replaced. Where a value appears only after decoding the text, or only its beginning is there, the whole
 * text is withheld. So each text of the service is filtered by itself, before a message is made of it.
 * @param values a function is called when the filter is first used
 */
export function secretFilter(values: Iterable<string> | (() => Iterable<string>)): SecretFilter {
  let secrets: readonly Secret[] | undefined;
  return (text) => {
    try {
      secrets ??= [...new Set(typeof values === "function" ? values() : values)]
        .filter((value) => value !== "")
        .map(secretOf);
      return secrets.length === 0 || text === "" ? text : filterText(text, secrets);
    } catch {
      return WITHHELD;
    }
  };
}

/** A JSON value with each of its texts filtered by itself, keys included. */
export function filterTexts(value: unknown, filter: SecretFilter): unknown {
  if (typeof value === "string") return filter(value);
  if (typeof value === "number") {
    const text = filter(String(value));
    return text === String(value) ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => filterTexts(item, filter));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [filter(key), filterTexts(item, filter)]),
  );
}

/** A secret with what a text is searched for. */
interface Secret {
  readonly value: string;
  /** The spellings that are replaced where they stand. */
  readonly spellings: readonly string[];
  /** The value without white space, which a service may fold; absent for a value that is too short for that. */
  readonly folded: string | undefined;
  /** The beginning of the folded value, for texts that a service cuts off. */
  readonly beginning: string | undefined;
}

/** A shorter value counts only where it stands alone, since it is part of many words. */
const LEAST_LENGTH = 4;
/** A shorter value is compared with its white space. */
const LEAST_FOLDED_LENGTH = 8;
/** As much of a secret shows too much of it. */
const BEGINNING_LENGTH = 16;
/** What is not secret at the beginning of a value: the server of a URL, the first line of a PEM text. */
const PUBLIC_BEGINNING = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*[/?#])?|-----BEGIN[A-Z0-9]*-----)/i;

function secretOf(value: string): Secret {
  const bytes = Buffer.from(value);
  const base64 = bytes.toString("base64");
  // Without lone surrogates, of which no URL can be made.
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
    spellings: [...new Set(spellings)],
    folded: folded.length >= LEAST_FOLDED_LENGTH ? folded : undefined,
    beginning: folded.length > end ? folded.slice(0, end) : undefined,
  };
}

/** A character of no meaning, in the place of a literal secret while the rest of a text is searched. */
const PLACEHOLDER = "\uE000";

function filterText(text: string, secrets: readonly Secret[]): string {
  if (text.length > MAX_TEXT_LENGTH) return WITHHELD;
  const hits = secrets.flatMap((secret) =>
    secret.spellings.flatMap((spelling) => placesOf(spelling, text)).map((place) => ({ ...place, secret })),
  );
  const rest = replacePlaces(text, hits, PLACEHOLDER);
  if (shows(rest, secrets, true)) return WITHHELD;
  if (hits.length === 0) return text;
  // A literal secret may be part of another one that stands there encoded, and would hide it.
  const literal = new Set(hits.map(({ secret }) => secret));
  const others = secrets.filter((secret) => !literal.has(secret));
  if (shows(text, others, false)) return WITHHELD;
  return replacePlaces(text, hits, REDACTED);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where a spelling stands in a text. */
function placesOf(spelling: string, text: string): Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(spelling); start >= 0;) {
    const end = start + spelling.length;
    if (spelling.length >= LEAST_LENGTH || standsAlone(text, start, end)) places.push({ start, end });
    start = text.indexOf(spelling, end);
  }
  return places;
}

function standsAlone(text: string, start: number, end: number): boolean {
  return !/[a-z0-9]/i.test(text.charAt(start - 1)) && !/[a-z0-9]/i.test(text.charAt(end));
}

/** Replaces the places; those that overlap are one. */
function replacePlaces(text: string, places: readonly Place[], replacement: string): string {
  let result = "";
  let done = 0;
  for (const { start, end } of [...places].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= done) result += text.slice(done, start) + replacement;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/** Whether a text, in any decoding, shows one of the secrets or, if those count, the beginning of one. */
function shows(text: string, secrets: readonly Secret[], beginningsCount: boolean): boolean {
  if (secrets.length === 0) return false;
  for (const decoded of decodingsOf(text)) {
    const folded = fold(decoded);
    const isShown = (secret: Secret): boolean =>
      secret.folded === undefined
        ? placesOf(secret.value, decoded).length > 0
        : folded.includes((beginningsCount ? secret.beginning : undefined) ?? secret.folded);
    if (secrets.some(isShown)) return true;
  }
  return false;
}

/** A text without white space and control characters. */
function fold(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, "");
}

/** Only a hostile text can be decoded in more ways. */
const MAX_DECODINGS = 256;

/**
 * A text and all that it becomes when encodings are undone, one after the other in any order, until nothing changes.
 * No decoding makes a text longer, so this comes to an end.
 */
function* decodingsOf(text: string): Generator<string, void, undefined> {
  const texts = new Set([text]);
  // Visits what is added on the way, too.
  for (const each of texts) {
    yield each;
    for (const decode of DECODERS) texts.add(decode(each));
    if (texts.size > MAX_DECODINGS) throw new Error("too many encodings");
  }
}

/** Each undoes one encoding in the parts of a text that have it, and leaves the rest as it is. */
const DECODERS: readonly ((text: string) => string)[] = [
  decodeEscapes,
  decodePercent,
  (text) => decodePercent(text.replaceAll("+", " ")),
  decodeEntities,
  (text) => text.replace(/[\w+/-]{16,}={0,2}/g, (run) => readable(Buffer.from(run, "base64")) ?? run),
  (text) => text.replace(/(?:[\da-f]{2}){8,}/gi, (run) => readable(Buffer.from(run, "hex")) ?? run),
];

const CONTROL_ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" }),
);

/** Escapes of JSON and of the languages around it. */
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

function decodePercent(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    const bytes = Buffer.from(run.replaceAll("%", ""), "hex");
    const decoded = bytes.toString();
    return decoded.includes("\uFFFD") ? bytes.toString("latin1") : decoded;
  });
}

/** The names that libraries use for ASCII characters in HTML and XML. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    apos: "'",
    ast: "*",
    bsol: "\\",
    colon: ":",
    comma: ",",
    commat: "@",
    dollar: "$",
    equals: "=",
    excl: "!",
    grave: "`",
    gt: ">",
    Hat: "^",
    lbrace: "{",
    lcub: "{",
    lowbar: "_",
    lpar: "(",
    lsqb: "[",
    lt: "<",
    nbsp: " ",
    NewLine: "\n",
    num: "#",
    percnt: "%",
    period: ".",
    plus: "+",
    quest: "?",
    quot: '"',
    rbrace: "}",
    rcub: "}",
    rpar: ")",
    rsqb: "]",
    semi: ";",
    sol: "/",
    Tab: "\t",
    verbar: "|",
  }),
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

/** Bytes as text, or `undefined` where they are none; a character that is cut off at the end does not count. */
function readable(bytes: Buffer): string | undefined {
  const text = bytes.toString().replace(/\uFFFD+$/, "");
  return text === "" || text.includes("\uFFFD") ? undefined : text;
}

/** Names of fields that are probably secret in versions of the service that we do not know. */
const SECRET_NAME = /token|secret|passw|credential|(?:api|access|private|service)_?key/i;

/** The body with every secret field replaced, also of names that only sound secret, for logs. */
export function redactFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactFields);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSecretField(key, item) ? REDACTED : redactFields(item),
    ]),
  );
}

function isSecretField(key: string, value: unknown): boolean {
  if (SECRET_FIELDS.has(key)) return value != null;
  return typeof value === "string" && SECRET_NAME.test(key);
}
