import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { FORMATS } from "../../src/cli/drift/formats";
import type { DriftReport } from "../../src/cli/drift/report";
import { EMPTY, EXAMPLE, HOSTILE, report, urnOf, reportOf } from "../unit/cli/drift/reports";
import { launchBrowser } from "./support/launch-browser";

/** A folder for screenshots; none are taken without it. */
const SCREENSHOTS = process.env["BROWSER_SCREENSHOTS"];

describe("the HTML report of drift in a browser", () => {
  let browser: Browser;
  let folder: string;
  let context: BrowserContext;
  let page: Page;
  let messages: string[];
  let requests: string[];

  before(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), "drift-report-"));
  });
  after(async () => {
    await browser?.close();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    messages = [];
    requests = [];
  });
  afterEach(async () => {
    await context?.close();
    assert.deepEqual(messages, []);
    assert.deepEqual(requests, [address()]);
  });

  const address = (): string => pathToFileURL(join(folder, "report.html")).href;
  const open = async (
    found: DriftReport,
    options: Parameters<Browser["newContext"]>[0] = {},
  ): Promise<void> => {
    await writeFile(join(folder, "report.html"), FORMATS.html(found));
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    page = await context.newPage();
    page.on("console", (message) => messages.push(message.text()));
    page.on("pageerror", (error) => messages.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(address());
  };
  const picture = async (name: string): Promise<void> => {
    if (SCREENSHOTS === undefined) return;
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `drift-${name}.png`), fullPage: true });
  };
  const category = (name: RegExp): Locator => page.getByRole("button", { name });
  const table = (name: string): Locator => page.getByRole("table", { name });
  const visibleTables = async (): Promise<number> => page.getByRole("table").count();

  it("shows the numbers, and every finding", async () => {
    await open(EXAMPLE);
    await page.getByText("41 objects compared", { exact: true }).waitFor();
    assert.deepEqual(await page.locator("#categories button").allInnerTexts(), [
      "4 changed fields",
      "1 missing object",
      "3 unmanaged alert configurations",
      "1 group of duplicates",
      "1 unverifiable secret",
    ]);
    await page.getByText("10 of 10 shown").waitFor();
    assert.equal(await visibleTables(), 5);
    assert.deepEqual(await table("Unmanaged alert configurations").getByRole("cell").allInnerTexts(), [
      "a7",
      "NO_PRIMARY",
      "a9",
      "HOST_DOWN",
      "a8",
      "HOST_DOWN",
    ]);
    await table("Missing objects").getByRole("rowheader", { name: "OplogS3Config store oplog-1" }).waitFor();
  });

  it("shows both values beside each other", async () => {
    await open(EXAMPLE);
    const row = table("Changed fields").getByRole("row", { name: "metricThreshold.threshold" });
    assert.deepEqual(await row.getByRole("cell").allInnerTexts(), [
      "metricThreshold.threshold",
      "100",
      "250.5",
    ]);
    const declared = await row.getByText("100", { exact: true }).boundingBox();
    const live = await row.getByText("250.5", { exact: true }).boundingBox();
    assert.ok(declared !== null && live !== null);
    assert.equal(declared.y, live.y);
    assert.ok(declared.x + declared.width <= live.x);
    assert.deepEqual(await table("Changed fields").getByRole("columnheader").allInnerTexts(), [
      "Argument",
      "Declared",
      "Live",
    ]);
    await table("Changed fields")
      .getByRole("row", { name: "alertConfigs.lag.enabled true (unset)" })
      .waitFor();
  });

  it("hides and shows a category, also with the keyboard", async () => {
    await open(EXAMPLE);
    const unmanaged = category(/unmanaged/);
    assert.equal(await unmanaged.getAttribute("aria-pressed"), "true");
    await unmanaged.click();
    assert.equal(await unmanaged.getAttribute("aria-pressed"), "false");
    await table("Unmanaged alert configurations").waitFor({ state: "hidden" });
    await page.getByText("7 of 10 shown").waitFor();
    assert.equal(await visibleTables(), 4);
    await unmanaged.press("Space");
    await table("Unmanaged alert configurations").waitFor();
    await page.getByText("10 of 10 shown").waitFor();
  });

  const filters: [what: string, typed: string, rows: string[]][] = [
    [
      "a name",
      "HOST-down",
      ["metricThreshold.threshold", "notifications[0].apiToken", "notifications[1].serviceKey"],
    ],
    ["an id", "p1/a3", ["alertConfigs.full.matchers"]],
    ["an argument", "lag.enabled", ["alertConfigs.lag.enabled"]],
    ["a value", "250.5", ["metricThreshold.threshold"]],
    ["an event type", "no_primary", ["a7"]],
    ["several words", "standard unset true", ["alertConfigs.lag.enabled"]],
    ["a missing object", "oplog-1", []],
  ];
  for (const [what, typed, rows] of filters)
    it(`filters by ${what}`, async () => {
      await open(EXAMPLE);
      await page.getByLabel("Filter").fill(typed);
      const count = Math.max(rows.length, 1);
      await page.getByText(`${count} of 10 shown`).waitFor();
      assert.deepEqual(await page.locator("tbody td:first-child:visible").allInnerTexts(), rows);
      assert.equal(await page.locator("tbody:visible").count(), typed === "HOST-down" ? 2 : 1);
    });

  it("combines the text with the categories, and shows everything again", async () => {
    await open(EXAMPLE);
    await page.getByLabel("Filter").fill("host-down");
    await category(/changed/).click();
    await page.getByText("1 of 10 shown").waitFor();
    await page.getByLabel("Filter").fill("nothing has this");
    await page.getByText("0 of 10 shown").waitFor();
    assert.equal(await visibleTables(), 0);
    await page.getByLabel("Filter").fill("");
    await category(/changed/).click();
    await page.getByText("10 of 10 shown").waitFor();
  });

  it("says that there is no drift", async () => {
    await open(EMPTY);
    await page.getByText("No drift found: 7 objects compared.").waitFor();
    assert.equal(await category(/changed/).isDisabled(), true);
    assert.equal(await page.getByLabel("Filter").isVisible(), false);
  });

  it("shows everything without JavaScript", async () => {
    await open(EXAMPLE, { javaScriptEnabled: false });
    await page.getByText("41 objects compared").waitFor();
    assert.equal(await page.locator("tbody tr:visible").count(), 17);
    assert.equal(await page.getByLabel("Filter").isVisible(), false);
  });

  it("shows hostile text as text", async () => {
    const changed = HOSTILE.map((text) => ({
      urn: urnOf("AlertConfig", text),
      id: text,
      path: text,
      declared: text,
      live: { [text]: [text] },
    }));
    const unmanaged = HOSTILE.map((text) => ({ projectId: text, id: text, eventTypeName: text }));
    const found = reportOf(1, { ...EXAMPLE, changed, unmanaged });
    await open(found);
    const [markup] = HOSTILE;
    assert.equal((await page.getByText(markup, { exact: true }).filter({ visible: true }).count()) > 3, true);
    assert.equal(await page.locator("img, b:not(button b), i, iframe").count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    assert.equal(await page.locator("tbody tr").count(), await page.locator("tbody tr:visible").count());
    await page.getByLabel("Filter").fill("onerror=");
    await page.getByText(`2 of ${HOSTILE.length * 2 + 3} shown`).waitFor();
    await page.mouse.move(400, 400);
    assert.equal(await page.evaluate("globalThis.ran"), undefined);
    await picture("hostile");
  });

  it("runs no other script", async () => {
    const withScript = FORMATS.html(EXAMPLE).replace(
      "<main>",
      "<main><script>globalThis.ran = true</script>",
    );
    await open(EXAMPLE);
    await writeFile(join(folder, "report.html"), withScript);
    await page.reload();
    await page.getByText("10 of 10 shown").waitFor();
    assert.equal(await page.evaluate("globalThis.ran"), undefined);
    assert.match(messages.join("\n"), /Content Security Policy/);
    messages = [];
    requests.pop();
  });

  for (const scheme of ["light", "dark"] as const)
    it(`has a ${scheme} color scheme with readable contrast`, async () => {
      await open(EXAMPLE, { colorScheme: scheme });
      const background = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      const color = await page.evaluate<string>("getComputedStyle(document.body).color");
      const brightness = (text: string): number => Number(/\d+/.exec(text)?.[0]);
      assert.ok(Math.abs(brightness(background) - brightness(color)) > 150, `${background} ${color}`);
      assert.equal(brightness(background) > 128, scheme === "light");
      await picture(scheme);
    });

  it("prints the findings in light colors without the text filter", async () => {
    await open(EXAMPLE, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByLabel("Filter").isVisible(), false);
    assert.equal(await visibleTables(), 5);
    const brightness = await page.evaluate<string>("getComputedStyle(document.body).color");
    assert.match(brightness, /^rgb\(27, /);
    await picture("print");
  });

  for (const [name, width] of [
    ["narrow", 360],
    ["wide", 1400],
  ] as const)
    it(`fits a ${name} window, whatever is in it`, async () => {
      const text = "x".repeat(3000);
      const urn = urnOf("AlertConfig", text);
      const found = reportOf(2, {
        ...EXAMPLE,
        changed: [
          ...EXAMPLE.changed,
          { urn, id: text, path: text, declared: text, live: [text, { [text]: 1 }] },
        ],
        unmanaged: [{ projectId: text, id: text, eventTypeName: text }],
      });
      await open(found, { viewport: { width, height: 900 } });
      await page.getByText("9 of 9 shown").waitFor();
      await picture(name);
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assert.equal(overflow, 0);
    });
});

describe("the JUnit report of drift, parsed by a browser", () => {
  let browser: Browser;
  let page: Page;

  before(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
  });
  after(async () => browser?.close());

  it("is well-formed XML, and says what it was given", async () => {
    const parse = async (found: DriftReport): Promise<{ error: number; names: string[]; texts: string[] }> =>
      page.evaluate(`(() => {
        const xml = new DOMParser().parseFromString(${JSON.stringify(FORMATS.junit(found))}, "application/xml");
        const all = (selector) => [...xml.querySelectorAll(selector)];
        return {
          error: all("parsererror").length,
          names: all("testcase").map((element) => element.getAttribute("name")),
          texts: all("failure").map((element) => element.textContent),
        };
      })()`);
    const { names, texts } = await parse(EXAMPLE);
    assert.equal(names[0], "AlertConfig host-down (p1/a1)");
    assert.equal(
      texts[0],
      "metricThreshold.threshold: 250.5 => 100\nnotifications[0].apiToken: [secret] => [secret]",
    );
    await fc.assert(
      fc.asyncProperty(report, async (found) => {
        const parsed = await parse(found);
        assert.equal(parsed.error, 0);
        assert.ok(parsed.names.length > 0);
      }),
    );
  });
});
