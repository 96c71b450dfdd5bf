import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import * as fc from "fast-check";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { FORMATS } from "../../src/cli/drift/formats";
import type { DriftReport } from "../../src/cli/drift/report";
import { EMPTY, EXAMPLE, HOSTILE, report, urnOf, reportOf } from "../unit/cli/drift/reports";
import { useFolder } from "../support/files";
import { overflowOf, usePages, type WatchedPage } from "./support/pages";

describe("the HTML report of drift in a browser", () => {
  const openPage = usePages();
  const path = useFolder();
  let page: Page;
  let watched: WatchedPage;

  afterEach(() => {
    assert.deepEqual(watched.messages, []);
    assert.deepEqual(watched.requests, [address()]);
  });

  const address = (): string => pathToFileURL(path("report.html")).href;
  const open = async (found: DriftReport, options?: BrowserContextOptions): Promise<void> => {
    await writeFile(path("report.html"), FORMATS.html(found));
    watched = await openPage(options);
    ({ page } = watched);
    await page.goto(address());
  };
  const category = (name: string): Locator => page.locator("summary").getByText(name);
  const table = (name: string): Locator => page.getByRole("table", { name });
  const style = (name: string) => page.evaluate<string>(`getComputedStyle(document.body).${name}`);
  const visibleRows = async (): Promise<number> => page.locator("tbody tr:visible").count();
  const visibleTables = async (): Promise<number> => page.getByRole("table").count();

  it("shows the numbers, and every finding", async () => {
    await open(EXAMPLE);
    const unmanaged =
      "3 unmanaged alert configurations, 1 group of duplicates, 1 unverifiable value, 1 field that was not taken, 1 object that was not compared";
    const categories = `4 changed fields, 1 missing object, ${unmanaged}`;
    await page.getByText(`41 objects compared: ${categories}.`, { exact: true }).waitFor();
    assert.equal((await page.locator("summary").allInnerTexts()).join(", "), categories);
    assert.equal(await visibleTables(), 7);
    assert.equal(await visibleRows(), 12);
    const cells = await table("3 unmanaged alert configurations").getByRole("cell").allInnerTexts();
    const expected = "Project p1 a7 NO_PRIMARY Project p1 a9 HOST_DOWN Project p2 a8 HOST_DOWN";
    assert.equal(cells.join(" "), expected);
    await table("1 missing object").getByRole("cell", { name: "OplogS3Config store (oplog-1)" }).waitFor();
  });

  it("shows both values beside each other", async () => {
    await open(EXAMPLE);
    const row = table("4 changed fields").getByRole("row", { name: "metricThreshold.threshold" });
    const cells = await row.getByRole("cell").allInnerTexts();
    assert.equal(cells.join(" "), "AlertConfig host-down (p1/a1) metricThreshold.threshold 100 250.5");
    const declared = await row.getByText("100", { exact: true }).boundingBox();
    const live = await row.getByText("250.5", { exact: true }).boundingBox();
    assert.ok(declared !== null && live !== null);
    assert.equal(declared.y, live.y);
    assert.ok(declared.x + declared.width <= live.x);
    const headers = await table("4 changed fields").getByRole("columnheader").allInnerTexts();
    assert.equal(headers.join(" "), "Object Argument Declared Live");
    const unset = { name: "AlertConfigSet standard (p1/a2) alertConfigs.lag.enabled true (unset)" };
    await table("4 changed fields").getByRole("row", unset).waitFor();
  });

  const OF_HOST =
    "metricThreshold.threshold notifications[0].apiToken notifications[1].serviceKey notifications[2].intervalMin";
  const filters: [what: string, typed: string, rows: string][] = [
    ["a name", "HOST-down", OF_HOST],
    ["an id", "p1/a3", "alertConfigs.full.matchers"],
    ["an argument", "lag.enabled", "alertConfigs.lag.enabled"],
    ["a value", "250.5", "metricThreshold.threshold"],
    ["an event type", "no_primary", "a7"],
    ["several words", "standard unset true", "alertConfigs.lag.enabled"],
    ["a missing object", "oplog-1", ""],
  ];
  for (const [what, typed, rows] of filters)
    it(`filters by ${what}`, async () => {
      await open(EXAMPLE);
      await page.getByLabel("Filter").fill(typed);
      const shown = await page.locator("tbody td:nth-child(2):visible").allInnerTexts();
      assert.equal(shown.join(" "), rows);
      assert.equal(await visibleRows(), rows.split(" ").length);
      assert.equal(await visibleTables(), typed === "HOST-down" ? 3 : 1);
    });

  it("hides and shows a category, also with the keyboard, and hides all if nothing has the text", async () => {
    await open(EXAMPLE);
    const [unmanaged, hidden] = [category("unmanaged"), { state: "hidden" } as const];
    await unmanaged.click();
    await table("3 unmanaged alert configurations").waitFor(hidden);
    assert.deepEqual([await visibleTables(), await visibleRows()], [6, 9]);
    await page.getByLabel("Filter").fill("nothing has this");
    await unmanaged.waitFor(hidden);
    assert.deepEqual([await visibleTables(), await visibleRows()], [0, 0]);
    await page.getByLabel("Filter").fill("");
    await page.locator("#unmanaged summary").press("Space");
    await table("3 unmanaged alert configurations").waitFor();
    assert.equal(await visibleRows(), 12);
  });

  it("says that there is no drift", async () => {
    await open(EMPTY);
    await page.getByText("No drift found: 7 objects compared.").waitFor();
    assert.equal(await page.locator("details").count(), 0);
    assert.equal(await page.getByLabel("Filter").isVisible(), false);
  });

  it("shows everything without JavaScript", async () => {
    await open(EXAMPLE, { javaScriptEnabled: false });
    assert.equal(await visibleRows(), 12);
    assert.equal(await page.getByLabel("Filter").isVisible(), false);
  });

  it("shows hostile text as text", async () => {
    const hostile = (text: string) => ({ id: text, path: text, declared: text, live: { [text]: [text] } });
    const changed = HOSTILE.map((text) => ({ urn: urnOf("AlertConfig", text), ...hostile(text) }));
    const unmanaged = HOSTILE.map((text) => ({
      server: text,
      projectId: text,
      id: text,
      eventTypeName: text,
    }));
    await open(reportOf(1, { ...EXAMPLE, changed, unmanaged }));
    const [markup] = HOSTILE;
    assert.equal(await page.getByText(markup, { exact: true }).filter({ visible: true }).count(), 3);
    assert.equal(await page.locator("img, b, i, iframe").count(), 0);
    assert.equal(await page.locator("script").count(), 1);
    assert.equal(await page.locator("tbody tr").count(), await page.locator("tbody tr:visible").count());
    await page.getByLabel("Filter").fill("onerror=");
    assert.equal(await visibleRows(), 2);
    await page.mouse.move(400, 400);
    assert.equal(await page.evaluate("globalThis.ran"), undefined);
  });

  it("runs no other script", async () => {
    await open(EXAMPLE);
    const script = "<main><script>globalThis.ran = true</script>";
    const withScript = FORMATS.html(EXAMPLE).replace("<main>", script);
    await writeFile(path("report.html"), withScript);
    await page.reload();
    await page.getByLabel("Filter").waitFor();
    assert.equal(await page.evaluate("globalThis.ran"), undefined);
    assert.match(watched.messages.splice(0).join("\n"), /Content Security Policy/);
    watched.requests.pop();
  });

  for (const scheme of ["light", "dark"] as const)
    it(`has a ${scheme} color scheme with readable contrast`, async () => {
      await open(EXAMPLE, { colorScheme: scheme });
      const brightnessOf = async (name: string): Promise<number> =>
        Number(/\d+/.exec(await style(name))?.[0]);
      const [background, text] = [await brightnessOf("backgroundColor"), await brightnessOf("color")];
      assert.ok(Math.abs(background - text) > 150, `${background} ${text}`);
      assert.equal(background > 128, scheme === "light");
    });

  it("prints the findings in light colors without the text filter", async () => {
    await open(EXAMPLE, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByLabel("Filter").isVisible(), false);
    assert.equal(await visibleTables(), 7);
    assert.match(await style("color"), /^rgb\(27, /);
  });

  for (const [name, width] of Object.entries({ narrow: 360, wide: 1400 }))
    it(`fits a ${name} window, whatever is in it`, async () => {
      const text = "x".repeat(3000);
      const fields = { id: text, path: text, declared: text, live: [text, { [text]: 1 }] };
      const changed = [...EXAMPLE.changed, { urn: urnOf("AlertConfig", text), ...fields }];
      const unmanaged = [{ server: text, projectId: text, id: text, eventTypeName: text }];
      const found = reportOf(2, { ...EXAMPLE, changed, unmanaged });
      await open(found, { viewport: { width, height: 900 } });
      assert.equal(await visibleRows(), 11);
      assert.equal(await overflowOf(page), 0);
    });
});

describe("the JUnit report of drift, parsed by a browser", () => {
  const open = usePages();

  it("is well-formed XML, whatever is in it", async () => {
    const { page } = await open();
    const namesIn = (found: DriftReport) =>
      page.evaluate<string[]>(`(() => {
        const xml = new DOMParser().parseFromString(${JSON.stringify(FORMATS.junit(found))}, "application/xml");
        return [...xml.querySelectorAll("testcase, parsererror")].map((element) => element.getAttribute("name"));
      })()`);
    assert.equal((await namesIn(EXAMPLE))[0], "AlertConfig host-down (p1/a1)");
    await fc.assert(
      fc.asyncProperty(report, async (found) => assert.ok((await namesIn(found)).every(Boolean))),
    );
  });
});
