/** One request as the emulator saw it. */
export interface RequestRecord {
  /** Its number since the start or the last reset, from 1. */
  readonly number: number;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** The request target exactly as it was sent. */
  readonly target: string;
  /** The path without its query. */
  readonly path: string;
  /** The endpoint it was meant for, as `GET /groups/{projectId}/clusters`; absent where there is none. */
  readonly endpoint?: string;
  /** The HTTP status; absent where a fault cut the connection instead of answering. */
  readonly status?: number;
  readonly errorCode?: string;
  readonly ms: number;
  /** Whether the credentials were accepted. */
  readonly authenticated: boolean;
  /** Whether it was answered by a Digest challenge, and whether that said `stale=true`. */
  readonly challenge?: { readonly stale: boolean };
  readonly publicKey?: string;
  /** The nonce counter as the client wrote it. */
  readonly nc?: string;
  /** The size of the body as received. */
  readonly bodyBytes: number;
  /** The body as received, unless it is large. */
  readonly body?: string;
  /** What the injected fault did. */
  readonly fault?: string;
}

/** How often something happened since the start or the last reset. */
export interface Counters {
  readonly requests: number;
  /** Answers with a Digest challenge. */
  readonly challenges: number;
  /** Authenticated POST, PUT, PATCH and DELETE requests, whatever came of them. */
  readonly writes: number;
  /** Authenticated (or public) requests by endpoint. */
  readonly byEndpoint: Readonly<Record<string, number>>;
}

/** Remembers the last requests and counts all of them. */
export interface RequestLog {
  add(record: Omit<RequestRecord, "number">): RequestRecord;
  /** The last requests, oldest first. */
  list(): RequestRecord[];
  counters(): Counters;
  clear(): void;
}

/** Bodies above this size are not remembered. */
export const LARGEST_KEPT_BODY = 16 * 1024;

const WRITES = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Makes an empty log that remembers so many requests. */
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
      // Cut in large steps, so that a full log costs nothing per request.
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

/** What to do with finished requests: nothing, write a line to standard error, or call back. */
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
