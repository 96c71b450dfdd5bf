import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { repository } from "../../scripts/demo/repository";
import { run } from "../../scripts/engine/run";
import { listen } from "../docs/support/listen";
import { usePages, type WatchedPage } from "./support/pages";

const SITE = join(repository, ".build/docs");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

describe("the documentation site in a browser", () => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
    const type = TYPES[extname(file)] ?? "text/plain";
    if (!existsSync(file)) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type }).end(readFileSync(file));
  });
  const open = usePages();
  let origin: string;
  let page: Page;
  let watched: WatchedPage;

  before(async () => {
    const built = await run("npm", ["run", "--silent", "docs"], { cwd: repository, env: process.env });
    assert.equal(built.code, 0, built.output);
    origin = `http://${await listen(server)}`;
  });
  beforeEach(async () => {
    watched = await open();
    ({ page } = watched);
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("has no dead link, no missing picture and no request to another server on any page", async () => {
    const failed: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) failed.push(`${page.url()}: ${response.status()} ${response.url()}`);
    });
    const anchors = new Map<string, Set<string>>();
    const links: [from: string, to: URL][] = [];
    const queue = [`${origin}/`];
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      if (anchors.has(url)) continue;
      await page.goto(url);
      const found = await page.evaluate<{ ids: string[]; links: string[] }>(`({
        ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
        links: [...document.querySelectorAll("a[href]")].map(({ href }) => href),
      })`);
      anchors.set(url, new Set(found.ids));
      for (const href of found.links) {
        const to = new URL(href);
        if (to.origin !== origin) continue;
        links.push([url, to]);
        if (!/\.(md|txt|svg|png)$/.test(to.pathname)) queue.push(`${origin}${to.pathname}`);
      }
    }
    const dead = links.filter(([, { pathname, hash }]) => {
      const ids = anchors.get(`${origin}${pathname}`);
      return hash.length > 1 && ids !== undefined && !ids.has(decodeURIComponent(hash.slice(1)));
    });
    assert.deepEqual([...new Set(dead.map(([from, to]) => `${from}: ${to.href}`))], []);
    const foreign = watched.requests.filter((url) => !url.startsWith(origin) && !url.startsWith("data:"));
    // The console also names the failed requests, and the icon that the browser looks for.
    const errors = watched.messages.filter((text) => !text.startsWith("Failed to load resource"));
    assert.deepEqual([...failed, ...foreign, ...errors], []);
    assert.ok(anchors.size > 100, String(anchors.size));
  });

  it("finds every class and function by its name, and a message by its words", async () => {
    await page.goto(`${origin}/`);
    const api = await readFile(join(repository, "src/index.ts"), "utf8");
    const classes = [...api.matchAll(/^export \{ (\w+) \}/gm)].map(([, name = ""]) => name);
    assert.equal(classes.length, 5);
    const functions = await readFile(join(repository, "src/functions/index.ts"), "utf8");
    const names = [...functions.matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);
    assert.equal(names.length, 22);
    await page.getByRole("button", { name: "Search" }).click();
    for (const name of [...classes, ...names]) {
      await page.getByRole("searchbox").fill(name);
      const text = name.replace(/Output$/, "");
      await page.locator(".results").getByText(text, { exact: false }).first().waitFor();
    }
    await page.getByRole("searchbox").fill("certificate cannot be verified");
    await page.locator(".results a[href*='troubleshooting']").first().waitFor();
  });

  it("leads from the first page to the first program", async () => {
    await page.goto(`${origin}/`);
    await page.getByRole("link", { name: "Get started" }).first().click();
    await page.getByRole("heading", { name: "Get started" }).waitFor();
    assert.match(await page.locator("main").innerText(), /npm install pulumi-opsmanager @pulumi\/pulumi/);
  });

  it("has a list of its pages for language models", async () => {
    const list = await readFile(join(SITE, "llms.txt"), "utf8");
    for (const [, path = ""] of list.matchAll(/\]\(\/([^)]+\.md)\)/g)) await readFile(join(SITE, path));
    assert.match(list, /\[AlertConfigSet\]/);
  });
});
