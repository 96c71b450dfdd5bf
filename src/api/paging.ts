/** Lists that come in pages (Ops Manager documentation, "Lists"). */

import { ShapeError } from "../errors";
import type { ApiClient } from "../http/api-client";
import type { ApiRequest, Schema } from "../http/api-request";
import { canonicalJson, isPlainObject, jsonEqual } from "../json";
import type { Link } from "../fields/table";

/** The largest page that the service returns. */
export const MAX_ITEMS_PER_PAGE = 500;

/** A page of a list. */
export interface Page<T> {
  readonly items: T[];
  /** The time of the response by the clock of the service. */
  readonly date: string | undefined;
}

/** A page as the service returns it. */
export interface ReturnedPage<T> {
  results: T[];
  totalCount?: number | undefined;
  links?: Link[] | undefined;
}

/** 500,000 items, far above what any list of the service holds. */
const MOST_PAGES = 1_000;

type ListRequest<T> = Pick<ApiRequest<T>, "path" | "query">;

/**
 * Requests the pages of a list one after the other. An item that appears twice counts once. If pages have shifted while they were
 * read, another item may be missing then, so that the list is read once more.
 * @throws ShapeError for a list that ends before its count is reached, and for one that does not end. An incomplete list would
 * make objects look as if they were deleted.
 */
export async function* pages<T>(
  api: ApiClient,
  request: ListRequest<T>,
  schema: Schema<ReturnedPage<T>>,
): AsyncGenerator<Page<T>, void, undefined> {
  const seen = new Set<string>();
  let total = 0;
  for (let reading = 1; reading <= 2; reading++) {
    for await (const { items, date, totalCount = 0 } of returnedPages(api, request, schema)) {
      const fresh = new Map(items.map((item) => [keyOf(item), item]));
      for (const key of seen) fresh.delete(key);
      yield { items: [...fresh.values()], date };
      for (const key of fresh.keys()) seen.add(key);
      total = totalCount;
    }
    if (seen.size >= total) return;
  }
  throw new ShapeError(
    `GET ${request.path}: the list is incomplete: the service counts ${total} items, and returned ${seen.size}, some of them twice.`,
  );
}

/** The items of some lists have no id. */
function keyOf(item: unknown): string {
  const id = isPlainObject(item) ? item["id"] : undefined;
  return typeof id === "string" ? id : canonicalJson(item);
}

/** The pages as the service returns them. */
async function* returnedPages<T>(
  api: ApiClient,
  request: ListRequest<T>,
  schema: Schema<ReturnedPage<T>>,
): AsyncGenerator<Page<T> & Pick<ReturnedPage<T>, "totalCount">, void, undefined> {
  const at = `GET ${request.path}`;
  let collected = 0;
  let previous: T[] | undefined;
  for (let pageNum = 1; pageNum <= MOST_PAGES; pageNum++) {
    const { value: page, date } = await api.send({
      method: "GET",
      path: request.path,
      query: { ...request.query, pageNum, itemsPerPage: MAX_ITEMS_PER_PAGE },
      schema,
    });
    const { results, totalCount, links } = page;
    const isRepeated = results.length > 0 && previous !== undefined && jsonEqual(results, previous);
    if (!isRepeated) {
      yield { items: results, date, totalCount };
      collected += results.length;
      previous = results;
    }
    const isShort = totalCount !== undefined && collected < totalCount;
    const hasNext = links === undefined ? isShort : links.some(({ rel }) => rel === "next");
    if (hasNext && results.length > 0 && !isRepeated) continue;
    if (!isShort && (!isRepeated || totalCount !== undefined)) return;
    const end = isRepeated ? "repeats the one before" : hasNext ? "is empty" : "links to no next page";
    throw new ShapeError(
      `${at}: the list is incomplete: the service counts ${totalCount ?? "no"} items, returned ${collected}, and page ${pageNum} ${end}.`,
    );
  }
  throw new ShapeError(`${at}: the list does not end: page ${MOST_PAGES} links to a next page.`);
}

/** All items of all pages. */
export async function collect<T>(source: AsyncIterable<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const page of source) items.push(...page.items);
  return items;
}

/** The items of all pages one by one; the next page is requested when it is needed. */
export async function* each<T>(source: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of source) yield* page.items;
}
