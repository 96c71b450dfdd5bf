import { serviceError } from "./errors";

/** The query parameters of a request by name; the last of repeated ones wins. */
export type Query = ReadonlyMap<string, string>;

const NONE: Query = new Map();

/** Splits a request target into its path, still escaped, and its query. */
export function splitTarget(target: string): { path: string; query: Query } {
  const mark = target.indexOf("?");
  if (mark < 0) return { path: target, query: NONE };
  return { path: target.slice(0, mark), query: new Map(new URLSearchParams(target.slice(mark + 1))) };
}

/** Reads a boolean query parameter, false if absent. That other values are refused is a guess. */
export function readFlag(query: Query, name: string): boolean {
  const text = query.get(name);
  if (text === undefined || text === "false") return false;
  if (text === "true" || text === "") return true;
  throw serviceError("INVALID_QUERY_PARAMETER", name);
}
