import { serviceError } from "./errors";
import type { Query } from "./query";

/** A link of a response: an absolute URL and its relation. */
export interface Link {
  readonly href: string;
  readonly rel: string;
}

/** The requested page of a list. */
export interface Page {
  readonly pageNum: number;
  readonly itemsPerPage: number;
}

/** The default and the maximum page size (Ops Manager documentation). */
const ITEMS_PER_PAGE = { default: 100, maximum: 500 } as const;

/** Reads `pageNum` and `itemsPerPage`. That numbers out of range are refused is a guess. */
export function readPage(query: Query): Page {
  return {
    pageNum: readPositive(query, "pageNum", 1, Number.MAX_SAFE_INTEGER),
    itemsPerPage: readPositive(query, "itemsPerPage", ITEMS_PER_PAGE.default, ITEMS_PER_PAGE.maximum),
  };
}

/** Builds the body of a list: the rows of one page with links (Ops Manager documentation). */
export function buildListBody<Row>(
  rows: readonly Row[],
  view: (row: Row) => object,
  url: string,
  query: Query,
): object {
  const page = readPage(query);
  const start = (page.pageNum - 1) * page.itemsPerPage;
  const results = rows.slice(start, start + page.itemsPerPage).map(view);
  const link = (rel: string, pageNum: number): Link => ({
    rel,
    href: buildPageUrl(url, query, { ...page, pageNum }),
  });
  const links = [
    ...(page.pageNum > 1 ? [link("previous", page.pageNum - 1)] : []),
    link("self", page.pageNum),
    ...(start + page.itemsPerPage < rows.length ? [link("next", page.pageNum + 1)] : []),
  ];
  return query.get("includeCount") === "false"
    ? { links, results }
    : { links, results, totalCount: rows.length };
}

function buildPageUrl(url: string, query: Query, page: Page): string {
  const parameters = new URLSearchParams([...query]);
  parameters.set("pageNum", String(page.pageNum));
  parameters.set("itemsPerPage", String(page.itemsPerPage));
  return `${url}?${parameters.toString()}`;
}

function readPositive(query: Query, name: string, fallback: number, maximum: number): number {
  const text = query.get(name);
  if (text === undefined) return fallback;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > maximum) throw serviceError("INVALID_QUERY_PARAMETER", name);
  return number;
}
