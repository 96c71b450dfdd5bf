/** Reads the tokens of a JSON text, and holds no more of its bytes than a window that one value fits into. */

/** Which parts of a JSON text stand at its top is told by the caller; what a value is, by `JSON.parse`. */
export interface Reader {
  /** The next byte that is no white space, which stays; `undefined` at the end. */
  peek(): number | undefined;
  /** Takes the next byte that is no white space. @throws Error when it is another one */
  take(char: string): void;
  /** Takes a text. */
  name(): string;
  /** Takes a value. */
  value(): unknown;
  /** @throws Error when anything but white space follows */
  end(): void;
}

/** Nothing that is meant to be read is so deep, and what compares it runs out of stack somewhere beyond. */
const DEEPEST = 1_000;

/** The code of an ASCII character; all bytes of others are above it in UTF-8, so a text may be cut at any such byte. */
export function byte(char: string): number {
  return char.charCodeAt(0);
}

const [QUOTE, BACKSLASH, COMMA, NEW_LINE] = [byte('"'), byte("\\"), byte(","), byte("\n")];
const OPENING: ReadonlySet<number> = new Set([byte("{"), byte("[")]);
const CLOSING: ReadonlySet<number> = new Set([byte("}"), byte("]")]);

/** Puts the next bytes into a buffer and gives how many; 0 at the end. */
export type Source = (target: Buffer) => number;

const WINDOW_BYTES = 262_144;

export function readerOf(source: Source): Reader {
  let window = Buffer.allocUnsafe(WINDOW_BYTES);
  let at = 0;
  let end = 0;
  let linesBefore = 1;

  function more(): boolean {
    linesBefore += lineBreaks(window, at);
    window.copyWithin(0, at, end);
    end -= at;
    at = 0;
    // Twice as large, so that a long value is looked through a few times, and not once for each window.
    if (end === window.length) window = Buffer.concat([window], 2 * window.length);
    const added = source(window.subarray(end));
    end += added;
    return added > 0;
  }

  function peek(): number | undefined {
    for (;;) {
      while (at < end && isSpace(window[at])) at++;
      if (at < end) return window[at];
      if (!more()) return undefined;
    }
  }

  function malformed(reason: string, cause?: unknown): Error {
    const line = linesBefore + lineBreaks(window, at);
    return new Error(`manifest: is not well-formed JSON (line ${line}: ${reason}).`, { cause });
  }

  function unexpected(): Error {
    const found = peek();
    if (found === undefined) return malformed("it ends too early");
    return malformed(`unexpected ${JSON.stringify(window.toString("utf8", at, at + 1))}`);
  }

  function value(): unknown {
    peek();
    let stop = endOf(window, at, end);
    while (stop === undefined && more()) stop = endOf(window, at, end);
    stop ??= end;
    if (stop === at) throw unexpected();
    let parsed: unknown;
    try {
      parsed = JSON.parse(window.toString("utf8", at, stop));
    } catch (cause) {
      throw malformed(cause instanceof Error ? cause.message : String(cause), cause);
    }
    at = stop;
    return parsed;
  }

  return {
    peek,
    take(char) {
      if (peek() !== byte(char)) throw unexpected();
      at++;
    },
    name() {
      if (peek() !== QUOTE) throw unexpected();
      return value() as string;
    },
    value,
    end() {
      if (peek() !== undefined) throw unexpected();
    },
  };
}

/** Where the value stops that begins there; `undefined` when it goes on behind the end. */
function endOf(bytes: Buffer, start: number, end: number): number | undefined {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number;
    if (code === QUOTE) {
      const stop = endOfText(bytes, at, end);
      if (stop === undefined || depth === 0) return stop;
      at = stop - 1;
    } else if (OPENING.has(code)) {
      if (++depth > DEEPEST) throw new Error(`manifest: is nested more than ${DEEPEST} levels deep.`);
    } else if (CLOSING.has(code)) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
  }
  return undefined;
}

function endOfText(bytes: Buffer, start: number, end: number): number | undefined {
  for (let at = start + 1; at < end; at++) {
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] === BACKSLASH) at++;
  }
  return undefined;
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function lineBreaks(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1 && at < end; at = bytes.indexOf(NEW_LINE, at + 1)) count++;
  return count;
}
