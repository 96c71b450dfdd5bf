/** A request in the log. */
export interface RequestRecord {
  /** Its number since the start or the last reset, counted from 1. */
  readonly number: number;
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The request target as sent. */
  readonly target: string;
  /** The path without its query. */
  readonly path: string;
  /** The endpoint, such as `GET /groups/{projectId}/clusters`; absent if none matches. */
  readonly endpoint?: string;
  /** The HTTP status; absent if a fault closed the connection. */
  readonly status?: number;
  readonly errorCode?: string;
  readonly ms: number;
  /** Whether the credentials were accepted. */
  readonly authenticated: boolean;
  /** Present if the response was a Digest challenge. */
  readonly challenge?: { readonly stale: boolean };
  readonly publicKey?: string;
  /** The nonce counter as sent. */
  readonly nc?: string;
  /** The size of the body as received. */
  readonly bodyBytes: number;
  /** The body as received, unless it is large. */
  readonly body?: string;
  /** The injected fault. */
  readonly fault?: string;
}

/** Counts since the start or the last reset. */
export interface Counters {
  readonly requests: number;
  /** Responses with a Digest challenge. */
  readonly challenges: number;
  /** Authenticated POST, PUT, PATCH and DELETE requests, regardless of their outcome. */
  readonly writes: number;
  /** Authenticated and public requests by endpoint. */
  readonly byEndpoint: Readonly<Record<string, number>>;
}

/** Keeps the last requests and counts all of them. */
export interface RequestLog {
  add(record: Omit<RequestRecord, "number">): RequestRecord;
  /** The last requests, oldest first. */
  list(): RequestRecord[];
  counters(): Counters;
  clear(): void;
}

/** Larger bodies are not kept. */
export const LARGEST_KEPT_BODY = 16 * 1024;

const WRITES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Creates an empty log for `capacity` requests. */
export function createRequestLog(capacity: number): RequestLog {
  let records: RequestRecord[] = [];
  let counts = { requests: 0, challenges: 0, writes: 0 };
  let byEndpoint = new Map<string, number>();
  return {
    add(entry) {
      counts.requests += 1;
      if (entry.challenge !== undefined) counts.challenges += 1;
      if (entry.authenticated && WRITES.has(entry.method)) counts.writes += 1;
      if (entry.endpoint !== undefined && entry.challenge === undefined)
        byEndpoint.set(entry.endpoint, (byEndpoint.get(entry.endpoint) ?? 0) + 1);
      const record = { number: counts.requests, ...entry };
      records.push(record);
      // Copied only every `capacity` requests, so that a full log stays cheap.
      if (records.length > 2 * capacity) records = records.slice(-capacity);
      return record;
    },
    list: () => records.slice(-capacity),
    counters: () => ({ ...counts, byEndpoint: Object.fromEntries(byEndpoint) }),
    clear() {
      records = [];
      counts = { requests: 0, challenges: 0, writes: 0 };
      byEndpoint = new Map();
    },
  };
}

/** Creates the listener for finished requests: it ignores them, writes a line to standard error, or calls back. */
export function createRequestListener(
  log: boolean | ((record: RequestRecord) => void),
): (record: RequestRecord) => void {
  if (typeof log === "function") return log;
  if (!log) return () => undefined;
  return ({ method, target, status, ms, fault, challenge }) => {
    const notes = [
      challenge === undefined ? "" : " challenge",
      fault === undefined ? "" : ` fault: ${fault}`,
    ].join("");
    process.stderr.write(`${method} ${target} ${status ?? "-"} ${ms} ms${notes}\n`);
  };
}
