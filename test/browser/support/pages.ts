import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "./browser";

/** A page, with its errors, the messages on its console, and the URLs of its requests. */
export type WatchedPage = Awaited<ReturnType<ReturnType<typeof usePages>>>;

/** By how many pixels a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** Opens pages, which are closed after each test of the suite. */
export function usePages() {
  let browser: Browser;
  before(async () => void (browser = await launchBrowser()));
  after(async () => browser?.close());
  afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
  return async (options?: BrowserContextOptions) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const [messages, requests]: [string[], string[]] = [[], []];
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    return { page, messages, requests };
  };
}
