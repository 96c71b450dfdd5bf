import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Emulator } from "../../../src/emulator";
import { startEmulator } from "../../../src/emulator";
import { serverOf } from "../../../src/core/scope";
import { mapValues } from "../../../src/json";
import { alert, ALPHA, BETA, MAIL, SLACK, startProjects } from "../../fixtures/projects";
import { configOf, connectionsTo } from "../resources/managed";
import { exported, type Imported, importedIn, stackOf } from "./printed";
import { usePulumiStub } from "./pulumi-stub";

const ONCALL = { ...MAIL, emailAddress: "oncall@example.com" };

describe("an export into a program that has a stack", () => {
  const pulumi = usePulumiStub();
  let emulator: Emulator;
  /** What the stack has. */
  let imported: Imported[];
  let config: Record<string, string>;
  const folder = (): string => pulumi.path("program");
  const read = (name: string): string => readFileSync(join(folder(), name), "utf8");
  const write = async (name: string, text: string): Promise<void> => writeFile(join(folder(), name), text);
  const add = (project: string, ...args: Parameters<typeof alert>): string =>
    emulator.alertConfigs(project).add(alert(...args)).id;

  beforeEach(async () => {
    const standard = ["NO_PRIMARY", "HOST_RECOVERED"].map((event) => alert(event, MAIL, SLACK));
    emulator = await startProjects({ alpha: standard, beta: [] });
    imported = [];
    config = { "ops-manager:dbAlertsSlack.apiToken": SLACK.apiToken };
    await run("--out", folder(), "--project", "alpha");
    importFrom("import.json");
  });
  afterEach(async () => emulator.close());

  /** Imports what the file of an export has. */
  function importFrom(file: string): void {
    imported.push(...importedIn(read(file)));
  }

  async function run(...args: readonly string[]): Promise<string> {
    const values = mapValues(config, (value) => ({ value }));
    pulumi.installWith(values, stackOf(imported));
    const { code, output } = await exported(emulator, ...args);
    assert.equal(code, 0, output);
    return output;
  }
  const into = async (...args: readonly string[]): Promise<string> => run("--into", folder(), ...args);

  async function refused(message: RegExp, ...args: readonly string[]): Promise<void> {
    const before = await readdir(folder(), { recursive: true });
    await assert.rejects(into(...args), message);
    assert.deepEqual(await readdir(folder(), { recursive: true }), before);
  }

  it("adds nothing as long as the stack has everything", async () =>
    assert.match(await into("--project", "alpha"), /has everything that was read. Nothing was written/));

  it("adds a module for each project, which uses the constants and the keys of the program", async () => {
    add(ALPHA, "HOST_DOWN", MAIL, SLACK);
    for (const event of ["NO_PRIMARY", "HOST_DOWN"]) add(BETA, event, { ...MAIL, delayMin: 5 }, ONCALL);
    const former = read("index.ts");
    const output = await into();
    assert.match(
      read("projects/alpha-2.ts"),
      /^import \{ dbAlertsSlack, dbaMail \} from "\.\.\/notifications";\n\nconst projectId = .*\n\nnew opsmanager\.AlertConfig\("alpha-host-down", \{[^]*notifications: \[dbaMail, dbAlertsSlack\],\n\}\);\n$/m,
    );
    const beta = read("projects/beta.ts");
    assert.match(
      beta,
      /^import \{ dbaMail \} .*\n\ntype Notification = .*\n\nconst oncallMail: Notification = .*\n\nconst projectId = [^]*: \[\{ \.\.\.dbaMail, delayMin: 5 \}, oncallMail\]/m,
    );
    const first = 'import "./projects/alpha";\n';
    const added = 'import "./projects/alpha-2";\nimport "./projects/beta";\n';
    assert.equal(read("index.ts"), former.replace(first, first + added));
    assert.ok(!existsSync(join(folder(), "secrets-added.sh")), "the stack has the secret");
    assert.match(
      output,
      /^Added 3 resources to .*: projects\/alpha-2\.ts, projects\/beta\.ts, import-added\.json\.\nNext, in .*:\n {2}pulumi import --file import-added\.json --generate-code=false --yes\n {2}pulumi preview {3}# must show no deletion\n {2}pulumi up\n$/,
    );
  });

  it("adds one log rotation of a project beside the other, which has the same id", async () => {
    const settings = { sizeThresholdMB: 500, timeThresholdHrs: 12 };
    emulator.auditLogRotation.set(ALPHA, settings);
    await into();
    importFrom("import-alpha-2.json");
    emulator.systemLogRotation.set(ALPHA, settings);
    await into();
    assert.match(
      read("projects/alpha-2.ts"),
      /new opsmanager\.AuditLogRotation\("alpha-audit-log-rotation", \{/,
    );
    const added = read("projects/alpha-3.ts");
    assert.match(added, /new opsmanager\.SystemLogRotation\("alpha-system-log-rotation", \{/);
    assert.doesNotMatch(added, /AuditLogRotation/);
  });

  it("uses the key that the stack has although only one project is read, unless its value is another", async () => {
    add(BETA, "NO_PRIMARY", SLACK);
    add(BETA, "HOST_DOWN", { ...SLACK, apiToken: "xoxb-1111-3333" });
    await into("--project", "beta");
    const keys = [...read("projects/beta.ts").matchAll(/requireSecret\("(.*)"\)/g)].map(([, key]) => key);
    assert.deepEqual(keys, ["beta.host-down.slack.apiToken"]);
    assert.match(read("projects/beta.ts"), /notifications: \[dbAlertsSlack\]/);
    assert.match(
      read("secrets-beta.sh"),
      /^secret beta\.host-down\.slack\.apiToken '.*3333, used in beta'$/m,
    );
    assert.doesNotMatch(read("secrets-beta.sh"), /secret dbAlertsSlack/);
  });

  it("gives a secret whose key the stack has with another value a numbered one", async () => {
    config = { ...config, "ops-manager:beta.host-down.slack.apiToken": "xoxb-other" };
    add(BETA, "HOST_DOWN", { ...SLACK, apiToken: "xoxb-1111-3333" });
    await into("--project", "beta");
    assert.match(read("secrets-beta.sh"), /^secret beta\.host-down\.slack\.apiToken-2 /m);
  });

  it("names the stack in the commands, and the lines that a rewritten index.ts needs", async () => {
    await write("index.ts", 'import "./protect";\n// mine\n');
    add(BETA, "HOST_DOWN", { ...SLACK, apiToken: "xoxb-1111-3333" });
    const output = await into("--project", "beta", "--stack", "production");
    assert.match(output, /^index\.ts was rewritten, so add to it:\n\nimport "\.\/projects\/beta";\n\nNext/m);
    assert.match(
      output,
      /^ {2}sh secrets-beta\.sh --stack production\n {2}pulumi import .* --stack production$/m,
    );
    assert.equal(read("index.ts"), 'import "./protect";\n// mine\n');
  });

  it("knows what resources of the plugin have, and refuses a program that has no others", async () => {
    const ofPlugin = (each: Imported): Imported => ({
      ...each,
      type: each.type.replace("pulumi-nodejs:dynamic/opsmanager", "opsmanager:index"),
      outputs: { ...each.outputs, __server: serverOf(connectionsTo(emulator)(undefined).settings) },
    });
    imported = imported.map((each, index) => (index === 0 ? ofPlugin(each) : each));
    assert.match(await into("--project", "alpha"), /has everything that was read/);
    imported = imported.map(ofPlugin);
    await refused(
      /the program uses the plugin, and --into writes classes: use `pulumi import`, or --out with/,
    );
  });

  it("is refused until the last one is imported", async () => {
    await write("import-mine.json", "[1, 2]");
    add(ALPHA, "HOST_DOWN", MAIL);
    await into();
    await refused(/^Error: import-alpha-2\.json is not imported yet\. .* Nothing was written\.$/);
    importFrom("import-alpha-2.json");
    assert.match(await into(), /has everything/);
  });

  it("adds an object although a resource on another server has its id", async () => {
    const other = await startEmulator();
    try {
      config = { ...config, ...configOf("eu", other) };
      const moved = (each: Imported): Imported => ({
        ...each,
        outputs: { ...each.outputs, connection: "eu" },
      });
      imported = imported.map((each, index) => (index === 0 ? moved(each) : each));
      assert.match(await into("--project", "alpha"), /^Added 1 resource to /);
    } finally {
      await other.close();
    }
  });

  it("prints what a set that deletes the rest must declare, under names that the set does not have", async () => {
    const [first] = imported;
    const projectId = ALPHA;
    const [hostDown, noPrimary] = imported.map(({ id }) => id.split("/")[1]);
    const alertConfigIds = { "host-down": hostDown, "no-primary": noPrimary };
    const outputs = { projectId, unmanaged: "delete", alertConfigIds };
    const type = "pulumi-nodejs:dynamic/opsmanager:AlertConfigSet";
    imported = [{ ...(first ?? assert.fail()), type, name: "all", id: `${projectId}/all`, outputs }];
    add(ALPHA, "HOST_DOWN", MAIL, { ...SLACK, apiToken: "xoxb-1111-3333" });
    const output = await into("--project", "alpha");
    assert.match(
      output,
      /^The set "all" deletes what it does not declare, so add these members to its alertConfigs\. The module of the set needs `const config = new pulumi\.Config\(\);` for the secrets\.\n\n"host-down-2": \{\n {2}eventTypeName: "HOST_DOWN",[^]*\n\},\n\nNext/,
    );
    assert.match(output, /^ {2}sh secrets-added\.sh\n {2}pulumi preview .*no deletion\n/m);
    assert.ok(!existsSync(join(folder(), "import-added.json")));
  });

  it("refuses a folder without a program, and a symbolic link", async () => {
    add(ALPHA, "HOST_DOWN", MAIL);
    const index = join(folder(), "index.ts");
    await rm(index);
    await symlink("/dev/null", index);
    await refused(/index\.ts is a symbolic link, and would be written: .* Nothing was written\.$/);
    await write("Pulumi.yaml", "runtime: nodejs\n");
    await refused(/^UsageError: the folder .* has no Pulumi\.yaml with a name, so it has no Pulumi program$/);
  });

  describe("of one alert configuration", () => {
    const cwd = process.cwd();
    beforeEach(() => process.chdir(folder()));
    afterEach(() => process.chdir(cwd));
    const print = async (id: string, ...args: readonly string[]): Promise<string> =>
      run("--alert", `alpha/${id}`, ...args);

    it("prints it with the names and keys that a stack leaves free", async () => {
      config = { ...config, "ops-manager:alphaDbAlertsSlack.apiToken": "xoxb-other" };
      const id = add(ALPHA, "NO_PRIMARY", { ...SLACK, apiToken: "xoxb-1111-3333" });
      const text = await print(id, "--stack", "production");
      assert.match(text, /^\/\/ To be taken over by the file below\.\n/);
      assert.match(text, /new opsmanager\.AlertConfig\("alpha-no-primary-.*"/);
      assert.match(
        text,
        /^\/\/ pulumi config set --secret alphaDbAlertsSlack2\.apiToken --stack production$/m,
      );
      assert.match(await print(id), /^\/\/ .* Without --stack, its name and keys may be those of others/);
    });

    it("refuses what the stack has, and what does not exist", async () => {
      const id = imported[0]?.id.split("/")[1] ?? "";
      await assert.rejects(
        print(id, "--stack", "production"),
        /^Error: The alert configuration .* is in the stack production already/,
      );
      await assert.rejects(
        print("650000000000000000000099"),
        /The alert configuration 6500.* does not exist\.$/,
      );
    });
  });
});
