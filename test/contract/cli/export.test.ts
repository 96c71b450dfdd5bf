import assert from "node:assert/strict";
import type { Declaration, Program } from "../../../src/cli/export/declarations";
import { programOf, resourcesOf } from "../../../src/cli/export/declarations";
import type { Inventory } from "../../../src/cli/export/inventory";
import { readInventory } from "../../../src/cli/export/inventory";
import { programFiles } from "../../../src/cli/export/program";
import { pathText, withValue } from "../../../src/core/problems";
import type { Connections } from "../../../src/core/connections";
import { OpsManagerClient } from "../../../src/client";
import type { Emulator, EmulatorOptions } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { SEED } from "../../../src/emulator/seed";
import type { AlertConfigBody } from "../../../src/fields/alert-config";
import type { PlainObject } from "../../../src/json";
import { omit } from "../../../src/json";
import { SECRETS_APART } from "../../../src/resources/alert-config/encoding";
import { fillInstallation, INSTALLATION } from "../../fixtures/installation";
import { secretValues } from "../../fixtures/installation-secrets";
import { limitTo } from "../../fixtures/projects";
import { share } from "../../support/runs";
import { setInputs } from "../../unit/resources/alert-config-set/sets";
import type { Kind, Managed } from "../resources/managed";
import { connectionsTo, managed } from "../resources/managed";
import type { Entry } from "./stacks";
import { documentOf, driftIn, MODES } from "./stacks";
import { idsOf } from "./printed";

const [PROJECT, OTHER] = ["60a2b7c9e4b0c5571d3f8e12", "60b9d1f2e4b0c5571d47a90b"];

describe("an export", () => {
  let emulator: Emulator;
  let connections: Connections;
  const start = async (options: EmulatorOptions = {}): Promise<void> => {
    emulator = await startEmulator(options);
    connections = connectionsTo(emulator);
  };
  afterEach(async () => emulator.close());

  const inventoryOf = async (...projects: string[]): Promise<Inventory> =>
    readInventory(connections(undefined), projects);
  const exported = async (form: "resources" | "sets" = "resources"): Promise<Program> =>
    programOf(await inventoryOf(), form);
  const create = async (body: object): Promise<string> => {
    const client = new OpsManagerClient(emulator);
    const { id } = await client.alertConfigs.create(PROJECT, body as AlertConfigBody);
    await client.close();
    return id;
  };

  const filesOf = (program: Program): ReadonlyMap<string, string> =>
    programFiles(program, { name: "ops-manager", settings: connections(undefined).settings });

  /** Returns the arguments of a resource with the secrets that the service holds. */
  function withSecretsOf(program: Program): (declaration: Declaration) => PlainObject {
    const importFile = filesOf(program).get("import.json") ?? "";
    const all = resourcesOf(program).flatMap(({ name, secrets }) =>
      secrets.map(({ key, path }) => ({ key, resource: name, path: pathText(path) })),
    );
    const values = secretValues(emulator, all, importFile);
    return ({ args, secrets }) =>
      secrets.reduce<PlainObject>(
        (object, { key, path }) => withValue(object, path, values[key]?.secret) as PlainObject,
        args,
      );
  }

  /** The inputs that the class passes to the provider. */
  function inputsOf({ kind, name }: Declaration, args: PlainObject): PlainObject {
    if (kind === "AlertConfig" || kind === "GlobalAlertConfig") return SECRETS_APART.split(args);
    if (kind !== "AlertConfigSet") return args;
    return setInputs(args["alertConfigs"] as never, {
      projectId: String(args["projectId"]),
      resourceName: name,
    });
  }

  const resourceOf = ({ kind, name }: Declaration): Managed =>
    managed(kind as Kind, emulator, { name, connections });
  /** The manifest is read from a file beside the program. */
  const managedIn = (program: Program): Declaration[] =>
    resourcesOf(program).filter(({ kind }) => kind !== "VersionManifest");

  async function takeOver(declaration: Declaration): Promise<Managed> {
    const resource = resourceOf(declaration);
    await resource.import(declaration);
    return resource;
  }

  const ways = [
    ["resources", "new"],
    ["resources", "old"],
    ["resources", "off"],
    ["sets", "new"],
  ] as const;
  for (const [form, redact] of ways) {
    const way = `${form} (secrets ${redact})`;
    it(`of an installation as ${way} is taken over without a write, and holds neither secrets nor masks`, async () => {
      await start({ ...INSTALLATION, redact });
      await fillInstallation(emulator, share(redact === "new" ? 4 : 8));
      const { writes } = emulator.counters;
      const program = await exported(form);
      const argsOf = withSecretsOf(program);
      const entries: Entry[] = [];
      for (const declaration of managedIn(program)) {
        const inputs = inputsOf(declaration, argsOf(declaration));
        const resource = await takeOver(declaration);
        assert.equal(await resource.refresh(), "same", declaration.name);
        const isChanged = declaration.secrets.length > 0;
        assert.equal(await resource.up(inputs), isChanged ? "update" : "same", declaration.name);
        assert.equal(await resource.refresh(), "same", declaration.name);
        assert.equal(await resource.up(inputs), "same", declaration.name);
        entries.push({ kind: declaration.kind as Kind, name: declaration.name, state: resource.state });
      }
      assert.equal(emulator.counters.writes, writes);
      for (const mode of MODES) {
        const { changed, missing, unmanaged } = await driftIn(documentOf(entries, mode), connections, mode);
        assert.deepEqual([changed, missing, unmanaged], [[], [], []], mode.title);
      }
      const { "secrets.sh": commands = "", ...files } = Object.fromEntries(filesOf(program));
      const text = Object.values(files).join("\n");
      const secrets =
        JSON.stringify(emulator.snapshot()).match(/"[^"]*(?:secret|token|password|key)-[^"]*"/g) ?? [];
      assert.ok(secrets.length > 10);
      for (const secret of secrets) assert.ok(!(text + commands).includes(secret.slice(1, -1)), secret);
      assert.doesNotMatch(text, /\*{3}|REDACTED/);
    });
  }

  for (const form of ["resources", "sets"] as const) {
    it(`of what an exported program creates elsewhere is the same program (${form})`, async () => {
      await start(INSTALLATION);
      await fillInstallation(emulator, share(8));
      const program = await exported(form);
      const argsOf = withSecretsOf(program);
      const first = emulator;
      await start(INSTALLATION);
      try {
        const { globalAlertConfigs, oplogS3Configs, s3SnapshotStores } = emulator;
        for (const collection of [globalAlertConfigs, oplogS3Configs, s3SnapshotStores])
          for (const { id } of collection.list()) collection.delete(id);
        for (const each of managedIn(program)) await resourceOf(each).up(inputsOf(each, argsOf(each)));
        const compared = (each: Program): object =>
          omit(Object.fromEntries(filesOf(each)), ["import.json", "README.md"]);
        assert.deepEqual(compared(await exported(form)), compared(program));
      } finally {
        await first.close();
      }
    });
  }

  describe("with a secret", () => {
    const slack = (apiToken: string): object => ({
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      notifications: [{ typeName: "SLACK", channelName: "#dba", apiToken, delayMin: 0 }],
    });
    const declared = async (): Promise<Declaration> => {
      const all = resourcesOf(await exported());
      return all.find(({ secrets }) => secrets.length > 0) ?? assert.fail();
    };
    /** The inputs with the secrets of the notification. */
    const inputs = (declaration: Declaration, secrets: Readonly<Record<string, string>>): PlainObject => {
      const [notification] = declaration.args["notifications"] as object[];
      return inputsOf(declaration, { ...declaration.args, notifications: [{ ...notification, ...secrets }] });
    };

    beforeEach(async () => start({ seed: { ...SEED, alertConfigs: [] } }));

    it("that a mask contradicts is written", async () => {
      const id = await create(slack("xoxb-live-1111"));
      const declaration = await declared();
      const alert = await takeOver(declaration);
      assert.equal(await alert.up(inputs(declaration, { apiToken: "xoxb-mine-2222" })), "update");
      assert.equal(emulator.alertConfigs().get(id)?.notifications[0]?.apiToken, "xoxb-mine-2222");
      assert.equal(alert.said.length, 1);
      assert.match(
        alert.said[0] ?? "",
        /was imported and is not as declared\. The update changes it:\n {2}notifications\[0\]\.apiToken/,
      );
      assert.equal(await alert.refresh(), "same");
    });

    it("that no mask confirms is named by the preview and the update, and not written", async () => {
      const secrets = { webhookUrl: "https://h.example.com/a", webhookSecret: "hidden-0001" };
      await create({ ...slack("x"), notifications: [{ typeName: "WEBHOOK", ...secrets }] });
      const declaration = await declared();
      const [{ writes }, alert] = [emulator.counters, await takeOver(declaration)];
      const [warning = ""] = await alert.preview(inputs(declaration, secrets));
      await alert.up(inputs(declaration, secrets));
      assert.equal(emulator.counters.writes, writes);
      // Of the URL only the host is shown.
      const named =
        /has the declared notifications\[0\]\.webhookSecret \(WEBHOOK\), notifications\[0\]\.webhookUrl/;
      for (const text of [warning, alert.said.at(-1) ?? ""]) assert.match(text, named);
    });

    it("is written with the rest when the program was changed before the first up", async () => {
      const id = await create(slack("xoxb-live-1111"));
      const declaration = await declared();
      const alert = await takeOver(declaration);
      await alert.up({ ...inputs(declaration, { apiToken: "xoxb-live-1111" }), enabled: false });
      const { enabled, notifications } = emulator.alertConfigs().get(id) ?? assert.fail();
      assert.deepEqual([enabled, notifications[0]?.apiToken], [false, "xoxb-live-1111"]);
    });
  });

  it("skips what the key may not read, and names it", async () => {
    await start();
    limitTo(emulator, PROJECT);
    const found = await inventoryOf();
    assert.deepEqual([found.places.map(({ id }) => id), idsOf(found, "oplog stores")], [[PROJECT, ""], []]);
    const namesOf = (all: Inventory["skipped"]) => all.map(({ what }) => what);
    const ofProject = (place: string, ...whats: string[]) =>
      whats.map((what) => `${what} of the project ${place}`);
    const rotations = ["audit log rotation", "system log rotation"];
    const own = ofProject(`shop-production (${PROJECT})`, ...rotations);
    const ofService = ["global alert configurations", "oplog stores", "snapshot stores"];
    assert.deepEqual(namesOf(found.skipped), [...own, ...ofService].sort());
    const named = await inventoryOf(PROJECT, OTHER);
    const ofOther = ofProject(OTHER, "alert configurations", "clusters", ...rotations);
    assert.deepEqual(namesOf(named.skipped), [...own, ...ofOther, ...ofService].sort());
  });

  for (const action of [
    { status: 404, body: { error: 404, errorCode: "RESOURCE_NOT_FOUND", detail: "no such resource" } },
    { status: 404, headers: { "Content-Type": "text/html" }, body: "<h1>Not Found</h1>" },
    { status: 405 },
  ]) {
    it(`has no log rotations of a service that does not know them (${JSON.stringify(action)})`, async () => {
      await start();
      emulator.faults.add({ match: { path: "systemLogRotateConfig", times: "always" }, action });
      const found = await inventoryOf(PROJECT);
      assert.deepEqual(found.skipped, []);
      assert.deepEqual(
        [idsOf(found, "audit log rotation").length, idsOf(found, "system log rotation").length],
        [1, 0],
      );
    });
  }

  for (const status of [403, 404, 405]) {
    it(`needs no list of the projects for --project (GET /groups: ${status})`, async () => {
      await start();
      emulator.faults.add({
        match: { path: /\/groups(\?|$)/, times: "always" },
        action: { status, body: { error: status, errorCode: "NOT_OFFERED", detail: "no list" } },
      });
      const found = await inventoryOf(PROJECT);
      const [{ id, name } = { id: "", name: "" }] = found.places;
      assert.deepEqual([id, name, idsOf(found, "alert configurations").length], [PROJECT, PROJECT, 2]);
      assert.deepEqual(found.skipped, []);
      await assert.rejects(inventoryOf(), new RegExp(`${status}.*--project <id>`, "s"));
    });
  }

  it("fails if the list of the projects fails otherwise, also for --project", async () => {
    await start();
    emulator.faults.add({ match: { path: /\/groups(\?|$)/, times: "always" }, action: { status: 400 } });
    await assert.rejects(inventoryOf(PROJECT), /400/);
  });

  it("fails for a project that does not exist", async () => {
    await start();
    await assert.rejects(inventoryOf("60a2b7c9e4b0c5571d3f0000"), /GROUP_NOT_FOUND/);
  });
});
