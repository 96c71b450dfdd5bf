import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { repository } from "../support/repository";
import { run } from "../support/run";
import { errorsOf } from "../docs/support/compile";
import * as functions from "../../src/functions";
import { KINDS } from "../../src/kinds";
import { INSTALLED } from "../../src/version";
import { listen } from "../support/listen";
import { overflowOf, usePages, type WatchedPage } from "../browser/support/pages";

const SITE = join(repository, ".build/docs");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
};

/** Each section of the site, and what people type into the search box that must find it first. */
const SEARCHES = `
  /air-gapped.html#air-gapped-installation: install offline
  /alert-sets.html#one-alert-set-for-many-projects: same alerts in all projects
  /configuration.html#reads-in-a-preview: preview without credentials | preview without a server
  /configuration.html#roles-of-the-api-key: least privilege role | minimum rights for provider
  /configuration.html#several-servers: several Ops Manager servers | second Ops Manager same alerts | same program for EU and US server | new Ops Manager in another datacenter | two Ops Managers in one stack
  /drift.html#a-nightly-check: cron job detect changes | drift every night | drift cron job | fail if somebody changed something by hand
  /drift.html#accept-known-drift-with-a-baseline: ignore known drift | suppress expected drift
  /getting-started.html#use-your-own-ops-manager: where do I find the project id
  /http.html#connections: behind a proxy
  /http.html#the-log: debug log
  /performance.html#an-up-without-changes: pulumi up is slow
  /plugin.html#import-one-object: import one object with pulumi import
  /plugin.html#the-plugin: python sdk | which languages
  /pipelines.html#ci-pipelines: run in GitLab | see what would change before the release | dry run
  /pipelines.html#post-the-drift-report-to-slack-teams-or-mail: notify channel about drift | drift teams | microsoft teams | drift report by email
  /pipelines.html#set-up-github-actions-or-gitlab-ci: gitlab pipeline example
  /resources/agent-api-key.html#agentapikey: rotate agent key
  /resources/alert-config.html#metrics: list of metrics | which metric names are there
  /resources/alert-config.html#adopt-or-import-an-existing-one: adopt an existing alert
  /resources/alert-config.html#alertconfig: pagerduty notification
  /resources/api-key.html#apikey: create an API key for a pipeline
  /resources/cluster-name.html#clustername: change cluster display name
  /resources/feature-control.html#featurecontrol: lock the user interface
  /resources/global-alert-config.html#globalalertconfig: alert for every project sent to the admins | global alert
  /resources/integration.html#integration: prometheus
  /resources/mongo-snapshot-store.html#the-kubernetes-operator: kubernetes operator deletes my store
  /resources/project-backup.html#projectbackup: which store does a project use
  /resources/project.html#groups-of-a-directory: LDAP groups
  /resources/snapshot-schedule.html#snapshotschedule: how long are backups kept
  /resources/snapshot-schedule.html#the-backup-itself: start a backup
  /resources/system-log-rotation.html#systemlogrotation: system log rotation | keep logs for 14 days in all projects | log files fill the disk
  /resources/version-manifest.html#versionmanifest: new mongodb version without internet
  /safety.html#protection-against-accidental-deletion: prevent deletion
  /safety.html#the-server-has-a-new-address: server moved | new server address
  /shared-state.html#a-lock-of-a-killed-runner: stale lock | pipeline was killed
  /shared-state.html#two-runners-at-the-same-time: concurrent pulumi up | two people ran up at once
  /tasks/change-alerts.html#add-an-alert-to-all-projects-but-one: alert in all projects except one
  /tasks/change-alerts.html#change-a-threshold-everywhere: raise replication lag limit all projects | alert fires too often
  /tasks/change-alerts.html#change-the-slack-channel-e-mail-address-or-service: change slack channel | move alerts to another slack channel | change email address | change the pager of a team
  /tasks/change-alerts.html#delete-all-alerts-of-a-project: shut down a project and its alerts
  /tasks/change-alerts.html#delete-an-alert-in-all-projects: retire alert everywhere | remove alert from every project | remove an alert everywhere
  /tasks/change-alerts.html#delete-an-alert-in-one-project: drop alert for a single project | remove alert from one project | delete alert
  /tasks/change-alerts.html#disable-an-alert-for-some-time: maintenance window | silence alerts | mute alerts during maintenance
  /tasks/change-alerts.html#send-an-alert-to-a-second-channel-as-well: add a recipient to the oplog alert | also notify PagerDuty
  /tasks/change-alerts.html#send-the-alerts-of-one-project-to-another-team: escalate project alerts to dba team | notification to different team | send alerts of a project to a different team
  /tasks/changed-in-ui.html#a-project-was-deleted: project was deleted in Ops Manager | the project is gone
  /tasks/changed-in-ui.html#alerts-that-are-not-in-the-program: alerts that nobody declared
  /tasks/changed-in-ui.html#an-alert-or-another-object-was-deleted: colleague deleted an alert in the UI | alert disappeared from Ops Manager | someone removed an alert
  /tasks/changed-in-ui.html#revert-the-change: revert manual changes
  /tasks/changed-in-ui.html#the-user-interface-was-changed: changed in the UI
  /tasks/from-other-tools.html#from-mongocli: switch from mongocli
  /tasks/from-other-tools.html#from-terraform: terraform state rm equivalent
  /tasks/move-to-the-plugin.html#move-a-stack-to-the-plugin: migrate from the classes to the plugin
  /tasks/projects.html#add-a-new-project: onboard a project | give one more project the standard alerts
  /tasks/projects.html#hand-a-project-over-to-another-team: handover | give a project away | transfer project to another team
  /tasks/projects.html#import-an-existing-alert-from-the-user-interface: get alert into program | alert created in UI | alert created in the web interface | manually created alert | someone clicked an alert
  /tasks/projects.html#split-a-program-or-move-resources-to-another-stack: move project to another program
  /tasks/projects.html#two-teams-on-one-server: how do several departments work with the same installation
  /tasks/rename-move-remove.html#move-alert-configurations-into-a-set: convert single alerts to set | convert many alert resources to one set
  /tasks/rename-move-remove.html#remove-one-protected-resource: remove a protected resource
  /tasks/rename-move-remove.html#stop-managing-a-resource-without-deleting-it: forget resource keep on server | stop managing an alert | remove from state | forget a resource
  /tasks/rotate-secrets.html#a-token-or-key-of-notifications: slack token leaked | replace pagerduty integration key everywhere | rotating a token
  /tasks/rotate-secrets.html#the-s3-keys-of-an-oplog-or-snapshot-store: S3 keys for backup expire | new AWS access key for snapshot store
  /tasks/undo.html#a-resource-was-deleted-by-mistake: deleted by mistake
  /tasks/undo.html#an-update-that-was-wrong: roll back last deploy | restore old version
  /tasks/undo.html#pulumi-destroy-was-run-by-mistake: restore after destroy | delete the stack | destroy
  /tasks/undo.html#the-passphrase-of-the-stack-is-lost: lost the passphrase of the stack | forgot passphrase
  /tasks/undo.html#the-state-is-lost: recover lost state file | tfstate gone
  /tasks/undo.html#undo-a-mistake: undo
  /testing-your-program.html#pytest: pytest
  /testing-your-program.html#with-mocks: unit test
  /troubleshooting.html#cannot-read-properties-of-undefined-reading-tojavascript: toJavaScript
  /troubleshooting.html#error-401: 401 unauthorized | USER_UNAUTHORIZED | authentication failed
  /troubleshooting.html#incorrect-passphrase: wrong passphrase
  /troubleshooting.html#object-literal-may-only-specify-known-properties-and-does-not-exist-in-type-input-typename-input-open: wall of types
  /troubleshooting.html#no-module-named-pulumi: No module named pulumi | ModuleNotFoundError
  /troubleshooting.html#the-key-was-accepted-but-it-lacks-the-role-that-this-operation-requires: 403 forbidden
  /troubleshooting.html#the-preview-shows-a-deletion-or-a-replacement: preview wants to delete something | preview shows replace
  /troubleshooting.html#the-server-s-certificate-cannot-be-verified: self-signed certificate
  /troubleshooting.html#the-service-limits-the-rate-of-requests: too many requests
  /troubleshooting.html#the-stack-is-currently-locked-by-1-lock-s: unlock stack
  /troubleshooting.html#type-is-not-assignable-to-type-input-typename-input-open: Input<Open<
  /upgrading.html#upgrade: is it safe to bump the version
`;

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
    // The console also names the failed requests.
    const errors = watched.messages.filter((text) => !text.startsWith("Failed to load resource"));
    assert.deepEqual([...failed, ...foreign, ...errors], []);
    assert.ok(anchors.size > 100, String(anchors.size));
  });

  it("finds what people search for, with the page that answers it first", async () => {
    const searches = [...SEARCHES.matchAll(/^ +(\S+): (.*)$/gm)].flatMap(([, section = "", phrases = ""]) =>
      phrases.split(" | ").map((phrase) => [phrase, section] as const),
    );
    assert.ok(searches.length > 100);
    const first = await searchFor(searches.map(([phrase]) => phrase));
    const found = searches.map(([phrase], index) => [phrase, first[index]]);
    assert.deepEqual(found, searches);
  });

  it("finds every class and function by its name, with its description first", async () => {
    const classes = KINDS.map(({ definition }) => definition.kind);
    const names = Object.keys(functions);
    assert.equal(names.length, 60);
    const first = await searchFor([...classes, ...names]);
    assert.deepEqual(first, [
      ...classes.map((name) => `/resources/${pageOf(name)}.html#${name.toLowerCase()}`),
      ...names.map((name) =>
        name.endsWith("Output")
          ? `/reference/index/variables/${name}.html#variable-${name.toLowerCase()}`
          : `/functions.html#${name.toLowerCase()}`,
      ),
    ]);
  });

  it("begins with the command that installs the package and a program that compiles", async () => {
    await page.goto(`${origin}/`);
    const command = page.locator(".VPHome .language-sh code");
    const program = page.locator(".VPHome .vp-code-group .blocks > .active code");
    assert.equal(await command.innerText(), `npm install ${INSTALLED} @pulumi/pulumi`);
    assert.equal(await page.evaluate("document.documentElement.scrollHeight"), 900);
    const box = await program.boundingBox();
    assert.ok(box && box.y + box.height < 900, "the program is not on the first screen");
    assert.deepEqual(errorsOf(new Map([["index.ts", await program.innerText()]])), []);
  });

  it("has no page that is wider than the screen of a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const files = readdirSync(SITE, { recursive: true, encoding: "utf8" });
    const paths = files.filter((file) => file.endsWith(".html"));
    assert.ok(paths.length > 100, String(paths.length));
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(`${origin}/${path}`);
      const overflow = await overflowOf(page);
      if (overflow > 0) wide.push(`${path}: ${overflow} pixels`);
    }
    assert.deepEqual(wide, []);
  });

  it("has commands whose lines fit into their column, except for URNs, and no bar to scroll them", async () => {
    await page.setViewportSize({ width: 1360, height: 900 });
    const paths = readdirSync(SITE, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".html"))
      .filter((file) => readFileSync(join(SITE, file), "utf8").includes("language-sh"));
    let count = 0;
    const long: string[] = [];
    for (const path of paths) {
      await page.goto(`${origin}/${path}`);
      const blocks = await page.evaluate<{ overflow: number; broken: string[] }[]>(
        `[...document.querySelectorAll(".language-sh pre")].map((block) => ({
          overflow: block.scrollWidth - block.clientWidth,
          broken: [...block.querySelectorAll(".line")]
            .filter((line) => new Set([...line.getClientRects()].map(({ top }) => top)).size > 1)
            .map(({ textContent }) => textContent),
        }))`,
      );
      count += blocks.length;
      for (const { overflow, broken } of blocks) {
        if (overflow > 0) long.push(`${path}: a block is ${overflow} pixels too wide`);
        for (const line of broken) if (!/^ *\S*urn:pulumi:\S+$/.test(line)) long.push(`${path}: ${line}`);
      }
    }
    assert.ok(count > 100, String(count));
    assert.deepEqual(long, []);
  });

  it("shows the arguments of a resource on a phone without scrolling to the side", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${origin}/resources/alert-config.html`);
    const overflows = await page.evaluate<number[]>(
      `[...document.querySelectorAll("table")].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`,
    );
    assert.ok(overflows.length > 4);
    assert.deepEqual([...new Set(overflows)], [0]);
    assert.equal(await page.locator("thead:visible").count(), 0);
  });

  for (const path of ["/", "/resources/cluster-name.html"])
    it(`shows the program of ${path} in each language, one at a time`, async () => {
      await start(path);
      const tabs = page.locator(".vp-code-group .tabs label");
      const titles = ["TypeScript", "TypeScript with the plugin", "Python", "Go", "YAML"];
      assert.deepEqual(await tabs.allTextContents(), titles);
      const shown = page.locator(".vp-code-group .blocks > .active");
      assert.match((await shown.textContent()) ?? "", /from "pulumi-opsmanager"/);
      await tabs.nth(2).click();
      assert.match((await shown.textContent()) ?? "", /import pulumi_opsmanager as opsmanager/);
    });

  it("opens a picture in its full size", async () => {
    await page.goto(`${origin}/drift.html`);
    await page.getByRole("img", { name: "The report as an HTML page" }).click();
    await page.waitForURL(`${origin}/pictures/drift-report.png`);
  });

  it("has a list of its pages for language models", async () => {
    const list = await readFile(join(SITE, "llms.txt"), "utf8");
    for (const [, path = ""] of list.matchAll(/\]\(\/([^)]+\.md)\)/g)) await readFile(join(SITE, path));
    assert.match(list, /\[AlertConfigSet\]/);
  });

  /**
   * Opens a page and waits until its program has started. The load event may come before the page's chunk, and a click before that has no
   * effect.
   */
  async function start(path: string): Promise<void> {
    await page.goto(`${origin}${path}`);
    await page.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
  }

  /** Types each text into the search box and returns the address of the first result. */
  async function searchFor(texts: readonly string[]): Promise<(string | null)[]> {
    await start("/");
    await page.getByRole("button", { name: "Search" }).click();
    const results = page.locator(".results .result");
    const first: (string | null)[] = [];
    for (const text of texts) {
      await page.getByRole("searchbox").fill("");
      await results.first().waitFor({ state: "detached" });
      await page.getByRole("searchbox").fill(text);
      await page.locator(".results li").first().waitFor();
      first.push((await results.count()) === 0 ? null : await results.first().getAttribute("href"));
    }
    return first;
  }
});

/** The page of a class: `alert-config-set` of `AlertConfigSet`. */
function pageOf(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
}
