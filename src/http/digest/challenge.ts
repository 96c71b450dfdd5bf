/** Parses `WWW-Authenticate` (RFC 9110, section 11) and `Authentication-Info` (RFC 7616, section 3.5). */

/** A challenge: scheme and parameter names in lower case, values unescaped. */
export interface Challenge {
  readonly scheme: string;
  readonly params: ReadonlyMap<string, string>;
}

/** Thrown for a header that violates the grammar, repeats a parameter or is too long. */
export class ChallengeSyntaxError extends Error {}

/** Real headers are far shorter. */
const MAX_HEADER_LENGTH = 16_384;
/** Values are repeated in every signed request. */
const MAX_VALUE_LENGTH = 4_096;

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y;
const TOKEN68 = /[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y;
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/y;
const SPACE = /[ \t]+/y;
const BWS_EQUALS_BWS = /[ \t]*=[ \t]*/y;
/** Before `name = value`; a token68 such as `abc==` is not a parameter. */
const PARAM_AHEAD = /(?=[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*=[ \t]*[^,= \t])/y;
const LIST_SEPARATOR = /[ \t]*(?:,[ \t]*)+/y;
/** The control characters that a quoted string cannot contain: all but the tab (RFC 9110, section 5.6.4). */
// eslint-disable-next-line no-control-regex -- finds control characters
export const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;

/** Parses all challenges of one or more `WWW-Authenticate` header lines, in their order. */
export function parseChallenges(header: string | readonly string[]): Challenge[] {
  const text = typeof header === "string" ? header : header.join(", ");
  if (text.length > MAX_HEADER_LENGTH) throw new ChallengeSyntaxError("the header is too long");
  return new Scanner(text).challenges();
}

/** Parses `Authentication-Info`; returns no parameters if it is absent or invalid, since nothing depends on it. */
export function parseAuthenticationInfo(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return new Map();
  try {
    // With a scheme before it, the header has the grammar of a challenge.
    return parseChallenges(`Digest ${header}`)[0]?.params ?? new Map();
  } catch (error) {
    if (error instanceof ChallengeSyntaxError) return new Map();
    throw error;
  }
}

class Scanner {
  private at = 0;

  constructor(private readonly text: string) {}

  challenges(): Challenge[] {
    const found: Challenge[] = [];
    /** The parameters of the challenge that the next element of the list may continue. */
    let params: Map<string, string> | undefined;
    this.take(LIST_SEPARATOR);
    this.take(SPACE);
    while (this.at < this.text.length) {
      if (params === undefined || !this.isParamNext()) {
        params = new Map();
        found.push({ scheme: this.need(TOKEN).toLowerCase(), params });
        const isAlone = this.take(SPACE) === undefined || this.isElementComplete();
        if (isAlone || !this.isParamNext()) params = undefined;
        if (!isAlone && params === undefined) this.need(TOKEN68);
      }
      if (params !== undefined) this.param(params);
      this.take(SPACE);
      if (!this.isElementComplete()) this.fail();
      this.take(LIST_SEPARATOR);
    }
    return found;
  }

  private param(params: Map<string, string>): void {
    const name = this.need(TOKEN).toLowerCase();
    this.need(BWS_EQUALS_BWS);
    const value = this.value();
    if (params.has(name)) throw new ChallengeSyntaxError(`the parameter ${name} occurs twice`);
    params.set(name, value);
  }

  private value(): string {
    const quoted = this.take(QUOTED);
    const value = quoted === undefined ? this.need(TOKEN) : quoted.slice(1, -1).replace(/\\([\s\S])/g, "$1");
    if (value.length > MAX_VALUE_LENGTH) throw new ChallengeSyntaxError("a value is too long");
    if (CONTROL.test(value)) throw new ChallengeSyntaxError("a value contains a control character");
    return value;
  }

  private isParamNext(): boolean {
    return this.take(PARAM_AHEAD) !== undefined;
  }

  private isElementComplete(): boolean {
    return this.at === this.text.length || this.text[this.at] === ",";
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match[0];
  }

  private need(pattern: RegExp): string {
    return this.take(pattern) ?? this.fail();
  }

  private fail(): never {
    throw new ChallengeSyntaxError(`unexpected text at position ${this.at}`);
  }
}
