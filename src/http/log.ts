/** The request log: one JSON line an exchange, with nothing secret in it. */

import { filterTexts, redactFields, REDACTED, WITHHELD } from "../secrets";
import type { SecretFilter } from "../secrets";
import { jsonOf, textOf } from "./body";
import type { HttpResponse, Send } from "./message";
import { isTransportError } from "../errors";

export type LogLevel = "off" | "debug" | "trace";

export interface RequestLog {
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}

/** The level that `OPSMANAGER_LOG` asks for. */
export function logLevelOf(value: string | undefined): LogLevel {
  return value === "debug" || value === "trace" ? value : "off";
}

/** What JSON leaves as it is and a terminal obeys: C1 control characters, line separators, changes of direction. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Writes one line of JSON; `filter` takes secrets out of each text of it, and once more out of the finished line. */
export function logLine(log: RequestLog, filter: SecretFilter, entry: Record<string, unknown>): void {
  const time = new Date().toISOString();
  const line = orWithheld(() => filter(JSON.stringify({ time, ...(filterTexts(entry, filter) as object) })));
  const shown = line === WITHHELD ? JSON.stringify({ time, withheld: WITHHELD }) : line;
  log.write(shown.replace(UNESCAPED, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/** JSON that is nested too deeply cannot be searched, and the request goes on all the same. */
function orWithheld<T>(make: () => T): T | string {
  try {
    return make();
  } catch {
    return WITHHELD;
  }
}

/** Bodies in the log are cut there. */
const MAX_LOGGED_BODY = 16_384;

/** Adds the log to `next`: each exchange on the wire is one line. */
export function withLog(next: Send, log: RequestLog): Send {
  if (log.level === "off") return next;
  return async function sendLogged(request) {
    const startedAt = performance.now();
    const entry = (rest: Record<string, unknown>): void => {
      logLine(log, request.filter, {
        request: request.note?.id,
        method: request.method,
        path: request.path,
        attempt: request.note?.attempt,
        nonce: request.note?.nonce,
        nc: request.note?.nc,
        ms: Math.round(performance.now() - startedAt),
        ...rest,
        ...(log.level === "trace" && {
          headers: loggedHeaders(request.headers),
          sent: loggedBody(request.body),
        }),
      });
    };
    try {
      const total = request.body?.length;
      const onProgress = (sentBytes: number): void =>
        logLine(log, request.filter, {
          request: request.note?.id,
          method: request.method,
          path: request.path,
          sentBytes,
          ofBytes: total,
        });
      const response = await next({ ...request, onProgress });
      entry({
        status: response.status,
        ...(log.level === "trace" && {
          answerHeaders: loggedHeaders(response.headers),
          answer: loggedAnswer(response),
        }),
      });
      return response;
    } catch (error) {
      entry({ failure: isTransportError(error) ? error.failure : String(error) });
      throw error;
    }
  };
}

/** Headers that hold a credential, or what one can be guessed from. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "authentication-info",
  "proxy-authentication-info",
  "cookie",
  "set-cookie",
]);

function loggedHeaders(headers: HttpResponse["headers"]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET_HEADERS.has(name.toLowerCase()) ? REDACTED : value,
    ]),
  );
}

function loggedAnswer(response: HttpResponse): unknown {
  if (response.body.length > MAX_LOGGED_BODY) return `${response.body.length} bytes`;
  const json = jsonOf(response);
  return typeof json === "object" ? orWithheld(() => redactFields(json.value)) : textOf(response);
}

function loggedBody(body: Buffer | undefined): unknown {
  if (body === undefined) return undefined;
  if (body.length > MAX_LOGGED_BODY) return `${body.length} bytes`;
  try {
    return redactFields(JSON.parse(body.toString("utf8")));
  } catch {
    return `${body.length} bytes`;
  }
}
