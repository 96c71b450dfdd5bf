/** What all endpoints share: links, paths, "not found", paging. */

import { z } from "zod";
import { isApiError } from "../errors";
import type { ApiClient, CallOptions } from "../http/api-client";

/** A link of a resource: an absolute URL and its relation type (specification 2.0). */
export interface Link {
  href: string;
  rel: string;
}

export const link = z.looseObject({ href: z.string(), rel: z.string() });

/** The fields of `T`, each of which an answer may lack. */
export type Answered<T> = { [K in keyof T]?: T[K] | undefined };

/** An optional field of an answer: absent and `null` are the same. */
export function maybe<T extends z.ZodType>(type: T): z.ZodType<z.infer<T> | undefined> {
  return type.nullish().transform((value) => value ?? undefined) as z.ZodType<z.infer<T> | undefined>;
}

/** A path with its variables percent-encoded: the slash of a CIDR block becomes `%2F`. */
export function path(parts: TemplateStringsArray, ...variables: string[]): string {
  return String.raw({ raw: parts }, ...variables.map(encodeURIComponent));
}

/**
 * Whether an error proves that the object does not exist: a 404 that the service itself gave for it. A 404 from
 * something in between, or RESOURCE_NOT_FOUND (an unknown path), proves nothing.
 */
export function provesAbsence(error: unknown): boolean {
  return (
    isApiError(error) && error.status === 404 && error.fromService && error.errorCode !== "RESOURCE_NOT_FOUND"
  );
}

/** The value, or `undefined` when the service says that it does not exist. */
export async function orUndefined<T>(value: Promise<T>, absent = provesAbsence): Promise<T | undefined> {
  try {
    return await value;
  } catch (error) {
    if (absent(error)) return undefined;
    throw error;
  }
}

/** The most that a page may hold (specification, part 8). */
export const MAX_ITEMS_PER_PAGE = 500;

/** One request for each page, from the first to the last. */
export async function* pages<T>(
  api: ApiClient,
  request: { path: string; query?: Record<string, string | boolean> } & CallOptions,
  item: z.ZodType<T>,
): AsyncGenerator<T[], void, undefined> {
  const schema = z.looseObject({
    results: z.array(item),
    totalCount: maybe(z.number()),
    links: maybe(z.array(link)),
  });
  let collected = 0;
  for (let pageNum = 1; ; pageNum++) {
    const page = await api.request({
      method: "GET",
      path: request.path,
      query: { ...request.query, pageNum, itemsPerPage: MAX_ITEMS_PER_PAGE },
      schema,
      signal: request.signal,
    });
    yield page.results;
    collected += page.results.length;
    const hasNext =
      page.links?.some(({ rel }) => rel === "next") ??
      (page.totalCount !== undefined && collected < page.totalCount);
    if (!hasNext || page.results.length === 0) return;
  }
}

/** All items of all pages. */
export async function collect<T>(source: AsyncIterable<T[]>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of source) items.push(...page);
  return items;
}
