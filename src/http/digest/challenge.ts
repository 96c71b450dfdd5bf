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
    this.take(LIST_SEPARATOR);
    this.take(SPACE);
    while (this.at < this.text.length) {
      found.push(this.challenge());
      if (this.at < this.text.length && this.take(LIST_SEPARATOR) === undefined) this.fail();
    }
    return found;
  }

  private challenge(): Challenge {
    const scheme = this.need(TOKEN).toLowerCase();
    const params = new Map<string, string>();
    if (this.take(SPACE) === undefined) return { scheme, params };
    if (this.at === this.text.length || this.text[this.at] === ",") return { scheme, params };
    if (!this.isParamNext()) {
      this.need(TOKEN68);
      return { scheme, params };
    }
    for (;;) {
      const name = this.need(TOKEN).toLowerCase();
      this.need(BWS_EQUALS_BWS);
      const value = this.value();
      if (params.has(name)) throw new ChallengeSyntaxError(`the parameter ${name} occurs twice`);
      params.set(name, value);
      const end = this.at;
      this.take(SPACE);
      if (this.at === this.text.length) return { scheme, params };
      if (this.take(LIST_SEPARATOR) === undefined) this.fail();
      if (this.at === this.text.length) return { scheme, params };
      // After a comma comes another parameter, or the scheme of the next challenge.
      if (!this.isParamNext()) {
        this.at = end;
        return { scheme, params };
      }
    }
  }

  private value(): string {
    const quoted = this.take(QUOTED);
    const value = quoted === undefined ? this.need(TOKEN) : quoted.slice(1, -1).replace(/\\([\s\S])/g, "$1");
    if (value.length > MAX_VALUE_LENGTH) throw new ChallengeSyntaxError("a value is too long");
    if (CONTROL.test(value)) throw new ChallengeSyntaxError("a value contains a control character");
    return value;
  }

  /** Whether `name = value` comes next; a token68 such as `abc==` is not a parameter. */
  private isParamNext(): boolean {
    const start = this.at;
    const name = this.take(TOKEN);
    const isParam =
      name !== undefined &&
      this.take(BWS_EQUALS_BWS) !== undefined &&
      this.at < this.text.length &&
      /[^,= \t]/.test(this.text[this.at] ?? "");
    this.at = start;
    return isParam;
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
