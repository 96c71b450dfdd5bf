/** The request log: one JSON line for each exchange, secrets redacted. */

import { filterTexts, REDACTED, WITHHELD } from "../secrets/filter";
import { redactFields } from "../secrets/values";
import { isTransportError } from "../errors";
import { mapValues } from "../json";
import type { HttpRequest, HttpResponse, Send } from "./message";
import { parseJson, textOf } from "./text";

export type LogLevel = "off" | "debug" | "trace";

export interface RequestLog {
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}

/** The log to standard error, at the level that `OPSMANAGER_LOG` names. */
export function requestLog({ OPSMANAGER_LOG: level }: NodeJS.ProcessEnv): RequestLog {
  return {
    level: level === "debug" || level === "trace" ? level : "off",
    write: (line) => process.stderr.write(`${line}\n`),
  };
}

/** What JSON does not escape but a terminal interprets: C1 control characters, line separators, changes of direction. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Writes a line of JSON about a request, unless the log is off. Its filter redacts each text in it, and the whole line again. */
export function logRequest(log: RequestLog, request: HttpRequest, entry: Record<string, unknown>): void {
  if (log.level === "off") return;
  const { id, method, path, filter } = request;
  const time = new Date().toISOString();
  const texts = filterTexts({ request: id, method, path, ...entry }, filter) as object;
  const line = filter(JSON.stringify({ time, ...texts }));
  const shown = line === WITHHELD ? JSON.stringify({ time, withheld: WITHHELD }) : line;
  log.write(shown.replace(UNESCAPED, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`));
}

/** Of larger bodies the log shows the size only. */
const MAX_LOGGED_BODY = 16_384;

/** Adds the log to `next`: one line for each exchange. */
export function withLog(next: Send, log: RequestLog): Send {
  if (log.level === "off") return next;
  return async function sendLogged(request) {
    const startedAt = performance.now();
    const writeEntry = (rest: Record<string, unknown>): void => {
      logRequest(log, request, {
        attempt: request.attempt,
        nonce: request.nonce,
        nc: request.nc,
        ms: Math.round(performance.now() - startedAt),
        ...rest,
        ...(log.level === "trace" && {
          headers: redactHeaders(request.headers),
          sent: request.body && redactBody({ headers: {}, body: request.body }, false),
        }),
      });
    };
    try {
      const onProgress = (sentBytes: number): void =>
        logRequest(log, request, { sentBytes, ofBytes: request.body?.length });
      const response = await next({ ...request, onProgress });
      writeEntry({
        status: response.status,
        ...(log.level === "trace" && {
          responseHeaders: redactHeaders(response.headers),
          response: redactBody(response, true),
        }),
      });
      return response;
    } catch (error) {
      writeEntry({ failure: isTransportError(error) ? error.failure : String(error) });
      throw error;
    }
  };
}

/** Headers with a credential, or with a hash of one. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "authentication-info",
  "proxy-authentication-info",
  "cookie",
  "set-cookie",
]);

function redactHeaders(headers: HttpResponse["headers"]): Record<string, unknown> {
  return mapValues(headers, (value, name) => (SECRET_HEADERS.has(name.toLowerCase()) ? REDACTED : value));
}

/** @param isTextShown whether to show a text that is not JSON */
function redactBody(message: Omit<HttpResponse, "status">, isTextShown: boolean): unknown {
  const bytes = message.body.length + (message.droppedBytes ?? 0);
  const json = bytes > MAX_LOGGED_BODY ? undefined : parseJson(message);
  if (json !== undefined) return redactFields(json.value);
  return isTextShown && bytes <= MAX_LOGGED_BODY ? textOf(message) : `${bytes} bytes`;
}
