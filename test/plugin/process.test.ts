import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { packPlugin } from "../../scripts/plugin/install";
import { ensureLanguageHost } from "../../scripts/plugin/language-hosts";
import { run } from "../support/run";
import { packageSchema } from "../../scripts/plugin/schema";
import { openSandbox } from "../support/sandbox";
import type { Sandbox, StackOptions } from "../support/sandbox";
import { startEmulator } from "../../src/emulator";
import { VERSION } from "../../src/version";
import { created, deleted, did, failedWith, succeeded, warningsIn } from "../e2e/support/assertions";
import { startHoldingProxy } from "../e2e/support/holding-proxy";
import { connectionTo } from "../e2e/support/playground";
import { useLanguages, usePlugin } from "../e2e/support/plugin";
import { prepared } from "../e2e/support/prepared";
import { interruptRun, isRunning } from "../e2e/support/provider-process";
import { cluster, PROJECT } from "../e2e/support/resources";

const PROGRAM = `resources:
  alert:
    type: opsmanager:AlertConfig
    properties:
      projectId: ${PROJECT}
      eventTypeName: HOST_DOWN
      notifications: [{ typeName: EMAIL, emailAddress: dba@example.com, delayMin: 0, intervalMin: 60 }]
`;

describe("the process of the plugin", function () {
  const plugin = usePlugin();
  let [emulator, sandbox]: [Awaited<ReturnType<typeof startEmulator>>, Sandbox] = [] as never;
  const env = useLanguages("yaml");

  before(async function prepare() {
    this.timeout(0);
    emulator = await startEmulator();
    sandbox = await openSandbox({ binDir: await prepared(), env });
  });
  after(async () => {
    await sandbox.close();
    await emulator.close();
  });

  /** A stack of a program that does not say where the plugin is. */
  async function installedStack(name: string, of = sandbox) {
    const project = await mkdtemp(join(of.folder, "program-"));
    await writeFile(join(project, "Pulumi.yaml"), `name: installed\nruntime: yaml\n${PROGRAM}`);
    return of.createStack({ project, name, config: connectionTo(emulator) });
  }

  it("is installed from its archive, and serves a program and its schema", async () => {
    const archive = await packPlugin(plugin.folder(), join(sandbox.folder, "archive"));
    const kind = ["resource", "opsmanager", VERSION];
    succeeded(await sandbox.pulumi(sandbox.folder, ["plugin", "install", ...kind, "--file", archive]));
    const stack = await installedStack("installed");
    did(await stack.run("up", "--skip-preview"), [created("alert")]);
    const shown = await sandbox.pulumi(sandbox.folder, ["package", "get-schema", `opsmanager@${VERSION}`]);
    succeeded(shown);
    const { resources } = JSON.parse(shown.stdout) as { resources: object };
    const expected = packageSchema() as { resources: object };
    assert.deepEqual(Object.keys(resources).sort(), Object.keys(expected.resources).sort());
    succeeded(await stack.run("destroy", "--skip-preview"));
  });

  it("says that Node.js is missing, or too old", async () => {
    const bin = join(sandbox.folder, "bin");
    await mkdir(bin);
    for (const name of ["sh", "dirname", "readlink"]) await symlink(`/usr/bin/${name}`, join(bin, name));
    const missing = /needs Node\.js 20\.19 or later on PATH, and there is no node\./;
    const started = await run(join(plugin.folder(), "pulumi-resource-opsmanager"), [], {
      env: { PATH: bin },
    });
    assert.notEqual(started.code, 0);
    assert.match(started.stderr, missing);
    assert.equal(started.stdout, "");
    const yaml = await ensureLanguageHost("yaml", await prepared());
    const without = await openSandbox({
      binDir: await prepared(),
      env: { PATH: [yaml, bin].join(delimiter) },
    });
    try {
      const project = await plugin.yaml(PROGRAM)(without);
      const stack = await without.createStack({ project, name: "test", config: connectionTo(emulator) });
      failedWith(await stack.run("preview"), missing);
    } finally {
      await without.close();
    }
    const old = `Object.defineProperty(process, "versions", { value: { node: "20.18.3" } });
      Object.defineProperty(process, "version", { value: "v20.18.3" });
      require(${JSON.stringify(join(plugin.folder(), "check-node.cjs"))});`;
    const refused = await run(process.execPath, ["-e", old], { env: process.env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /needs Node\.js 20\.19 or later on PATH, and found v20\.18\.3 \(.*node/);
  });

  it("says what is wrong with its settings", async () => {
    const { baseUrl, publicKey, privateKey } = emulator;
    const project = await plugin.yaml(PROGRAM)(sandbox);
    const stackWith = async (name: string, config: StackOptions["config"]) =>
      sandbox.createStack({ project, name, config });
    const connection = { "opsmanager:baseUrl": baseUrl, "opsmanager:publicKey": publicKey };
    const key = { "opsmanager:privateKey": privateKey };
    const unknown = await stackWith("unknown", { ...connection, ...key, "opsmanager:baseURI": baseUrl });
    failedWith(await unknown.run("preview"), /baseURI: is not a setting \(did you mean baseUrl\?\)/);
    failedWith(
      await (await stackWith("missing", connection)).run("preview"),
      /The private API key is not configured: .* A provider instance has arguments for this instead\./,
    );
  });

  it("warns of a key that the configuration has in plain text until it is encrypted, and stores it encrypted", async () => {
    const { baseUrl, publicKey, privateKey } = emulator;
    const project = await plugin.yaml(PROGRAM)(sandbox);
    const connection = { "opsmanager:baseUrl": baseUrl, "opsmanager:publicKey": publicKey };
    const config = { ...connection, "opsmanager:privateKey": privateKey };
    const stack = await sandbox.createStack({ project, name: "plain", config });
    const warning =
      "the stack: opsmanager:privateKey is in the stack configuration in plain text, or was at the last `pulumi up`. " +
      "Encrypt it: pulumi config set --secret opsmanager:privateKey. Then replace the key on the service, since earlier copies " +
      "of the configuration still contain it.";
    const warned = async (...args: Parameters<typeof stack.run>): Promise<string[]> => {
      const finished = await stack.run(...args);
      succeeded(finished);
      assert.ok(!JSON.stringify(await stack.stored()).includes(privateKey));
      return warningsIn(finished).filter((text) => text.includes("opsmanager:privateKey"));
    };
    assert.deepEqual(await warned("preview"), [warning]);
    assert.deepEqual(await warned("up", "--skip-preview"), [warning]);
    assert.deepEqual(await warned("up", "--skip-preview", "--expect-no-changes"), [warning]);
    await stack.configure({ "opsmanager:privateKey": { secret: privateKey } });
    assert.deepEqual(await warned("refresh", "--skip-preview"), []);
    // The engine sends the stored settings while their values are the same.
    assert.deepEqual(await warned("up", "--skip-preview", "--expect-no-changes"), [warning]);
    assert.deepEqual(await warned("up", "--skip-preview", "--expect-no-changes"), []);
    await stack.configure({ "opsmanager:privateKey": privateKey, "opsmanager:maxRetries": "2" });
    assert.deepEqual(await warned("preview"), [warning]);
    assert.deepEqual(await warned("destroy", "--skip-preview"), []);
  });

  it("says what is wrong with the arguments of an instance, at the instance, and nothing of a right one", async () => {
    const { baseUrl, publicKey, privateKey } = emulator;
    const previewOf = async (name: string, settings: object) => {
      const instance = { type: "pulumi:providers:opsmanager", properties: settings };
      const program = `  eu: ${JSON.stringify(instance)}\nconfig:\n  euKey: { type: string, secret: true }\n`;
      const project = await plugin.yaml(PROGRAM + program)(sandbox);
      const config = { ...connectionTo(emulator), euKey: { secret: privateKey } };
      return (await sandbox.createStack({ project, name, config })).run("preview");
    };
    const right = await previewOf("right", { baseUrl, publicKey, privateKey: "${euKey}" });
    succeeded(right);
    assert.doesNotMatch(warningsIn(right).join("\n"), /^eu:/m);
    const open = await previewOf("open", { baseUrl, publicKey, privateKey });
    assert.ok(!open.output.includes(privateKey), open.output);
    const wrong: [name: string, settings: object, message: RegExp][] = [
      ["url", { baseUrl: "ops manager", publicKey, privateKey }, /baseUrl is not a URL of the form/],
      ["http", { baseUrl: "http://om.example.com", publicKey, privateKey }, /baseUrl is plain http to om/],
      [
        "key",
        { baseUrl, publicKey },
        /The private API key is not configured: set the argument privateKey of/,
      ],
      [
        "number",
        { baseUrl, publicKey, privateKey, maxRetries: -1 },
        /^ *error: .*maxRetries must be .*"-1"/m,
      ],
    ];
    for (const [name, settings, message] of wrong) {
      const refused = await previewOf(name, settings);
      failedWith(refused, message);
      assert.match(refused.output, /pulumi:providers:opsmanager \(eu\):\n *error/);
    }
  });

  it("shows unknown outputs while the settings of an instance are not known", async () => {
    const program = `
const server = ${cluster("server")};
const provider = new Provider("later", { baseUrl: server.id, publicKey: "a", privateKey: "b" });
class Found extends pulumi.CustomResource {
  constructor() {
    super("opsmanager:index:Project", "found", { name: undefined }, { provider, id: "${PROJECT}" });
  }
}
export const name = (new Found() as any).name;
const list = (options: object): any =>
  pulumi.runtime.invokeOutput("opsmanager:index:getClusters", { projectId: "${PROJECT}" }, { provider, ...options });
export const first = list({ dependsOn: [server] }).apply((found: any) => found.clusters[0].clusterName);
export const without = list({}).apply((found: any) => JSON.stringify(found ?? {}));
`;
    const project = await plugin.typescript(program)(sandbox);
    const stack = await sandbox.createStack({ project, name: "later", config: connectionTo(emulator) });
    const preview = await stack.run("preview");
    succeeded(preview);
    assert.match(preview.output, /first *: \[unknown\]\s+name *: \[unknown\]\s+without *: \(json\) {}/);
  });

  it("serves one run after the other when the engines attach to it", async () => {
    const file = join(plugin.folder(), "check-node.cjs");
    const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"] });
    const port = String((await once(child.stdout, "data"))[0]).trim();
    const attached = await openSandbox({
      binDir: await prepared(),
      env: { ...env, PULUMI_DEBUG_PROVIDERS: `opsmanager:${port}` },
    });
    try {
      const stack = await installedStack("attached", attached);
      did(await stack.run("up"), [created("alert")]);
      did(await stack.run("up"), []);
      did(await stack.run("destroy"), [deleted("alert")]);
    } finally {
      child.kill();
      await attached.close();
    }
  });

  for (const [moment, what] of [
    ["before", "is not carried out"],
    ["after", "is carried out"],
  ] as const)
    it(`ends on Ctrl-C during a write that ${what}, and the next up has one object`, async () => {
      const proxy = await startHoldingProxy(emulator.baseUrl);
      try {
        const project = await plugin.yaml(PROGRAM)(sandbox);
        const config = { ...connectionTo(emulator), "opsmanager:baseUrl": proxy.baseUrl };
        const stack = await sandbox.createStack({ project, name: `interrupted-${moment}`, config });
        const before = emulator.alertConfigs().list().length;
        const held = proxy.hold(1, moment);
        const running = stack.run("up", "--skip-preview");
        await Promise.race([held, running]);
        interruptRun();
        failedWith(await running, /cancel/);
        assert.equal(isRunning(plugin.folder()), false);
        const carriedOut = moment === "after" ? 1 : 0;
        assert.equal(emulator.alertConfigs().list().length, before + carriedOut);
        proxy.release();
        const next = await stack.run("up", "--skip-preview");
        succeeded(next);
        assert.equal(emulator.alertConfigs().list().length, before + 1);
        succeeded(await stack.run("destroy", "--skip-preview"));
        assert.equal(emulator.alertConfigs().list().length, before);
      } finally {
        await proxy.close();
      }
    });
});
