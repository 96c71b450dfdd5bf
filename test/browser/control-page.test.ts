import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { startEmulator, type Emulator } from "../../src/emulator";
import { signed } from "../unit/emulator/client";
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
  const entity = (text: string) => page.locator("#entities .entity", { hasText: text });
  const button = (text: string, name: string) => entity(text).getByRole("button", { name: `${name}: ` });
  /** Opens the editor of an entity. */
  const edit = async (text: string, name = "Edit") => {
    await entity(text).locator("summary").click();
    await button(text, name).click();
    const editor = entity(text).getByRole("textbox", { name: "JSON of" });
    await editor.waitFor();
    return editor;
  };
  const save = (name = "Save") => page.getByRole("button", { name, exact: true }).click();
  const findAlert = (eventTypeName: string) => {
    const found = emulator
      .alertConfigs()
      .list()
      .find((config) => config.eventTypeName === eventTypeName);
    assert.ok(found !== undefined);
    return found;
  };
  const addAlert = async (): Promise<{ id: string }> => {
    const { body } = await signed(emulator, `POST /groups/${emulator.projectId}/alertConfigs`, {
      body: {
        eventTypeName: "HOST_DOWN",
        notifications: [
          { typeName: "PAGER_DUTY", serviceKey: SERVICE_KEY },
          { typeName: "WEBHOOK", webhookUrl: "https://hook:er@example.com/h1dden", webhookSecret: "wh1sper" },
        ],
      },
    });
    return body;
  };
  const picture = async (name: string): Promise<void> => {
    if (SCREENSHOTS === undefined) return;
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  };

  it("opens on the alert configurations", async () => {
    await page.goto(emulator.controlUrl);
    await page.locator("summary", { hasText: "NO_PRIMARY" }).waitFor();
    await page.locator("summary", { hasText: "OUTSIDE_METRIC_THRESHOLD" }).getByText("disabled").waitFor();
    assert.equal(await page.getByLabel("Collection").inputValue(), "alertConfigs");
  });

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
    assert.equal((await signed(emulator, `GET ${clusters()}`)).status, 503);
    await fault.filter({ hasText: "acted: 1" }).waitFor();
    await page.getByRole("button", { name: "Delay by 2 s" }).click();
    await picture("fault");
    await page.getByRole("button", { name: "Remove: Status 503" }).click();
    await page.getByText("Fault removed.").waitFor();
    assert.equal((await signed(emulator, "GET /")).status, 200);
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
    await page.goto(address());
    await edit("NO_PRIMARY");
    const nameless =
      "[...document.querySelectorAll('input, select, textarea')].filter(({ labels }) => labels.length === 0)";
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

  it("shows no secrets in an edit", async () => {
    const { id } = await addAlert();
    emulator.oplogS3Configs.set("store", {
      awsAccessKey: "AKIAIOSFODNN7EXAMPLE",
      awsSecretKey: "wJalrXUtnFEMI",
      uri: "mongodb://meta:w0rd@db0.example.com",
      oidc: { clientSecret: "cl1ent" },
    });
    await page.goto(address());
    const secrets = [SERVICE_KEY, "h1dden", "hook:er", "wh1sper", "AKIAIOSF", "wJalr", "w0rd", "cl1ent"];
    secrets.push(...emulator.apiKeys.list().map(({ privateKey }) => privateKey));
    for (const [collection, name] of [
      ["alertConfigs", id],
      ["oplogS3Configs", "store"],
      ["apiKeys", "infrastructure as code"],
    ]) {
      await page.getByLabel("Collection").selectOption(String(collection));
      const text = await (await edit(String(name))).inputValue();
      assert.match(text, /\*{4}/, collection);
      for (const secret of secrets) assert.ok(!text.includes(secret), secret);
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

  describe("an entity", () => {
    it("is disabled and enabled with one click", async () => {
      const before = findAlert("NO_PRIMARY");
      await page.goto(address());
      await button("NO_PRIMARY", "Disable").click();
      await page.getByText("NO_PRIMARY disabled.").waitFor();
      const { updated: _, ...disabled } = findAlert("NO_PRIMARY");
      const { updated: __, ...expected } = before;
      assert.deepEqual(disabled, { ...expected, enabled: false });
      await button("NO_PRIMARY", "Enable").click();
      await page.getByText("NO_PRIMARY enabled.").waitFor();
      assert.equal(findAlert("NO_PRIMARY").enabled, true);
    });

    it("is edited, and only what was changed is sent", async () => {
      await page.goto(address());
      const editor = await edit("OUTSIDE_METRIC_THRESHOLD");
      await picture("edit");
      const text = await editor.inputValue();
      await editor.fill(text.replace("4500", "5000").replace('"TYPE_NAME"', '"HOSTNAME"'));
      const sent = page.waitForRequest((request) => request.method() === "PATCH");
      await save();
      await page.getByText("OUTSIDE_METRIC_THRESHOLD saved.").waitFor();
      assert.deepEqual((await sent).postDataJSON(), {
        matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "PRIMARY" }],
        metricThreshold: { threshold: 5000 },
      });
      const { metricThreshold, enabled } = findAlert("OUTSIDE_METRIC_THRESHOLD");
      assert.deepEqual(
        [metricThreshold?.threshold, metricThreshold?.metricName, enabled],
        [5000, "CONNECTIONS", false],
      );
      assert.equal(await editor.count(), 0);
      await entity("OUTSIDE_METRIC_THRESHOLD").getByText('"threshold": 5000').waitFor();
    });

    it("loses a field that the edit removes", async () => {
      await page.goto(address());
      const editor = await edit("OUTSIDE_METRIC_THRESHOLD");
      const { metricThreshold: _, ...rest } = JSON.parse(await editor.inputValue());
      await editor.fill(JSON.stringify(rest));
      await save();
      await page.getByText("OUTSIDE_METRIC_THRESHOLD saved.").waitFor();
      assert.ok(!("metricThreshold" in findAlert("OUTSIDE_METRIC_THRESHOLD")));
    });

    it("keeps its masked secrets in an edit of other fields", async () => {
      const { id } = await addAlert();
      const before = emulator.alertConfigs().get(id);
      assert.ok(before !== undefined);
      await page.goto(address());
      const editor = await edit("HOST_DOWN");
      const seen = JSON.parse(await editor.inputValue());
      assert.notEqual(seen.notifications[0].serviceKey, SERVICE_KEY);
      seen.notifications[0].delayMin = 7;
      seen.notifications.reverse();
      await editor.fill(JSON.stringify(seen));
      await save();
      await page.getByText("HOST_DOWN saved.").waitFor();
      const [pager, webhook] = before.notifications;
      assert.deepEqual(emulator.alertConfigs().get(id)?.notifications, [webhook, { ...pager, delayMin: 7 }]);
    });

    it("gets a new secret, but never a mask as its secret", async () => {
      const { id } = await addAlert();
      const before = emulator.alertConfigs().get(id)?.notifications;
      await page.goto(address());
      const editor = await edit("HOST_DOWN");
      const text = await editor.inputValue();
      const masked = JSON.parse(text).notifications;
      for (const [path, change] of [
        ["notifications[1].webhookUrl", text.replace("@example.com", "@other.example.com")],
        ["notifications[0].serviceKey", text.replace(masked[0].id, "another")],
        [
          "notifications[1].webhookSecret",
          text.replace(`"${masked[1].webhookSecret}"`, `"${masked[0].serviceKey}"`),
        ],
      ] as const) {
        assert.notEqual(change, text);
        await editor.fill(change);
        await save();
        await page.getByRole("alert").getByText(`${path} is only a part of the value`).waitFor();
      }
      assert.deepEqual(emulator.alertConfigs().get(id)?.notifications, before);
      await editor.fill(text.replace(masked[0].serviceKey, "anotherkey"));
      await save();
      await page.getByText("HOST_DOWN saved.").waitFor();
      const [pager, webhook] = emulator.alertConfigs().get(id)?.notifications ?? [];
      assert.deepEqual([pager?.["serviceKey"], webhook?.["webhookSecret"]], ["anotherkey", "wh1sper"]);
    });

    it("keeps a text that is shown shortened", async () => {
      const text = JSON.stringify({ versions: [], padding: "x".repeat(5000) });
      emulator.versionManifest.set("current", { text });
      await page.goto(address());
      await page.getByLabel("Collection").selectOption("versionManifest");
      const editor = await edit("current");
      const seen = JSON.parse(await editor.inputValue());
      assert.ok(seen.text.length < text.length);
      await editor.fill(JSON.stringify({ ...seen, note: "by hand" }));
      await save();
      await page.getByText("current saved.").waitFor();
      assert.deepEqual(emulator.versionManifest.get("current"), { id: "current", text, note: "by hand" });
    });

    it("is not changed by invalid JSON, which can be corrected", async () => {
      const before = findAlert("NO_PRIMARY");
      await page.goto(address());
      const editor = await edit("NO_PRIMARY");
      const text = await editor.inputValue();
      for (const [wrong, problem] of [
        [text.replace('"enabled": true,', '"enabled": yes,'), "This is not valid JSON: "],
        [`[${text}]`, "This is not a JSON object"],
        ["", "This is not valid JSON: "],
      ] as const) {
        await editor.fill(wrong);
        await save();
        await page.getByRole("alert").getByText(problem).waitFor();
        assert.equal(await editor.inputValue(), wrong);
        assert.equal(await editor.getAttribute("aria-invalid"), "true");
        assert.equal(await page.evaluate("document.activeElement.value"), wrong);
      }
      await picture("invalid");
      assert.deepEqual(findAlert("NO_PRIMARY"), before);
      await editor.fill(text.replace('"enabled": true,', '"enabled": false,'));
      await save();
      await page.getByText("NO_PRIMARY saved.").waitFor();
      assert.equal(findAlert("NO_PRIMARY").enabled, false);
    });

    it("shows why the emulator refuses an edit", async () => {
      const before = findAlert("NO_PRIMARY");
      await page.goto(address());
      const editor = await edit("NO_PRIMARY");
      const text = await editor.inputValue();
      const other = text.replace(before.id, "0123456789abcdef01234567");
      await editor.fill(other);
      await save();
      await page.getByRole("alert").getByText("id identifies the entity and cannot be changed").waitFor();
      assert.equal(await editor.inputValue(), other);
      assert.deepEqual(findAlert("NO_PRIMARY"), before);
      assert.equal(emulator.alertConfigs().list().length, 2);
      problems = problems.filter((problem) => !problem.includes("400"));
      await page.getByRole("button", { name: "Cancel" }).click();
      await entity("NO_PRIMARY").getByText(`"id": "${before.id}"`).waitFor();
    });

    it("keeps an edit in progress while the list changes, and changes of other fields", async () => {
      const { id } = findAlert("NO_PRIMARY");
      await page.goto(address());
      const editor = await edit("NO_PRIMARY");
      await editor.fill((await editor.inputValue()).replace("STARTS_WITH", "ENDS_WITH"));
      await page.evaluate("document.activeElement.setSelectionRange(5, 9)");
      const typed = await editor.inputValue();
      emulator.alertConfigs().update(id, { eventTypeName: "ONE_PRIMARY" });
      emulator.alertConfigs().delete(findAlert("OUTSIDE_METRIC_THRESHOLD").id);
      await addAlert();
      await entity("HOST_DOWN").waitFor();
      const edited = entity("ONE_PRIMARY").getByRole("textbox");
      assert.equal(await edited.inputValue(), typed);
      const focus = "(({ value, selectionStart, selectionEnd }) => [value, selectionStart, selectionEnd])";
      assert.deepEqual(await page.evaluate(`${focus}(document.activeElement)`), [typed, 5, 9]);
      // Another collection in between.
      await page.getByLabel("Collection").selectOption("clusters");
      await entity("telemetry").waitFor();
      await page.getByLabel("Collection").selectOption("alertConfigs");
      assert.equal(await edited.inputValue(), typed);
      await save();
      await page.getByText("ONE_PRIMARY saved.").waitFor();
      const saved = emulator.alertConfigs().get(id);
      assert.deepEqual([saved?.eventTypeName, saved?.matchers[0]?.operator], ["ONE_PRIMARY", "ENDS_WITH"]);
    });

    it("keeps an edit in progress even if it is deleted, but does not bring it back", async () => {
      const { id } = findAlert("NO_PRIMARY");
      await page.goto(address());
      const editor = await edit("NO_PRIMARY");
      await editor.fill((await editor.inputValue()).replace("STARTS_WITH", "ENDS_WITH"));
      emulator.alertConfigs().delete(id);
      await entity("NO_PRIMARY").locator("summary", { hasText: "deleted" }).waitFor();
      assert.match(await editor.inputValue(), /ENDS_WITH/);
      await save();
      await page.getByRole("alert").getByText(`${id} does not exist`).waitFor();
      problems = problems.filter((problem) => !problem.includes("404"));
      await page.getByRole("button", { name: "Cancel" }).click();
      await entity("NO_PRIMARY").waitFor({ state: "detached" });
      assert.equal(emulator.alertConfigs().list().length, 1);
    });

    it("is deleted after a confirmation in the page", async () => {
      const { id } = findAlert("NO_PRIMARY");
      await page.goto(address());
      await entity("NO_PRIMARY").locator("summary").click();
      const dialog = page.getByRole("dialog", { name: `Delete NO_PRIMARY (shop-production, ${id})?` });
      await button("NO_PRIMARY", "Delete").click();
      await picture("delete");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await button("NO_PRIMARY", "Delete").click();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "hidden" });
      assert.notEqual(emulator.alertConfigs().get(id), undefined);
      await button("NO_PRIMARY", "Delete").click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("NO_PRIMARY deleted.").waitFor();
      assert.equal(emulator.alertConfigs().get(id), undefined);
      await entity("NO_PRIMARY").waitFor({ state: "detached" });
      assert.match(
        await page.evaluate<string>("document.activeElement.textContent"),
        /^OUTSIDE_METRIC_THRESHOLD/,
      );
    });

    it("is duplicated with its secrets and an id of its own", async () => {
      const { id } = await addAlert();
      const original = emulator.alertConfigs().get(id);
      await page.goto(address());
      const editor = await edit("HOST_DOWN", "Duplicate");
      await editor.fill((await editor.inputValue()).replace("HOST_DOWN", "HOST_RECOVERED"));
      await save("Add");
      await page.getByText("A copy of HOST_DOWN was added.").waitFor();
      await entity("HOST_RECOVERED").waitFor();
      const copy = findAlert("HOST_RECOVERED");
      assert.deepEqual(emulator.alertConfigs().get(id), original);
      assert.match(copy.id, /^[0-9a-f]{24}$/);
      assert.notEqual(copy.id, id);
      const secrets = copy.notifications.map(({ serviceKey, webhookUrl, webhookSecret }) => [
        serviceKey,
        webhookUrl,
        webhookSecret,
      ]);
      assert.deepEqual(secrets, [
        [SERVICE_KEY, undefined, undefined],
        [undefined, "https://hook:er@example.com/h1dden", "wh1sper"],
      ]);
      const ids = [...copy.notifications, ...(original?.notifications ?? [])].map(
        (notification) => notification.id,
      );
      assert.equal(new Set(ids).size, 4);
      const { status } = await signed(emulator, `GET /groups/${emulator.projectId}/alertConfigs/${copy.id}`);
      assert.equal(status, 200);
    });

    it("is not replaced by a duplicate with the same name", async () => {
      const before = emulator.accessList().list();
      await page.goto(address());
      await page.getByLabel("Collection").selectOption("accessList");
      const editor = await edit("198.51.100.0/24", "Duplicate");
      await save("Add");
      await page.getByRole("alert").getByText("198.51.100.0/24 exists already").waitFor();
      problems = problems.filter((problem) => !problem.includes("409"));
      assert.deepEqual(emulator.accessList().list(), before);
      await editor.fill((await editor.inputValue()).replace("198.51.100.0/24", "198.51.101.0/24"));
      await save("Add");
      await entity("198.51.101.0/24").waitFor();
      assert.equal(emulator.accessList().get("198.51.101.0/24")?.count, 37);
    });

    it("is changed in its own project, which is shown", async () => {
      const second = emulator.entities("projects").list()[1];
      assert.ok(second !== undefined);
      const original = findAlert("NO_PRIMARY");
      const { id } = emulator.alertConfigs(second.id).add({ ...original, id: "0123456789abcdef01234567" });
      await page.goto(address());
      const editor = await edit(second.name);
      await editor.fill((await editor.inputValue()).replace("orders-", "staging-"));
      await save();
      await page.getByText("NO_PRIMARY saved.").waitFor();
      const { value } = emulator.alertConfigs(second.id).get(id)?.matchers[0] ?? {};
      assert.equal(value, "staging-");
      assert.deepEqual(findAlert("NO_PRIMARY"), original);
      await button(second.name, "Disable").click();
      await page.getByText("NO_PRIMARY disabled.").waitFor();
      assert.equal(emulator.alertConfigs(second.id).get(id)?.enabled, false);
      await button(second.name, "Delete").click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("NO_PRIMARY deleted.").waitFor();
      assert.deepEqual(emulator.alertConfigs(second.id).list(), []);
      assert.deepEqual(findAlert("NO_PRIMARY"), original);
    });

    it("cannot be changed without the token, which an edit in progress survives", async () => {
      await page.goto(emulator.controlUrl);
      await entity("NO_PRIMARY").locator("summary").click();
      await entity("NO_PRIMARY").getByText('"enabled": true').waitFor();
      for (const name of ["Disable", "Edit", "Duplicate", "Delete"])
        assert.equal(await button("NO_PRIMARY", name).isDisabled(), true, name);
      await page.getByLabel("Collection").selectOption("clusters");
      await entity("telemetry").waitFor();
      await page.getByLabel("Control token").fill(emulator.controlToken);
      await page.getByRole("button", { name: "Use token" }).click();
      // Not on the page when the token was given.
      await page.getByLabel("Collection").selectOption("alertConfigs");
      await entity("NO_PRIMARY").locator("summary").waitFor();
      await button("NO_PRIMARY", "Edit").click();
      const editor = entity("NO_PRIMARY").getByRole("textbox");
      await editor.fill((await editor.inputValue()).replace("orders-", "sales-"));
      await page.evaluate("useToken('wrong')");
      await save();
      await page.getByRole("alert").getByText("the control token is wrong").waitFor();
      problems = problems.filter((problem) => !problem.includes("401"));
      assert.equal(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), true);
      await page.getByLabel("Control token").fill(emulator.controlToken);
      await page.getByRole("button", { name: "Use token" }).click();
      await save();
      await page.getByText("NO_PRIMARY saved.").waitFor();
      assert.equal(findAlert("NO_PRIMARY").matchers[0]?.value, "sales-");
    });

    it("is edited and deleted with the keyboard alone", async () => {
      await page.goto(address());
      await entity("NO_PRIMARY").waitFor();
      const tabTo = async (name: RegExp): Promise<void> => {
        const label =
          "(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)";
        for (let stop = 0; stop < 30; stop += 1) {
          if (name.test(await page.evaluate<string>(`${label}(document.activeElement).trim()`))) return;
          await page.keyboard.press("Tab");
        }
        assert.fail(`the Tab key does not reach ${String(name)}`);
      };
      await tabTo(/^NO_PRIMARY/);
      await page.keyboard.press("Enter");
      await tabTo(/^Edit: NO_PRIMARY/);
      await page.keyboard.press("Enter");
      await entity("NO_PRIMARY").getByRole("textbox").waitFor();
      await tabTo(/^JSON of NO_PRIMARY/);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.type('"byHand": 1,');
      // Tab leaves the text area.
      await tabTo(/^Save$/);
      await page.keyboard.press("Enter");
      await page.getByText("NO_PRIMARY saved.").waitFor();
      assert.equal(Object.entries(findAlert("NO_PRIMARY")).find(([name]) => name === "byHand")?.[1], 1);
      // The focus is back on the button.
      await tabTo(/^Edit: NO_PRIMARY/);
      await tabTo(/^Delete: NO_PRIMARY/);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Shift+Tab");
      await tabTo(/^Delete$/);
      await page.keyboard.press("Enter");
      await page.getByText("NO_PRIMARY deleted.").waitFor();
      assert.equal(emulator.alertConfigs().list().length, 1);
    });
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
      await signed(emulator, `GET ${clusters()}`);
      await signed(emulator, "GET /nowhere");
      emulator.faults.add({
        match: { method: "POST", path: "/alertConfigs", times: "always" },
        action: "resetAfter",
      });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address());
      await page.getByText("RESOURCE_NOT_FOUND").waitFor();
      await page.getByLabel("Collection").selectOption("alertConfigs");
      await page.locator("#entities details").first().locator("summary").click();
      await button("NO_PRIMARY", "Edit").click();
      await entity("NO_PRIMARY").getByRole("textbox").fill("x".repeat(500));
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("alert").getByText("This is not valid JSON").waitFor();
      await picture(name);
      const overflow = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assert.equal(overflow, 0);
    });
});
