/** Parses `WWW-Authenticate` (RFC 9110, section 11) and `Authentication-Info` (RFC 7616, section 3.5). */

/** A challenge: scheme and parameter names in lower case, values unescaped. */
export interface Challenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
}

/** Real headers are far shorter. */
const MAX_HEADER_LENGTH = 16_384;
/** Values are repeated in every signed request. */
const MAX_VALUE_LENGTH = 4_096;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = String.raw`"(?<quoted>(?:[^"\\]|\\[\s\S])*)"`;
const PARAM = String.raw`(?:(?<scheme>${TOKEN})[ \t]+)?(?<name>${TOKEN})[ \t]*=[ \t]*(?:${QUOTED}|(?<token>${TOKEN}))`;
/** A scheme without parameters, perhaps with a token68 such as `abc==`. */
const ALONE = String.raw`(?<alone>${TOKEN})(?:[ \t]+[A-Za-z0-9._~+/-]+=*)?`;
/** An element of the list, with the commas that follow it. */
const ELEMENT = new RegExp(String.raw`(?:${PARAM}|${ALONE})[ \t]*(?:,[ \t,]*|$)`, "y");
/** The control characters that a quoted string cannot contain: all but the tab (RFC 9110, section 5.6.4). */
// eslint-disable-next-line no-control-regex -- finds control characters
export const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/**
 * Parses all challenges of one or more `WWW-Authenticate` header lines, in their order.
 * @throws Error for a header that violates the grammar, repeats a parameter or is too long
 */
export function parseChallenges(header: string | readonly string[]): Challenge[] {
  const text = typeof header === "string" ? header : header.join(", ");
  if (text.length > MAX_HEADER_LENGTH) throw new Error("the header is too long");
  const found: Challenge[] = [];
  /** The parameters of the challenge that the next element may continue. */
  let params: Map<string, string> | undefined;
  ELEMENT.lastIndex = text.search(/[^ \t,]|$/);
  while (ELEMENT.lastIndex < text.length) {
    const at = ELEMENT.lastIndex;
    const { scheme, name, quoted, token, alone } = ELEMENT.exec(text)?.groups ?? {};
    const opened = scheme ?? alone;
    if (opened !== undefined) {
      params = new Map();
      found.push({ scheme: opened.toLowerCase(), params });
    }
    if (params === undefined || (name ?? alone) === undefined) {
      throw new Error(`unexpected text at position ${at}`);
    }
    if (name === undefined) params = undefined;
    else addParam(params, name.toLowerCase(), quoted?.replace(/\\([\s\S])/g, "$1") ?? token ?? "");
  }
  return found;
}

function addParam(params: Map<string, string>, name: string, value: string): void {
  if (value.length > MAX_VALUE_LENGTH) throw new Error("a value is too long");
  if (CONTROL.test(value)) throw new Error("a value contains a control character");
  if (params.has(name)) throw new Error(`the parameter ${name} occurs twice`);
  params.set(name, value);
}

/** Finds the `nextnonce` of `Authentication-Info`; `undefined` if the header is absent or invalid, since nothing depends on it. */
export function parseNextNonce(header: string | undefined): string | undefined {
  try {
    // With a scheme before it, the header has the grammar of a challenge.
    return parseChallenges(`Digest ${header ?? ""}`)[0]?.params.get("nextnonce");
  } catch {
    return undefined;
  }
}
