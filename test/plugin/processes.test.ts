import assert from "node:assert/strict";
import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { omit, pick } from "../../src/json";
import { failedWith, stateOf, succeeded } from "../e2e/support/assertions";
import type { YamlResource, YamlResources } from "../e2e/support/objects";
import { adopting, declaring, idsOf, lost, PROPERTIES, secret } from "../e2e/support/objects";
import { usePlayground } from "../e2e/support/playground";
import { useLanguages, usePlugin } from "../e2e/support/plugin";
import { EMAIL, PROJECT, SECOND_PROJECT } from "../e2e/support/resources";

const [FIRST, SECOND] = ["0.1.0", "0.1.1"];

describe("an object that goes from one process of the plugin to another", function () {
  const plugin = usePlugin();
  const env = useLanguages("yaml");

  function useProgram(suite: Mocha.Suite) {
    const playground = usePlayground(suite, {
      program: { folder: async (sandbox) => plugin.yaml("resources: {}\n")(sandbox) },
      env,
    });
    const declare = async (resources: YamlResources): Promise<void> => {
      const versions = [FIRST, SECOND].map((version) => ({
        name: "opsmanager",
        path: plugin.folder(),
        version,
      }));
      const project = {
        name: "stranger",
        runtime: "yaml",
        plugins: { providers: versions },
        resources,
      };
      await playground.addFile("Pulumi.yaml", stringify(project, { aliasDuplicateObjects: false }));
    };
    return { playground, declare };
  }

  /** An instance that leads to the same server as the default provider. */
  const instanceFor = ({ baseUrl, publicKey, privateKey }: ReturnType<typeof usePlayground>["emulator"]) => ({
    type: "pulumi:providers:opsmanager",
    properties: { baseUrl, publicKey, privateKey: secret(privateKey) },
    options: { version: FIRST },
  });

  describe("when the SDK is upgraded", function () {
    const { playground, declare } = useProgram(this);

    it("and every resource has another name, stays", async () => {
      await declare(declaring("old", undefined, { version: FIRST }));
      succeeded(await playground.run("up"));
      const ids = idsOf(playground.emulator);
      await declare(declaring("new", (kind) => adopting(kind, ids), { version: SECOND }));
      const run = await playground.run("up");
      succeeded(run);
      assert.deepEqual(lost(playground.emulator, ids), [], run.output);
      succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
    });

    it("and every resource is replaced, stays", async () => {
      const ids = idsOf(playground.emulator);
      await declare(declaring("new", (kind) => adopting(kind, ids), { version: FIRST }));
      const run = await playground.run("up", "--replace", "**new-**");
      succeeded(run);
      assert.deepEqual(lost(playground.emulator, ids), [], run.output);
      succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
    });
  });

  describe("when its resource moves to a provider instance under another name", function () {
    const { playground, declare } = useProgram(this);

    it("stays, in both directions", async () => {
      const { emulator } = playground;
      await declare(declaring("default", undefined, { version: FIRST }));
      succeeded(await playground.run("up"));
      const ids = idsOf(emulator);
      const instance = instanceFor(emulator);
      const moved = declaring("moved", (kind) => adopting(kind, ids), { provider: "${instance}" });
      await declare({ instance, ...moved });
      const run = await playground.run("up");
      succeeded(run);
      assert.deepEqual(lost(emulator, ids), [], run.output);
      succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
      await declare({ instance, ...declaring("back", (kind) => adopting(kind, ids), { version: FIRST }) });
      const back = await playground.run("up");
      succeeded(back);
      assert.deepEqual(lost(emulator, ids), [], back.output);
    });
  });

  describe("when it was imported", function () {
    const { playground, declare } = useProgram(this);
    let ids: ReturnType<typeof idsOf>;
    const importAll = async (prefix: string): Promise<void> => {
      const { resources = [] } = await playground.stack.stored();
      const all = resources as { type: string; id: string; urn: string }[];
      for (const { type, id, urn } of all.filter((each) => each.urn.includes("::first-"))) {
        const name = urn.slice(urn.lastIndexOf("::") + 2).replace("first-", prefix);
        const given = type.endsWith(":AlertConfigSet") ? `${PROJECT}/${name}` : id;
        const flags = ["--protect=false", "--generate-code=false"];
        succeeded(await playground.run("import", type, name, given, ...flags));
      }
    };

    it("twice, and one of the two is removed, stays", async () => {
      const { emulator } = playground;
      // A set has all alert configurations of its project.
      for (const { id } of playground.alerts()) emulator.alertConfigs().delete(id);
      await declare(declaring("first", undefined, { version: FIRST }));
      succeeded(await playground.run("up"));
      ids = idsOf(emulator);
      await importAll("twin-");
      const one = declaring("first", undefined, { version: SECOND });
      await declare(one);
      const run = await playground.run("up");
      succeeded(run);
      assert.deepEqual(lost(emulator, ids), [], run.output);
    });

    it("and is declared under another name, stays", async () => {
      const { emulator } = playground;
      await declare(declaring("second", (kind) => adopting(kind, ids), { version: SECOND }));
      succeeded(await playground.run("up"));
      const { resources = [] } = await playground.stack.stored();
      for (const { urn } of (resources as { urn: string }[]).filter((each) => each.urn.includes("::second-")))
        succeeded(await playground.stack.state("delete", "--yes", "--force", urn));
      await declare({});
      assert.deepEqual(lost(emulator, ids), []);
    });
  });

  describe("when two versions of the SDK declare it", function () {
    const { playground, declare } = useProgram(this);

    it("is refused before anything is written", async () => {
      const [one, two] = [FIRST, SECOND].map((version, index) =>
        pick(declaring(`v${index}`, undefined, { version }), [`v${index}-OplogS3Config`]),
      );
      await declare({ ...one, ...two });
      playground.emulator.clearRequests();
      failedWith(await playground.stack.run("up"), /both manage the oplog store oplog/);
      assert.equal(playground.emulator.counters.writes, 0);
    });
  });

  describe("when it leaves a set for an AlertConfig of an instance", function () {
    const { playground, declare } = useProgram(this);

    it("stays, also without dependsOn if there was a preview", async () => {
      const { emulator } = playground;
      const instance = instanceFor(emulator);
      const members = PROPERTIES.AlertConfigSet.alertConfigs;
      const set = (alertConfigs: object, options: object = {}): YamlResource => ({
        type: "opsmanager:AlertConfigSet",
        properties: { projectId: PROJECT, alertConfigs },
        options: { version: FIRST, ...options },
      });
      const alertOf = (name: "up" | "primary", options: object = {}): YamlResource => ({
        type: "opsmanager:AlertConfig",
        properties: { projectId: PROJECT, ...members[name], adoptId: idOf(members[name].eventTypeName) },
        options: { provider: "${instance}", ...options },
      });
      const idOf = (event: string): string =>
        playground.alerts().findLast(({ eventTypeName }) => eventTypeName === event)?.id ??
        assert.fail(event);
      const { up, primary } = members;
      const down = omit(PROPERTIES.AlertConfig, ["projectId"]);
      await declare({ instance, set: set({ up, primary, down }) });
      succeeded(await playground.run("up"));
      const ids = ["HOST_UP", "NO_PRIMARY"].map(idOf);
      const one = alertOf("up");
      await declare({ instance, one, set: set({ primary, down }, { dependsOn: ["${one}"] }) });
      succeeded(await playground.run("up"));
      // The AlertConfig comes last.
      await declare({
        instance,
        one,
        set: set({ down }),
        two: alertOf("primary", { dependsOn: ["${set}"] }),
      });
      const run = await playground.stack.run("up");
      succeeded(run);
      for (const id of ids) assert.ok(emulator.alertConfigs().get(id), run.output);
    });
  });

  describe("that a set could take for its own", function () {
    const { playground, declare } = useProgram(this);
    const down = { eventTypeName: "HOST_DOWN", enabled: true, notifications: [EMAIL] };
    const recovered = { ...down, eventTypeName: "HOST_RECOVERED" };
    const set = (alertConfigs: object, further: object = {}): YamlResource => ({
      type: "opsmanager:AlertConfigSet",
      properties: { projectId: PROJECT, alertConfigs, ...further },
    });
    const alert = (options: object = {}, properties: object = down): YamlResource => ({
      type: "opsmanager:AlertConfig",
      properties: { projectId: PROJECT, ...properties },
      options: { ...options },
    });
    const targets = ["--target", "**::set"];

    // What a set does that does not know the others is in contract/resources/alert-config-set-unsure.
    it("stays with the resource that has it, in runs with targets", async () => {
      const { emulator } = playground;
      await declare({ one: alert() });
      succeeded(await playground.run("up"));
      const { id } = playground.alerts().at(-1) ?? assert.fail();
      const later = alert({ dependsOn: ["${set}"] });
      await declare({ one: later, set: set({ down, recovered }) });
      await playground.stack.run("up", ...targets);
      await declare({ one: later, set: set({ recovered }) });
      const removal = await playground.stack.run("up", ...targets);
      assert.ok(emulator.alertConfigs().get(id), removal.output);
      assert.match(removal.output, /another resource of the program may have it.*it was not deleted/s);
      succeeded(await playground.run("destroy"));
      assert.equal(emulator.alertConfigs().get(id), undefined);
    });

    it("stays when the set that took it over without a preview is replaced", async () => {
      const { emulator } = playground;
      await declare({ one: alert() });
      succeeded(await playground.run("up"));
      const { id } = playground.alerts().at(-1) ?? assert.fail();
      await declare({ one: alert({ dependsOn: ["${set}"] }), set: set({ down, recovered }) });
      await playground.run("up");
      const elsewhere = {
        ...set({ recovered }, { projectId: SECOND_PROJECT }),
        options: { deleteBeforeReplace: true },
      };
      await declare({ one: alert(), set: elsewhere });
      const run = await playground.stack.run("up");
      succeeded(run);
      assert.ok(emulator.alertConfigs().get(id), run.output);
      assert.match(run.output, /another resource of the program may have it.*it was not deleted/s);
      succeeded(await playground.run("destroy"));
    });

    it("is deleted when the set drops it if the run knows that nobody else has it", async () => {
      const { emulator } = playground;
      const { id } = emulator.alertConfigs().add(down as object);
      await declare({ set: set({ down, recovered }) });
      succeeded(await playground.run("up"));
      await declare({ set: set({ recovered }) });
      const run = await playground.stack.run("up");
      succeeded(run);
      assert.equal(emulator.alertConfigs().get(id), undefined, run.output);
      succeeded(await playground.run("destroy"));
    });

    it("is deleted as unmanaged only in a run that knows the resources of the program", async () => {
      const { emulator } = playground;
      for (const { id } of playground.alerts()) emulator.alertConfigs().delete(id);
      const { id } = emulator.alertConfigs().add(down as object);
      await declare({ set: set({ recovered }, { unmanaged: "delete" }) });
      succeeded(await playground.run("up"));
      for (const flags of [["--skip-preview"], targets]) {
        const run = await playground.stack.run("up", ...flags);
        succeeded(run);
        assert.ok(emulator.alertConfigs().get(id));
        assert.match(run.output, /were not deleted, since they may belong to other resources/);
      }
      const run = await playground.stack.run("up");
      succeeded(run);
      assert.equal(emulator.alertConfigs().get(id), undefined, run.output);
    });
  });

  describe("that its resource looks for after a lost response", function () {
    const { playground, declare } = useProgram(this);

    it("is not taken over by a set that declares the same but for a secret", async () => {
      const { emulator } = playground;
      const slack = (token: string) => ({
        eventTypeName: "HOST_DOWN",
        enabled: true,
        notifications: [
          { typeName: "SLACK", channelName: "#dba", apiToken: secret(token), delayMin: 0, intervalMin: 60 },
        ],
      });
      const type = "opsmanager:AlertConfig";
      const { AlertConfig: plain } = PROPERTIES;
      const set = {
        type: "opsmanager:AlertConfigSet",
        properties: { projectId: PROJECT, alertConfigs: { s: slack("xoxb-of-the-set-1111") } },
        options: { version: FIRST, dependsOn: ["${wait}"] },
      };
      emulator.faults.add({ match: { method: "POST", path: SECOND_PROJECT }, action: { delayMs: 700 } });
      emulator.faults.add({ match: { method: "POST", path: PROJECT }, action: "resetAfter" });
      emulator.faults.add({
        match: { method: "GET", path: "alertConfigs?", nth: 1 },
        action: { delayMs: 2_000 },
      });
      await declare({
        instance: instanceFor(emulator),
        one: {
          type,
          properties: { projectId: PROJECT, ...slack("xoxb-of-the-one-1111") },
          options: { provider: "${instance}" },
        },
        wait: { type, properties: { ...plain, projectId: SECOND_PROJECT }, options: { version: FIRST } },
        set,
      });
      const before = playground.alerts().length;
      const run = await playground.run("up");
      succeeded(run);
      const tokens = playground.alerts().flatMap(({ notifications }) => notifications[0]?.["apiToken"] ?? []);
      assert.equal(playground.alerts().length, before + 2, run.output);
      assert.deepEqual(new Set(tokens), new Set(["xoxb-of-the-one-1111", "xoxb-of-the-set-1111"]));
      succeeded(await playground.run("up", "--refresh", "--expect-no-changes"));
    });
  });

  describe("that a new set adopts", function () {
    const { playground, declare } = useProgram(this);

    it("needs no wait for new resources, which have nothing yet, with one step at a time", async () => {
      const { emulator } = playground;
      const down = omit(PROPERTIES.AlertConfig, ["projectId"]);
      const { id } = emulator.alertConfigs().add(down as object);
      const events = ["HOST_RECOVERED", "HOST_UP", "NO_PRIMARY", "VERSION_BEHIND"];
      const instance = instanceFor(emulator);
      const news = events.map((eventTypeName, index): [string, YamlResource] => [
        `new-${eventTypeName}`,
        {
          type: "opsmanager:AlertConfig",
          properties: { projectId: PROJECT, ...down, eventTypeName },
          options: index % 2 === 0 ? { provider: "${instance}" } : { version: FIRST },
        },
      ]);
      const set = {
        type: "opsmanager:AlertConfigSet",
        properties: { projectId: PROJECT, alertConfigs: { down } },
        options: { version: FIRST },
      };
      await declare({ set, instance, ...Object.fromEntries(news) });
      const run = await playground.stack.run("up", "--parallel", "1");
      succeeded(run);
      const { set: made } = await stateOf(playground.stack);
      assert.deepEqual(made?.outputs?.["alertConfigIds"], { down: id });
      assert.equal(made?.outputs?.["__mayBeOthers"], undefined);
    });
  });

  describe("whose former resource is replaced", function () {
    const type = "opsmanager:AlertConfig";
    const { AlertConfig: properties } = PROPERTIES;

    /** A program whose alert configuration goes from `old`, which is replaced, to `heir`; and that run with the id. */
    function useHandover(suite: Mocha.Suite) {
      const { playground, declare } = useProgram(suite);
      return async (ofOld: object, ofHeir: object) => {
        const { emulator } = playground;
        const instance = instanceFor(emulator);
        await declare({ instance, old: { type, properties, options: { version: FIRST } } });
        succeeded(await playground.run("up"));
        const { id } = playground.alerts().at(-1) ?? assert.fail();
        const old = {
          type,
          properties: { ...properties, projectId: SECOND_PROJECT },
          options: { version: FIRST, ...ofOld },
        };
        const heir = {
          type,
          properties: { ...properties, adoptId: id },
          options: { provider: "${instance}", ...ofHeir },
        };
        await declare({ instance, old, heir });
        const run = await playground.stack.run("up");
        succeeded(run);
        assert.ok(emulator.alertConfigs().get(id), run.output);
        const state = await stateOf(playground.stack);
        assert.equal(state["heir"]?.id, `${PROJECT}/${id}`);
        return state;
      };
    }

    describe("after it was deleted", function () {
      const handOver = useHandover(this);

      it("stays if the preview has shown that a later resource adopts it", async () => {
        await handOver({ deleteBeforeReplace: true }, { dependsOn: ["${old}"] });
      });
    });

    describe("after it was adopted", function () {
      const handOver = useHandover(this);

      it("stays with the resource that has adopted it", async () => {
        const { old } = await handOver({ dependsOn: ["${heir}"] }, {});
        assert.match(String(old?.id), new RegExp(`^${SECOND_PROJECT}/`));
      });
    });
  });

  describe("when the log of the run cannot be used", function () {
    const { playground, declare } = useProgram(this);

    it("is neither adopted nor deleted, and what was written meanwhile is in the state", async () => {
      const { emulator, sandbox } = playground;
      const down = omit(PROPERTIES.AlertConfig, ["projectId"]);
      const { up, primary } = PROPERTIES.AlertConfigSet.alertConfigs;
      const set = (alertConfigs: object): YamlResource => ({
        type: "opsmanager:AlertConfigSet",
        properties: { projectId: PROJECT, alertConfigs },
      });
      await declare({ set: set({ down }) });
      succeeded(await playground.run("up"));
      const { id } = playground.alerts().at(-1) ?? assert.fail();
      const [folder = assert.fail()] = await readdir(join(sandbox.folder, "tmp")).then((names) =>
        names.filter((name) => name.startsWith("pulumi-opsmanager-")),
      );
      await chmod(join(sandbox.folder, "tmp", folder), 0o777);
      await declare({ set: set({ up, primary }) });
      const refused = /[Tt]he deletion.* is refused: .* other users may read or write it/;
      failedWith(await playground.run("up"), refused);
      assert.ok(emulator.alertConfigs().get(id));
      const { set: kept } = await stateOf(playground.stack);
      assert.deepEqual(Object.keys(kept?.outputs?.["alertConfigIds"] ?? {}).sort(), [
        "down",
        "primary",
        "up",
      ]);
      await declare({});
      failedWith(await playground.run("up"), refused);
      await chmod(join(sandbox.folder, "tmp", folder), 0o700);
      const before = playground.alerts().length;
      succeeded(await playground.run("up"));
      assert.equal(playground.alerts().length, before - 3);
    });
  });

  describe("that is created twice", function () {
    const { playground, declare } = useProgram(this);

    it("by two instances whose responses are lost, has one owner each", async () => {
      const { emulator } = playground;
      const before = playground.alerts().length;
      const { AlertConfig: properties } = PROPERTIES;
      const type = "opsmanager:AlertConfig";
      emulator.faults.add({ match: { method: "POST", times: 2 }, action: "resetAfter" });
      await declare({
        instance: instanceFor(emulator),
        one: { type, properties, options: { version: FIRST } },
        two: { type, properties, options: { provider: "${instance}" } },
      });
      const run = await playground.run("up");
      succeeded(run);
      assert.equal(playground.alerts().length, before + 2);
      const { one, two } = await stateOf(playground.stack);
      assert.notEqual(one?.id, two?.id);
      const created = playground
        .alerts()
        .slice(-2)
        .map(({ id }) => `${PROJECT}/${id}`);
      assert.deepEqual(new Set([one?.id, two?.id]), new Set(created), run.output);
    });
  });
});
