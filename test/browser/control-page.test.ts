import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { startEmulator, type Emulator } from "../../src/emulator";
import { signedFetch } from "../unit/emulator/signed-fetch";
import { launchBrowser } from "./support/launch-browser";

/** A folder for screenshots; none are taken without it. */
const SCREENSHOTS = process.env["BROWSER_SCREENSHOTS"];

const SERVICE_KEY = "5ecre7-0123456789abcdef";

describe("the control page in a browser", () => {
  let browser: Browser;
  let emulator: Emulator;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  let foreignRequests: string[];

  before(async () => {
    browser = await launchBrowser();
    emulator = await startEmulator();
  });
  after(async () => {
    await browser?.close();
    await emulator?.close();
  });

  beforeEach(async () => {
    emulator.reset();
    problems = [];
    foreignRequests = [];
    context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    page = await context.newPage();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== emulator.controlUrl) foreignRequests.push(request.url());
    });
  });
  afterEach(async () => {
    await context.close();
    assert.deepEqual(problems, []);
    assert.deepEqual(foreignRequests, []);
  });

  const address = (): string => `${emulator.controlUrl}/#token=${emulator.controlToken}`;
  const clusters = (): string => `/groups/${emulator.projectId}/clusters`;
  const addAlert = () =>
    signedFetch(emulator, "POST", `/groups/${emulator.projectId}/alertConfigs`, {
      body: {
        eventTypeName: "HOST_DOWN",
        notifications: [
          { typeName: "PAGER_DUTY", serviceKey: SERVICE_KEY },
          { typeName: "WEBHOOK", webhookUrl: "https://hook:er@example.com/h1dden", webhookSecret: "wh1sper" },
        ],
      },
    });
  const picture = async (name: string): Promise<void> => {
    if (SCREENSHOTS === undefined) return;
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  };

  it("shows the entities of a collection, and follows changes", async () => {
    await page.goto(address());
    await page.getByLabel("Collection").selectOption("clusters");
    const telemetry = page.locator("details", { hasText: "telemetry" });
    await telemetry.locator("summary").click();
    await telemetry.getByText('"typeName": "SHARDED"').waitFor();
    const [cluster] = emulator
      .clusters()
      .list()
      .filter(({ clusterName }) => clusterName === "telemetry");
    assert.ok(cluster !== undefined);
    emulator.clusters().update(cluster.id, { clusterName: "renamed behind the page" });
    await page.locator("summary", { hasText: "renamed behind the page" }).waitFor();
    await page.getByLabel("Collection").selectOption("oplogS3Configs");
    await page.locator("#entities", { hasText: "None." }).waitFor();
  });

  it("shows the last requests with status and time", async () => {
    await page.goto(address());
    await page.getByText("No requests yet.").waitFor();
    await addAlert();
    const row = page.getByRole("row", { name: `POST /groups/${emulator.projectId}` });
    await row.waitFor();
    const [number, time, status, , ms] = await row.getByRole("cell").allTextContents();
    assert.deepEqual([number, status], ["2", "200"]);
    assert.match(time ?? "", /^\d\d:\d\d:\d\d$/);
    assert.match(ms ?? "", /^\d+\.\d$/);
    const challenge = page.getByRole("row", { name: "challenge" });
    assert.equal(await challenge.isVisible(), true);
    await page.getByLabel("Hide Digest challenges").check();
    assert.equal(await challenge.isVisible(), false);
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByText("No requests yet.").waitFor();
    assert.equal(emulator.counters.requests, 0);
  });

  it("adds and removes faults", async () => {
    await page.goto(address());
    await page.getByLabel("Method").selectOption("GET");
    await page.getByLabel("Path contains").fill("/clusters");
    await page.getByLabel("Times").selectOption("always");
    await page.getByRole("button", { name: "Status 503" }).click();
    const fault = page.getByRole("list", { name: "Active faults" }).getByRole("listitem");
    await fault.filter({ hasText: "Status 503: GET, /clusters, every request" }).waitFor();
    assert.equal((await signedFetch(emulator, "GET", clusters())).status, 503);
    await fault.filter({ hasText: "acted: 1" }).waitFor();
    await page.getByRole("button", { name: "Delay by 2 s" }).click();
    await picture("fault");
    await page.getByRole("button", { name: "Remove: Status 503" }).click();
    await page.getByText("Fault removed.").waitFor();
    assert.equal((await signedFetch(emulator, "GET", "/")).status, 200);
    assert.deepEqual(
      emulator.faults.list().map(({ action }) => action),
      [{ delayMs: 2000 }],
    );
    await page.getByRole("button", { name: "Remove all" }).click();
    await page.getByText("All faults removed.").waitFor();
    assert.deepEqual(emulator.faults.list(), []);
  });

  it("works with the keyboard alone", async () => {
    await page.goto(address());
    await page.getByRole("button", { name: "Refuse the connection" }).waitFor();
    const names: string[] = [];
    const focused = async (): Promise<string> =>
      page.evaluate("document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent");
    for (let stop = 0; !names.at(-1)?.startsWith("Truncate"); stop += 1) {
      assert.ok(stop < 20, `the Tab key does not reach the button: ${names.join(", ")}`);
      await page.keyboard.press("Tab");
      names.push((await focused()).trim());
    }
    await page.keyboard.press("Enter");
    await page.getByText("Fault added: Truncate the response.").waitFor();
    assert.equal(emulator.faults.list()[0]?.action, "truncate");
  });

  it("labels every field and every button", async () => {
    await page.goto(emulator.controlUrl);
    await page.getByLabel("Control token").waitFor();
    const nameless =
      "[...document.querySelectorAll('input, select')].filter(({ labels }) => labels.length === 0)";
    assert.equal(await page.evaluate(`${nameless}.length`), 0);
    for (const text of await page.locator("button").allTextContents()) assert.notEqual(text.trim(), "");
  });

  it("shows no secrets", async () => {
    await addAlert();
    await page.goto(address());
    await page.locator("#requests summary").first().click();
    for (const collection of Object.keys(emulator.snapshot())) {
      await page.getByLabel("Collection").selectOption(collection);
      await page.locator(`#entities[data-collection=${collection}] > *`).first().waitFor();
      const content = await page.content();
      const secrets = [SERVICE_KEY, "h1dden", "hook:er", "wh1sper", emulator.controlToken];
      for (const secret of [...secrets, ...emulator.apiKeys.list().map(({ privateKey }) => privateKey)])
        assert.ok(!content.includes(secret), secret);
    }
  });

  it("removes the token from its URL, and keeps it across a reload", async () => {
    await page.goto(address());
    await page.getByRole("button", { name: "Reset", exact: true }).waitFor();
    assert.equal(page.url(), `${emulator.controlUrl}/`);
    await page.reload();
    await page.getByRole("button", { name: "Status 500" }).click();
    await page.getByText("Fault added: Status 500.").waitFor();
  });

  it("is read-only without the token, and asks for it", async () => {
    await page.goto(emulator.controlUrl);
    assert.equal(await page.getByRole("button", { name: "Status 500" }).isDisabled(), true);
    assert.equal(await page.getByRole("button", { name: "Reset", exact: true }).isDisabled(), true);
    await page.getByLabel("Control token").fill("wrong");
    await page.getByRole("button", { name: "Use token" }).click();
    await page.getByRole("button", { name: "Status 500" }).click();
    await page.getByText("Failed: the control token is wrong").waitFor();
    assert.deepEqual(emulator.faults.list(), []);
    problems = problems.filter((problem) => !problem.includes("401"));
    await page.getByLabel("Control token").fill(emulator.controlToken);
    await page.getByRole("button", { name: "Use token" }).click();
    await page.getByRole("button", { name: "Status 500" }).click();
    await page.getByText("Fault added: Status 500.").waitFor();
  });

  it("restores the initial state after a confirmation", async () => {
    emulator.clusters().delete(emulator.clusterId);
    await page.goto(address());
    const dialog = page.getByRole("dialog", { name: "Restore the initial state?" });
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    assert.equal(emulator.clusters().get(emulator.clusterId), undefined);
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await page.getByText("Initial state restored.").waitFor();
    assert.notEqual(emulator.clusters().get(emulator.clusterId), undefined);
  });

  it("reports that the emulator does not respond", async () => {
    const other = await startEmulator();
    const lonely = await context.newPage();
    await lonely.goto(other.controlUrl);
    await lonely.getByText("0 requests").waitFor();
    await other.close();
    await lonely.getByText("The emulator does not respond.").waitFor();
  });

  it("shows data as text, even if it contains markup", async () => {
    emulator.clusters().update(emulator.clusterId, { clusterName: '<img src=x onerror="alert(1)">' });
    await page.goto(address());
    await page.getByLabel("Collection").selectOption("clusters");
    await page.locator("summary", { hasText: '<img src=x onerror="alert(1)">' }).first().waitFor();
    assert.equal(await page.locator("img").count(), 0);
  });

  for (const [name, width] of [
    ["narrow", 360],
    ["wide", 1400],
  ] as const)
    it(`fits a ${name} window`, async () => {
      await addAlert();
      await signedFetch(emulator, "GET", clusters());
      await signedFetch(emulator, "GET", "/nowhere");
      emulator.faults.add({
        match: { method: "POST", path: "/alertConfigs", times: "always" },
        action: "resetAfter",
      });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address());
      await page.getByText("RESOURCE_NOT_FOUND").waitFor();
      await page.getByLabel("Collection").selectOption("alertConfigs");
      await page.locator("#entities details").first().locator("summary").click();
      await picture(name);
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assert.equal(overflow, 0);
    });
});
