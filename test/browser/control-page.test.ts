import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { startEmulator } from "../../src/emulator";
import { sharedEmulator, signed, STORE } from "../unit/emulator/client";
import { overflowOf, usePages, type WatchedPage } from "./support/pages";

const SERVICE_KEY = "5ecre7-0123456789abcdef";

describe("the control page in a browser", () => {
  const open = usePages();
  const emulator = sharedEmulator();
  let page: Page;
  let watched: WatchedPage;

  beforeEach(async () => {
    watched = await open();
    ({ page } = watched);
  });
  afterEach(() => {
    const foreign = watched.requests.filter((url) => new URL(url).origin !== emulator.controlUrl);
    assert.deepEqual([...watched.messages, ...foreign], []);
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
  const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const select = (collection: string) => page.getByLabel("Collection").selectOption(collection);
  const says = (text: string) => page.getByText(text).waitFor();
  const refuses = (text: string) => page.getByRole("alert").getByText(text).waitFor();
  const expectProblem = (text: string): void => {
    const { messages } = watched;
    messages.splice(0, Number.POSITIVE_INFINITY, ...messages.filter((each) => !each.includes(text)));
  };
  /** Saves this text in an editor, which changes the entity with this name. */
  const save = async (editor: Locator, text: string, name?: string): Promise<void> => {
    await editor.fill(text);
    await click("Save");
    if (name !== undefined) await says(`${name} saved.`);
  };
  const useToken = async (token: string) => {
    await page.getByLabel("Control token").fill(token);
    await click("Use token");
  };
  /** Opens the page with the token, and there the editor of an entity. */
  const openEditor = async (text: string, name?: string) => {
    await page.goto(address());
    return edit(text, name);
  };
  /** Replaces a part of the text in an editor. */
  const replace = async (editor: Locator, part: string, by: string) =>
    editor.fill((await editor.inputValue()).replace(part, by));
  const confirm = (name: string) => page.getByRole("dialog").getByRole("button", { name }).click();
  const isDisabled = (name: string) => page.getByRole("button", { name, exact: true }).isDisabled();
  const alerts = () => emulator.alertConfigs();
  const findAlert = (event: string) =>
    alerts()
      .list()
      .find(({ eventTypeName }) => eventTypeName === event) ?? assert.fail();
  const HOOK = { webhookUrl: "https://hook:er@example.com/h1dden", webhookSecret: "wh1sper" };
  const addAlert = async (): Promise<{ id: string }> => {
    const pager = { typeName: "PAGER_DUTY", serviceKey: SERVICE_KEY };
    const body = { eventTypeName: "HOST_DOWN", notifications: [pager, { typeName: "WEBHOOK", ...HOOK }] };
    return (await signed(emulator, `POST /groups/${emulator.projectId}/alertConfigs`, { body })).body;
  };

  it("opens on the alert configurations, shows the entities of a collection as text, and follows changes", async () => {
    await page.goto(emulator.controlUrl);
    await page.locator("summary", { hasText: "NO_PRIMARY" }).waitFor();
    await page.locator("summary", { hasText: "OUTSIDE_METRIC_THRESHOLD" }).getByText("disabled").waitFor();
    await select("clusters");
    await entity("telemetry").locator("summary").click();
    await entity("telemetry").getByText('"typeName": "SHARDED"').waitFor();
    const markup = '<img src=x onerror="alert(1)">';
    emulator.clusters().update(emulator.clusterId, { clusterName: markup });
    await page.locator("summary", { hasText: markup }).waitFor();
    assert.equal(await page.locator("img").count(), 0);
    await select("oplogS3Configs");
    await page.locator("#entities", { hasText: "None." }).waitFor();
  });

  it("shows the last requests with status and time", async () => {
    await page.goto(address());
    await says("No requests yet.");
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
    await click("Clear");
    await says("No requests yet.");
    assert.equal(emulator.counters.requests, 0);
  });

  it("adds and removes faults", async () => {
    await page.goto(address());
    await page.getByLabel("Method").selectOption("GET");
    await page.getByLabel("Path contains").fill("/clusters");
    await page.getByLabel("Times").selectOption("always");
    await click("Status 503");
    const fault = page.getByRole("list", { name: "Active faults" }).getByRole("listitem");
    await fault.filter({ hasText: "Status 503: GET, /clusters, every request" }).waitFor();
    assert.equal((await signed(emulator, `GET ${clusters()}`)).status, 503);
    await fault.filter({ hasText: "acted: 1" }).waitFor();
    await click("Delay by 2 s");
    await page.getByRole("button", { name: "Remove: Status 503" }).click();
    await says("Fault removed.");
    assert.equal((await signed(emulator, "GET /")).status, 200);
    assert.deepEqual(emulator.faults.list()[0]?.action, { delayMs: 2000 });
    assert.equal(emulator.faults.list().length, 1);
    await click("Remove all");
    await says("All faults removed.");
    assert.deepEqual(emulator.faults.list(), []);
  });

  it("shows no secrets, in a list or an edit", async () => {
    const { id } = await addAlert();
    const uri = "mongodb://meta:w0rd@db0";
    const { id: _, ...store } = { ...STORE, oidc: { clientSecret: "cl1ent" }, uri };
    emulator.oplogS3Configs.set("store", store);
    await page.goto(address());
    await page.locator("#requests summary").first().click();
    const ofAlert = [SERVICE_KEY, "h1dden", "hook:er", "wh1sper"];
    const ofStore = ["AKIAIOSF", "wJalr", "w0rd", "cl1ent"];
    const keys = emulator.apiKeys.list().map(({ privateKey }) => privateKey);
    const isSafe = (text: string, where: string): void => {
      for (const secret of [...ofAlert, ...ofStore, ...keys, emulator.controlToken])
        assert.ok(!text.includes(secret), `${where}: ${secret}`);
    };
    const entities = { alertConfigs: id, oplogS3Configs: "store", apiKeys: "infrastructure as code" };
    const edited: Readonly<Record<string, string>> = entities;
    for (const collection of Object.keys(emulator.snapshot())) {
      await select(collection);
      await page.locator(`#entities[data-collection=${collection}] > *`).first().waitFor();
      isSafe(await page.content(), collection);
      const name = edited[collection];
      if (name === undefined) continue;
      const text = await (await edit(name)).inputValue();
      assert.match(text, /\*{4}/, collection);
      isSafe(text, collection);
    }
  });

  it("removes the token from its URL, and keeps it across a reload", async () => {
    await page.goto(address());
    await page.getByRole("button", { name: "Reset", exact: true }).waitFor();
    assert.equal(page.url(), `${emulator.controlUrl}/`);
    await page.reload();
    await click("Status 500");
    await says("Fault added: Status 500.");
  });

  it("restores the initial state after a confirmation", async () => {
    emulator.clusters().delete(emulator.clusterId);
    await page.goto(address());
    await click("Reset");
    await page.getByRole("dialog", { name: "Restore the initial state?" }).waitFor();
    assert.equal(emulator.clusters().get(emulator.clusterId), undefined);
    await confirm("Restore");
    await says("Initial state restored.");
    assert.notEqual(emulator.clusters().get(emulator.clusterId), undefined);
  });

  it("takes a yes only for the question it was said to, however fast the questions follow each other", async () => {
    await page.goto(address());
    await entity("OUTSIDE_METRIC_THRESHOLD").waitFor();
    const press = (label: string) =>
      `[...document.querySelectorAll("button")].findLast((each) => (each.ariaLabel ?? each.textContent).startsWith("${label}")).click();`;
    // In one task, so that no event of the first dialog is dispatched before the second one opens.
    await page.evaluate(["Delete: OUTSIDE", "Cancel", "Delete: NO_PRIMARY"].map(press).join(""));
    await confirm("Delete");
    await says("NO_PRIMARY deleted.");
    assert.deepEqual(
      alerts()
        .list()
        .map(({ eventTypeName }) => eventTypeName),
      ["OUTSIDE_METRIC_THRESHOLD"],
    );
  });

  describe("an entity", () => {
    it("is disabled and enabled with one click", async () => {
      const before = findAlert("NO_PRIMARY");
      await page.goto(address());
      await button("NO_PRIMARY", "Disable").click();
      await says("NO_PRIMARY disabled.");
      const { updated } = findAlert("NO_PRIMARY");
      assert.deepEqual(findAlert("NO_PRIMARY"), { ...before, updated, enabled: false });
      await button("NO_PRIMARY", "Enable").click();
      await says("NO_PRIMARY enabled.");
      assert.equal(findAlert("NO_PRIMARY").enabled, true);
    });

    it("is edited unless that is cancelled, and only what was changed is sent", async () => {
      const editor = await openEditor("OUTSIDE_METRIC_THRESHOLD");
      const text = await editor.inputValue();
      await editor.fill("{}");
      await click("Cancel");
      await entity("OUTSIDE_METRIC_THRESHOLD").getByText('"threshold": 4500').waitFor();
      await button("OUTSIDE_METRIC_THRESHOLD", "Edit").click();
      assert.equal(await editor.inputValue(), text);
      await editor.fill(text.replace("4500", "5000").replace('"TYPE_NAME"', '"HOSTNAME"'));
      const sent = page.waitForRequest((request) => request.method() === "PATCH");
      await click("Save");
      await says("OUTSIDE_METRIC_THRESHOLD saved.");
      assert.deepEqual((await sent).postDataJSON(), {
        matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "PRIMARY" }],
        metricThreshold: { threshold: 5000 },
      });
      const { metricThreshold, enabled } = findAlert("OUTSIDE_METRIC_THRESHOLD");
      const { threshold, metricName } = metricThreshold ?? {};
      assert.deepEqual([threshold, metricName, enabled], [5000, "CONNECTIONS", false]);
      assert.equal(await editor.count(), 0);
      await entity("OUTSIDE_METRIC_THRESHOLD").getByText('"threshold": 5000').waitFor();
    });

    it("is not changed by what is refused, which can be corrected, also in a secret", async () => {
      const { id } = await addAlert();
      const before = findAlert("HOST_DOWN");
      const editor = await openEditor("HOST_DOWN");
      const text = await editor.inputValue();
      for (const [wrong, problem] of [
        [text.replace('"enabled": false,', '"enabled": no,'), "This is not valid JSON: "],
        [`[${text}]`, "This is not a JSON object"],
        ["", "This is not valid JSON: "],
        [text.replace("@example.com", "@other.example.com"), "webhookUrl is only a part of the value"],
        [text.replace(id, "0123456789abcdef01234567"), "id identifies the entity and cannot be changed"],
      ] as const) {
        await save(editor, wrong);
        await refuses(problem);
        assert.equal(await editor.inputValue(), wrong);
        assert.equal(await editor.getAttribute("aria-invalid"), "true");
        assert.equal(await page.evaluate("document.activeElement.value"), wrong);
      }
      // The emulator has refused the last one.
      expectProblem("400");
      assert.deepEqual(findAlert("HOST_DOWN"), before);
      const masked = JSON.parse(text).notifications[0].serviceKey;
      await save(editor, text.replace(masked, "anotherkey"), "HOST_DOWN");
      const [pager, webhook] = findAlert("HOST_DOWN").notifications;
      assert.deepEqual([pager?.["serviceKey"], webhook?.["webhookSecret"]], ["anotherkey", "wh1sper"]);
    });

    it("keeps an edit in progress while the list changes, and changes of other fields", async () => {
      const { id } = findAlert("NO_PRIMARY");
      const editor = await openEditor("NO_PRIMARY");
      await replace(editor, "STARTS_WITH", "ENDS_WITH");
      await page.evaluate("document.activeElement.setSelectionRange(5, 9)");
      const typed = await editor.inputValue();
      alerts().update(id, { eventTypeName: "ONE_PRIMARY" });
      alerts().delete(findAlert("OUTSIDE_METRIC_THRESHOLD").id);
      await addAlert();
      await entity("HOST_DOWN").waitFor();
      const edited = entity("ONE_PRIMARY").getByRole("textbox");
      assert.equal(await edited.inputValue(), typed);
      const focus = "(({ value, selectionStart, selectionEnd }) => [value, selectionStart, selectionEnd])";
      assert.deepEqual(await page.evaluate(`${focus}(document.activeElement)`), [typed, 5, 9]);
      // Another collection in between.
      await select("clusters");
      await entity("telemetry").waitFor();
      await select("alertConfigs");
      assert.equal(await edited.inputValue(), typed);
      await click("Save");
      await says("ONE_PRIMARY saved.");
      const saved = alerts().get(id);
      assert.deepEqual([saved?.eventTypeName, saved?.matchers[0]?.operator], ["ONE_PRIMARY", "ENDS_WITH"]);
    });

    it("keeps an edit in progress even if it is deleted, but does not bring it back", async () => {
      const { id } = findAlert("NO_PRIMARY");
      const editor = await openEditor("NO_PRIMARY");
      await replace(editor, "STARTS_WITH", "ENDS_WITH");
      alerts().delete(id);
      await entity("NO_PRIMARY").locator("summary", { hasText: "deleted" }).waitFor();
      assert.match(await editor.inputValue(), /ENDS_WITH/);
      await click("Save");
      await refuses(`${id} does not exist`);
      expectProblem("404");
      await click("Cancel");
      await entity("NO_PRIMARY").waitFor({ state: "detached" });
      assert.equal(alerts().list().length, 1);
    });

    it("is duplicated with its secrets and its own id", async () => {
      const { id } = await addAlert();
      const original = alerts().get(id);
      const editor = await openEditor("HOST_DOWN", "Duplicate");
      await replace(editor, "HOST_DOWN", "HOST_RECOVERED");
      await click("Add");
      await says("A copy of HOST_DOWN was added.");
      await entity("HOST_RECOVERED").waitFor();
      const copy = findAlert("HOST_RECOVERED");
      assert.deepEqual(alerts().get(id), original);
      assert.match(copy.id, /^[0-9a-f]{24}$/);
      assert.notEqual(copy.id, id);
      const [first, second] = copy.notifications;
      assert.equal(first?.["serviceKey"], SERVICE_KEY);
      assert.deepEqual([second?.["webhookUrl"], second?.["webhookSecret"]], Object.values(HOOK));
      const all = [...copy.notifications, ...(original?.notifications ?? [])];
      assert.equal(new Set(all.map((notification) => notification.id)).size, 4);
    });

    it("is changed in its own project, which is shown", async () => {
      const second = emulator.entities("projects").list()[1];
      assert.ok(second !== undefined);
      const original = findAlert("NO_PRIMARY");
      const { id } = emulator.alertConfigs(second.id).add({ ...original, id: "0123456789abcdef01234567" });
      const editor = await openEditor(second.name);
      await save(editor, (await editor.inputValue()).replace("orders-", "staging-"), "NO_PRIMARY");
      const { value } = emulator.alertConfigs(second.id).get(id)?.matchers[0] ?? {};
      assert.equal(value, "staging-");
      assert.deepEqual(findAlert("NO_PRIMARY"), original);
    });

    it("cannot be changed without the token, for which the page asks, and which an edit survives", async () => {
      await page.goto(emulator.controlUrl);
      await entity("NO_PRIMARY").locator("summary").click();
      await entity("NO_PRIMARY").getByText('"enabled": true').waitFor();
      for (const name of ["Disable", "Edit", "Duplicate", "Delete"])
        assert.equal(await button("NO_PRIMARY", name).isDisabled(), true, name);
      assert.deepEqual([await isDisabled("Status 500"), await isDisabled("Reset")], [true, true]);
      await useToken("wrong");
      await click("Status 500");
      await says("Failed: the control token is wrong");
      assert.deepEqual(emulator.faults.list(), []);
      await useToken(emulator.controlToken);
      await button("NO_PRIMARY", "Edit").click();
      const editor = entity("NO_PRIMARY").getByRole("textbox");
      await replace(editor, "orders-", "sales-");
      await page.evaluate("useToken('wrong')");
      await click("Save");
      await refuses("the control token is wrong");
      expectProblem("401");
      assert.equal(await isDisabled("Save"), true);
      await useToken(emulator.controlToken);
      await click("Save");
      await says("NO_PRIMARY saved.");
      assert.equal(findAlert("NO_PRIMARY").matchers[0]?.value, "sales-");
    });

    it("is edited, and deleted after a confirmation in the page, with the keyboard alone", async () => {
      const { id } = findAlert("NO_PRIMARY");
      const dialog = page.getByRole("dialog", { name: `Delete NO_PRIMARY (shop-production, ${id})?` });
      await page.goto(address());
      await entity("NO_PRIMARY").waitFor();
      const press = (key: string) => page.keyboard.press(key);
      const label =
        "(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)";
      const tabTo = async (name: RegExp, key?: string): Promise<void> => {
        for (let stop = 0; stop < 30; stop += 1) {
          if (name.test(await page.evaluate<string>(`${label}(document.activeElement).trim()`)))
            return key === undefined ? undefined : press(key);
          await press("Tab");
        }
        assert.fail(`the Tab key does not reach ${String(name)}`);
      };
      await tabTo(/^NO_PRIMARY/, "Enter");
      await tabTo(/^Edit: NO_PRIMARY/, "Enter");
      await entity("NO_PRIMARY").getByRole("textbox").waitFor();
      await tabTo(/^JSON of NO_PRIMARY/, "ArrowRight");
      await page.keyboard.type('"byHand": 1,');
      // Tab leaves the text area.
      await tabTo(/^Save$/, "Enter");
      await says("NO_PRIMARY saved.");
      assert.equal(Object.entries(findAlert("NO_PRIMARY")).find(([name]) => name === "byHand")?.[1], 1);
      // The focus is back on the button.
      await tabTo(/^Edit: NO_PRIMARY/);
      for (const answer of [async () => press("Escape"), async () => tabTo(/^Cancel$/, "Enter")]) {
        await tabTo(/^Delete: NO_PRIMARY/, "Enter");
        await dialog.waitFor();
        await answer();
        await dialog.waitFor({ state: "hidden" });
      }
      assert.equal(alerts().list().length, 2);
      await tabTo(/^Delete: NO_PRIMARY/, "Enter");
      await dialog.waitFor();
      await press("Shift+Tab");
      await tabTo(/^Delete$/, "Enter");
      await says("NO_PRIMARY deleted.");
      assert.equal(alerts().list().length, 1);
      await entity("NO_PRIMARY").waitFor({ state: "detached" });
      await tabTo(/^OUTSIDE_METRIC_THRESHOLD/);
    });
  });

  it("reports that the emulator does not respond", async () => {
    const other = await startEmulator();
    const lonely = await page.context().newPage();
    await lonely.goto(other.controlUrl);
    await lonely.getByText("0 requests").waitFor();
    await other.close();
    await lonely.getByText("The emulator does not respond.").waitFor();
  });

  for (const [name, width] of Object.entries({ narrow: 360, wide: 1400 }))
    it(`fits a ${name} window`, async () => {
      await addAlert();
      await signed(emulator, `GET ${clusters()}`);
      await signed(emulator, "GET /nowhere");
      const match = { method: "POST", path: "/alertConfigs", times: "always" } as const;
      emulator.faults.add({ match, action: "resetAfter" });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address());
      await says("RESOURCE_NOT_FOUND");
      await select("alertConfigs");
      await page.locator("#entities details").first().locator("summary").click();
      await button("NO_PRIMARY", "Edit").click();
      const fields = "[...document.querySelectorAll('input, select, textarea')]";
      const unlabelled = `${fields}.filter(({ labels }) => labels.length === 0).length`;
      assert.equal(await page.evaluate(unlabelled), 0, "every field has a label");
      await entity("NO_PRIMARY").getByRole("textbox").fill("x".repeat(500));
      await click("Save");
      await refuses("This is not valid JSON");
      assert.equal(await overflowOf(page), 0);
    });
});
