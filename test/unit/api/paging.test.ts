import assert from "node:assert/strict";
import { collect, each, pages } from "../../../src/api/paging";
import { pageSchema } from "../../../src/api/schema";
import { isShapeError } from "../../../src/errors";
import type { ApiClient, ApiRequest } from "../../../src/http/api-client";
import type { PlainObject } from "../../../src/json";

interface Item {
  id: number;
}

const schema = pageSchema<Item>({ id: { type: "number", always: true } });
const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }));
const link = (rel: string): PlainObject => ({ rel, href: `https://om.example.com/${rel}` });
const SELF = [link("self")];
const NEXT = [link("self"), link("next")];

/** A service that returns these pages; `requested` contains the numbers of the requested pages. */
function service(page: (pageNum: number) => PlainObject): { api: ApiClient; requested: unknown[] } {
  const requested: unknown[] = [];
  const send = async <T>({ query, schema: shape }: ApiRequest<T>) => {
    requested.push(query?.["pageNum"]);
    const parsed = shape?.safeParse(page(requested.length));
    assert.ok(parsed?.success === true);
    return { value: parsed.data, date: undefined, serviceVersion: undefined, isConfirmed: true };
  };
  const api: ApiClient = {
    send,
    request: async (request) => (await send(request)).value,
    close: async () => undefined,
  };
  return { api, requested };
}

const list = async (api: ApiClient): Promise<Item[]> => collect(pages(api, { path: "/things" }, schema));

describe("a list", () => {
  type Page = (pageNum: number) => PlainObject;
  /** The items of page `n` with two each. */
  const two = (n: number): Item[] => items(2 * n - 1, 2 * n);
  const upTo = (last: number, n: number): PlainObject[] => (n < last ? NEXT : SELF);
  /** Between the first two pages an item is added before them. */
  const growing: Page = (n) => ({
    results: n === 1 ? two(1) : n === 2 ? items(2, 4) : n === 3 ? items(0, 1) : items(2, 4),
    totalCount: n === 1 ? 4 : 5,
    links: n % 2 === 1 ? NEXT : SELF,
  });
  const twice: Page = () => ({ results: [...two(1), ...two(1)], totalCount: 2, links: SELF });
  const linked: Page = (n) => ({ results: n < 3 ? two(n) : [], links: NEXT });
  const repeating: Page = (n) => ({ results: two(Math.min(n, 2)), totalCount: 4, links: NEXT });
  const AGAIN = "that grows between two pages";
  const whole: [what: string, page: Page, ids: number, requests: number][] = [
    ["of one page", () => ({ results: items(1, 3), totalCount: 3, links: SELF }), 3, 1],
    ["that is empty", () => ({ results: [], totalCount: 0, links: SELF }), 0, 1],
    ["without a count and links", () => ({ results: items(1, 3) }), 3, 1],
    ["of pages with links", (n) => ({ results: two(n), totalCount: 6, links: upTo(3, n) }), 6, 3],
    ["of pages with only a count", (n) => ({ results: two(n), totalCount: 6 }), 6, 3],
    [AGAIN, growing, 5, 4],
    ["that has its items twice", twice, 2, 1],
    ["whose pages all have a next link, the last one empty", (n) => ({ ...linked(n), totalCount: 4 }), 4, 3],
    ["whose pages all have a next link, without a count", linked, 4, 3],
    ["whose last page links to itself", repeating, 4, 3],
    ["whose count is too low", (n) => ({ results: items(n, n), totalCount: 1, links: upTo(3, n) }), 3, 3],
  ];
  for (const [what, page, ids, requests] of whole)
    it(`${what} is read completely`, async () => {
      const { api, requested } = service(page);
      const found = await list(api);
      assert.equal(found.length, ids);
      assert.equal(requested.join(), what === AGAIN ? "1,2,1,2" : [1, 2, 3].slice(0, requests).join());
    });

  const ONE =
    /^GET \/things: the list is incomplete: the service counts 5 items, returned 3, and page 1 links to no next page\./;
  const REPEATS = /counts 1000 items, returned 2, and page 2 repeats the one before/;
  const ENDLESS = /the list does not end: page 1000 links to a next page/;
  const short: Page = (n) => ({ results: items(n, n), totalCount: 5, links: n < 2 ? NEXT : [] });
  const ending: Page = (n) => ({ results: n === 1 ? two(1) : [], totalCount: 4, links: NEXT });
  const equal: Page = () => ({ results: two(1), links: NEXT });
  const incomplete: [what: string, page: Page, message: RegExp][] = [
    ["whose count exceeds its only page", () => ({ results: items(1, 3), totalCount: 5, links: SELF }), ONE],
    ["whose count exceeds its pages", short, /counts 5 items, returned 2, and page 2 links to no next page/],
    ["with only a count", () => ({ results: [], totalCount: 2 }), /2 items, returned 0, and page 1 is empty/],
    ["whose next page is empty", ending, /counts 4 items, returned 2, and page 2 is empty/],
    ["whose pages are all equal", () => ({ ...equal(1), totalCount: 1000 }), REPEATS],
    ["whose pages are all equal, without a count", equal, /counts no items, returned 2, and page 2 repeats/],
    [
      "that has one item twice in place of another",
      () => ({ ...equal(1), results: [...two(1), ...two(1)], totalCount: 4, links: SELF }),
      /counts 4 items, and returned 2, some of them twice/,
    ],
    ["whose pages never end", (n) => ({ results: items(n, n), totalCount: 1, links: NEXT }), ENDLESS],
  ];
  for (const [what, page, message] of incomplete)
    it(`${what} fails instead of returning an incomplete list`, async () => {
      const { api, requested } = service(page);
      await assert.rejects(list(api), (error) => isShapeError(error) && message.test(error.message));
      assert.ok(requested.length <= 1000, `${requested.length} pages`);
    });

  it("is read only as far as the iteration goes", async () => {
    const { api, requested } = service((n) => ({ results: items(n, n), totalCount: 9, links: NEXT }));
    for await (const { id } of each(pages(api, { path: "/things" }, schema))) if (id === 2) break;
    assert.deepEqual(requested, [1, 2]);
  });
});
