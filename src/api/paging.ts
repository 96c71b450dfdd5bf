/** Lists come in pages (Ops Manager documentation, "Lists"). No zod here: public declarations import this file. */

import type { ApiClient, CallOptions } from "../http/api-client";
import type { Schema } from "../http/api-request";
import type { Link } from "./common";

/** The most that a page may hold (specification, part 8). */
export const MAX_ITEMS_PER_PAGE = 500;

/** A page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** The service's own clock when it answered. */
  readonly date: string | undefined;
}

/** A page as it is answered. */
export interface AnsweredPage<T> {
  results: T[];
  totalCount?: number | undefined;
  links?: Link[] | undefined;
}

/** One request for each page, from the first to the last. */
export async function* pages<T>(
  api: ApiClient,
  request: { path: string; query?: Record<string, string | boolean> } & CallOptions,
  schema: Schema<AnsweredPage<T>>,
): AsyncGenerator<Page<T>, void, undefined> {
  let collected = 0;
  for (let pageNum = 1; ; pageNum++) {
    const { value: page, date } = await api.answer({
      method: "GET",
      path: request.path,
      query: { ...request.query, pageNum, itemsPerPage: MAX_ITEMS_PER_PAGE },
      schema,
      signal: request.signal,
    });
    yield { items: page.results, date };
    collected += page.results.length;
    const hasNext =
      page.links?.some(({ rel }) => rel === "next") ??
      (page.totalCount !== undefined && collected < page.totalCount);
    if (!hasNext || page.results.length === 0) return;
  }
}

/** All items of all pages. */
export async function collect<T>(source: AsyncIterable<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of source) items.push(...page.items);
  return items;
}

/** The items of all pages one by one; the next page is asked for when it is needed. */
export async function* each<T>(source: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of source) yield* page.items;
}
