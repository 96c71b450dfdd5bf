import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../src/emulator";
import { omit } from "../../src/json";
import { created, deleted, did, failedWith, stateOf, succeeded, updated } from "../e2e/support/assertions";
import { nothingLeaked } from "../e2e/support/leaks";
import { adopting, idsOf, INTEGRATION_KEY, lost, MOVABLE, type MovableKind } from "../e2e/support/objects";
import { PROPERTIES, sourceFor, STAYING } from "../e2e/support/objects";
import { usePlayground } from "../e2e/support/playground";
import { JAVASCRIPT } from "../e2e/support/program";
import { usePlugin } from "../e2e/support/plugin";
import { PROJECT, STORE_SECRETS } from "../e2e/support/resources";

const SECRETS = [...Object.values(STORE_SECRETS), INTEGRATION_KEY];

describe("an object that goes from one form of the provider to the other", function () {
  const plugin = usePlugin();

  function useBoth(suite: Mocha.Suite) {
    const playground = usePlayground(suite, { program: "" });
    const classes = async (program: string): Promise<void> => playground.rewrite(program);
    const ofPlugin = async (program: string): Promise<void> => {
      await playground.addFile("Pulumi.yaml", plugin.project(JAVASCRIPT));
      await playground.rewriteSource(plugin.source(program));
    };
    const both = async (program: string): Promise<void> =>
      ofPlugin(`import * as classes from "pulumi-opsmanager";\n${program}`);
    return { playground, classes, ofPlugin, both };
  }
  const declaring = (
    prefix: string,
    further: (kind: MovableKind) => object = () => ({}),
    options: (kind: MovableKind) => string = () => "{}",
  ): string =>
    MOVABLE.map((kind) => sourceFor(`${prefix}-${kind}`, kind, further(kind), options(kind))).join("");

  describe("with another name", function () {
    const { playground, classes, ofPlugin } = useBoth(this);

    it("and adopt, stays, there and back", async () => {
      const { emulator } = playground;
      await classes(declaring("a"));
      succeeded(await playground.run("up"));
      const ids = idsOf(emulator);
      for (const [write, prefix] of [
        [ofPlugin, "b"],
        [classes, "c"],
      ] as const) {
        await write(declaring(prefix, (kind) => adopting(kind, ids)));
        const run = await playground.run("up");
        succeeded(run);
        assert.deepEqual(lost(emulator, ids), [], run.output);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
      }
      await nothingLeaked(playground, SECRETS);
    });

    it("and an alias of the old one, stays without a write, there and back", async () => {
      const { emulator } = playground;
      const ids = idsOf(emulator);
      emulator.clearRequests();
      for (const [write, from, to] of [
        [ofPlugin, "c", "d"],
        [classes, "d", "e"],
      ] as const) {
        const alias = (kind: MovableKind) => `{ aliases: [{ name: "${from}-${kind}" }] }`;
        await write(declaring(to, undefined, alias));
        const run = await playground.run("up");
        succeeded(run);
        assert.deepEqual(lost(emulator, ids), [], run.output);
        assert.equal(emulator.counters.writes, 0, run.output);
        const names = MOVABLE.map((kind) => `${to}-${kind}`).sort();
        assert.deepEqual(Object.keys(await stateOf(playground.stack)).sort(), names);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
      }
      await nothingLeaked(playground, SECRETS);
    });
  });

  describe("with its name", function () {
    const { playground, classes, ofPlugin } = useBoth(this);
    const PROGRAM = declaring("a");

    it("stays without a write, there and back", async () => {
      const { emulator } = playground;
      await classes(PROGRAM);
      succeeded(await playground.run("up"));
      const ids = idsOf(emulator);
      const before = await stateOf(playground.stack, "--show-secrets");
      emulator.clearRequests();
      for (const write of [ofPlugin, classes]) {
        await write(PROGRAM);
        const fields = write === classes ? [] : ["__provider"];
        did(
          await playground.run("up"),
          MOVABLE.map((kind) => updated(`a-${kind}`, ...fields)),
        );
        assert.equal(emulator.counters.writes, 0);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
        assert.equal(emulator.counters.writes, 0);
        assert.deepEqual(lost(emulator, ids), []);
      }
      const after = await stateOf(playground.stack, "--show-secrets");
      for (const kind of MOVABLE)
        assert.deepEqual(after[`a-${kind}`]?.outputs, before[`a-${kind}`]?.outputs, kind);
      await nothingLeaked(playground, SECRETS);
      succeeded(await playground.run("destroy"));
      assert.deepEqual(
        lost(emulator, ids),
        MOVABLE.filter((kind) => !STAYING.includes(kind)),
      );
    });
  });

  describe("from a set of the classes", function () {
    const { playground, classes, both } = useBoth(this);
    const { up, primary } = PROPERTIES.AlertConfigSet.alertConfigs;
    const down = omit(PROPERTIES.AlertConfig, ["projectId"]);
    const set = (members: object, further = "", options = "{}"): string =>
      `const set = new classes.AlertConfigSet("set", { projectId: "${PROJECT}", alertConfigs: ${JSON.stringify(members)}, ${further} }, ${options});\n`;
    const idOf = (event: string): string =>
      playground.alerts().findLast(({ eventTypeName }) => eventTypeName === event)?.id ?? assert.fail(event);

    it("to an AlertConfig of the plugin, stays, if the set depends on it or there was a preview", async () => {
      const { emulator } = playground;
      await classes(set({ up, primary, down }).replace("classes.", "opsmanager."));
      succeeded(await playground.run("up"));
      const ids = ["HOST_UP", "NO_PRIMARY"].map(idOf);
      const first = `const first = ${sourceFor("first", "AlertConfig", { ...up, adoptId: ids[0] }, "{}")}`;
      await both(first + set({ primary, down }, "", "{ dependsOn: [first] }"));
      succeeded(await playground.run("up"));
      const last = sourceFor("last", "AlertConfig", { ...primary, adoptId: ids[1] }, "{ dependsOn: [set] }");
      await both(first + set({ down }) + last);
      const run = await playground.stack.run("up");
      succeeded(run);
      for (const id of ids) assert.ok(emulator.alertConfigs().get(id), run.output);
      succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
    });

    it("with unmanaged delete, which would delete what the plugin has, is refused", async () => {
      const ids = ["HOST_UP", "NO_PRIMARY"].map(idOf);
      const resources = (unmanaged: string, order: string): string =>
        set({ down }, `unmanaged: "${unmanaged}"`) +
        sourceFor("first", "AlertConfig", up, order) +
        sourceFor("last", "AlertConfig", primary, order);
      for (const order of ["{}", "{ dependsOn: [set] }"]) {
        await both(resources("report", order));
        succeeded(await playground.run("up"));
        await both(resources("delete", order));
        // Without a preview the set waits for the others.
        for (const flags of order === "{}" ? [[]] : [[], ["--skip-preview"]]) {
          const run = await playground.stack.run("up", ...flags);
          failedWith(run, /unmanaged: "delete"|not deleted, since it may belong to "first", "last"/);
          for (const id of ids) assert.ok(playground.emulator.alertConfigs().get(id), run.output);
        }
      }
    });
  });

  describe("under an equal name in both forms", function () {
    const { playground, both, ofPlugin } = useBoth(this);

    it("is refused while the state has one of the two", async () => {
      const one = sourceFor("one", "AlertConfig", {}, "{}");
      const two = one.replace("opsmanager.", "classes.").replace("HOST_DOWN", "HOST_UP");
      await ofPlugin(one);
      succeeded(await playground.run("up"));
      const before = playground.alerts().map(({ id }) => id);
      for (const program of [one + two, two + one]) {
        await both(program);
        failedWith(await playground.run("up"), /one/);
        assert.deepEqual(
          before.filter((id) => playground.emulator.alertConfigs().get(id) === undefined),
          [],
        );
      }
    });
  });
});

describe("a stack that goes back to the classes after changes with the plugin", function () {
  const plugin = usePlugin();
  const playground = usePlayground(this, { program: "" });
  const alertOf = (event: string, further: object = {}, options = "{}"): string =>
    sourceFor(event, "AlertConfig", { eventTypeName: event, ...further }, options);
  /** What the repository has before the move, and after the changes. */
  const FORMER = alertOf("HOST_DOWN") + alertOf("MULTIPLE_PRIMARIES");
  const CHANGED = alertOf("HOST_DOWN") + alertOf("MULTIPLE_PRIMARIES", { enabled: false });
  const LATEST = CHANGED + alertOf("CLUSTER_MONGOS_IS_MISSING");
  let saved: string;
  let latest: string;

  const exported = async (): Promise<string> =>
    (await playground.stack.stack("export", "--show-secrets")).stdout;
  const ids = (): string[] => playground.alerts().map(({ id }) => id);
  const find = (event: string) =>
    playground.alerts().findLast(({ eventTypeName }) => eventTypeName === event) ?? assert.fail(event);
  const added = (): string => find("CLUSTER_MONGOS_IS_MISSING").id;

  before(async () => {
    await playground.rewrite(FORMER);
    succeeded(await playground.run("up"));
    saved = await exported();
    await playground.addFile("Pulumi.yaml", plugin.project(JAVASCRIPT));
    await playground.rewriteSource(plugin.source(LATEST));
    succeeded(await playground.run("up"));
    assert.equal(find("MULTIPLE_PRIMARIES").enabled, false);
    latest = await exported();
  });
  beforeEach(() => playground.emulator.clearRequests());

  it("keeps all of them without a write, with its state and the current program", async () => {
    const before = ids();
    await playground.rewrite(LATEST);
    did(
      await playground.run("up"),
      ["HOST_DOWN", "MULTIPLE_PRIMARIES", "CLUSTER_MONGOS_IS_MISSING"].map((name) => updated(name)),
    );
    assert.equal(playground.emulator.counters.writes, 0);
    assert.deepEqual(ids(), before);
    succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
  });

  it("would delete what was added and undo the change, with the program from before the move", async () => {
    await playground.stack.restore(latest);
    await playground.rewrite(FORMER);
    const preview = await playground.run("preview");
    did(preview, [deleted("CLUSTER_MONGOS_IS_MISSING"), updated("HOST_DOWN"), updated("MULTIPLE_PRIMARIES")]);
    assert.match(preview.output, /MULTIPLE_PRIMARIES update \[diff: ~enabled/);
  });

  it("would create what was added again, with the state from before the move, unless it is adopted", async () => {
    const before = ids();
    await playground.stack.restore(saved);
    await playground.rewrite(LATEST);
    const changes = [created("CLUSTER_MONGOS_IS_MISSING"), updated("MULTIPLE_PRIMARIES", "enabled")];
    const preview = await playground.run("preview");
    did(preview, changes);
    assert.match(preview.output, /equal alert configuration, \w+, and the create makes a second one/);
    assert.ok(preview.output.includes(`set adoptId: "${added()}"`));
    await playground.rewrite(CHANGED + alertOf("CLUSTER_MONGOS_IS_MISSING", { adoptId: added() }));
    did(await playground.run("up"), changes);
    assert.deepEqual(ids(), before);
    await playground.rewrite(LATEST);
    succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
  });
});

describe("a stack that moves from one form of the provider to the other", function () {
  const plugin = usePlugin();
  const TOKENS = ["xoxb-hidden-one", "xoxb-hidden-two"];
  const secretOf = (value: string): string => `pulumi.secret(${JSON.stringify(value)})`;
  const slack = (channel: string, token: string): string =>
    `{ typeName: "SLACK", channelName: ${channel}, apiToken: ${secretOf(token)}, delayMin: 0, intervalMin: 60 }`;

  function useForms(suite: Mocha.Suite, emulator: EmulatorOptions = {}) {
    const playground = usePlayground(suite, { program: "", emulator });
    const forms = {
      classes: async (program: string): Promise<void> => playground.rewrite(program),
      plugin: async (program: string): Promise<void> => {
        await playground.addFile("Pulumi.yaml", plugin.project(JAVASCRIPT));
        await playground.rewriteSource(plugin.source(program));
      },
    };
    return { playground, forms };
  }
  const there = ["classes", "plugin"] as const;
  const back = ["plugin", "classes"] as const;

  for (const [from, to] of [there, back])
    describe(`from the ${from} to the ${to}`, function () {
      const { playground, forms } = useForms(this);
      const alert = (notifications: string, options = "{}", name = "alert"): string =>
        sourceFor(name, "AlertConfig", {}, options).replace(
          /"notifications":\[[^\]]*\]/,
          `notifications: ${notifications}`,
        );
      const wroteNothing = (): void => assert.equal(playground.emulator.counters.writes, 0);
      const up = async (form: "classes" | "plugin", program: string) => {
        await forms[form](program);
        playground.emulator.clearRequests();
        const run = await playground.run("up");
        succeeded(run);
        return run;
      };
      afterEach(async () => succeeded(await playground.run("destroy")));

      it("keeps a version manifest as it is, and can be deployed again", async () => {
        const { emulator } = playground;
        const current = JSON.parse(emulator.versionManifest.list()[0]?.text ?? "") as object;
        await playground.addFile("manifest.json", JSON.stringify({ ...current, updated: 4_000_000_000_000 }));
        const program = `new opsmanager.VersionManifest("manifest", { manifest: "manifest.json" });\n`;
        await up(from, program);
        await up(to, program);
        wroteNothing();
        succeeded(await playground.run("up", "--expect-no-changes"));
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
      });

      it("keeps secrets that ignoreChanges leaves as they are in the state", async () => {
        const both = [slack('"#dba"', TOKENS[0] ?? ""), slack('"#ops"', TOKENS[1] ?? "")].join();
        const program = ["notifications", "notifications[0].apiToken", "notifications[0].channelName"]
          .map((path, at) => alert(`[${both}]`, `{ ignoreChanges: ["${path}"] }`, `alert-${at}`))
          .join("");
        const found = () =>
          playground
            .alerts()
            .slice(-3)
            .map(({ notifications }) => notifications);
        await up(from, program);
        const before = found();
        await up(to, program);
        wroteNothing();
        assert.deepEqual(found(), before);
        succeeded(await playground.run("up", "--expect-no-changes"));
        await nothingLeaked(playground, TOKENS);
      });

      it("restores what a refresh has found missing, with its secrets", async () => {
        const program = alert(`[${slack('"#dba"', TOKENS[0] ?? "")}, ${slack('"#ops"', TOKENS[1] ?? "")}]`);
        await up(from, program);
        const { id = "", notifications = [] } = playground.alerts().at(-1) ?? {};
        playground.emulator.alertConfigs().update(id, { notifications: notifications.slice(1) });
        succeeded(await playground.run("refresh"));
        await nothingLeaked(playground, TOKENS);
        await up(to, program);
        const content = (all: typeof notifications) => all.map(({ id: _, ...rest }) => rest);
        assert.deepEqual(content(playground.alerts().at(-1)?.notifications ?? []), content(notifications));
        await nothingLeaked(playground, TOKENS);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
      });

      it("shows nothing that the program marks as secret when the order changes in the same step", async () => {
        const hidden = slack(secretOf("#hidden-channel"), TOKENS[0] ?? "");
        const open = slack('"#plain"', TOKENS[1] ?? "");
        await up(from, alert(`[${open}, ${hidden}]`));
        await up(to, alert(`[${hidden}, ${open}]`));
        wroteNothing();
        await nothingLeaked(playground, [...TOKENS, "hidden-channel"]);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
        await nothingLeaked(playground, [...TOKENS, "hidden-channel"]);
      });

      it("creates the members of a set that an earlier create could not", async () => {
        const { emulator } = playground;
        const set = sourceFor("set", "AlertConfigSet", {}, "{}");
        const before = playground.alerts().length;
        await forms[from](set);
        const refused = {
          status: 400,
          body: { error: 400, errorCode: "INVALID_ATTRIBUTE", detail: "Refused." },
        };
        emulator.faults.add({ match: { method: "POST", nth: 2 }, action: refused });
        failedWith(await playground.run("up"), /completed changes were saved/);
        assert.equal(playground.alerts().length, before + 1);
        await up(to, set);
        assert.equal(playground.alerts().length, before + 2);
        succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
      });
    });
});
