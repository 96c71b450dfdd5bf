import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runDrift } from "../../../src/cli/drift/command";
import { runExport } from "../../../src/cli/export/command";
import { UsageError } from "../../../src/cli/usage";
import { sharedEmulator } from "../../unit/emulator/client";
import { printed } from "./printed";

describe("a command with --stack", () => {
  const PATH = process.env["PATH"];
  const emulator = sharedEmulator();
  let folder: string;
  /** The arguments with which the Pulumi CLI of the test was called. */
  const calls = (): string[] => readFileSync(join(folder, "calls"), "utf8").trimEnd().split("\n");
  const out = (): string => join(folder, "program");

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "opsmanager-stack-"));
    mkdirSync(join(folder, "bin"));
  });
  afterEach(() => {
    process.env["PATH"] = PATH;
    rmSync(folder, { recursive: true, force: true });
  });

  /** Installs a Pulumi CLI that runs this script. */
  function install(script: string): void {
    const file = join(folder, "bin/pulumi");
    writeFileSync(file, `#!/bin/sh\necho "$*" >> '${folder}/calls'\n${script}\n`);
    chmodSync(file, 0o755);
    process.env["PATH"] = [join(folder, "bin"), PATH].join(delimiter);
  }

  /** Installs a Pulumi CLI that prints a configuration and a state. */
  function installWith(config: object, state: object = {}): void {
    writeFileSync(join(folder, "config.json"), JSON.stringify(config));
    writeFileSync(join(folder, "state.json"), JSON.stringify(state));
    install(`case "$1" in config) cat '${folder}/config.json';; *) cat '${folder}/state.json';; esac`);
  }

  const connection = (): object => ({
    "opsmanager:baseUrl": { value: emulator.baseUrl, secret: false },
    "opsmanager:publicKey": { value: emulator.publicKey, secret: false },
    "opsmanager:privateKey": { value: emulator.privateKey, secret: true },
    "shop:projects": { objectValue: { a: "b" }, secret: false },
  });

  it("reads the connection from the configuration of the stack", async () => {
    installWith(connection());
    const args = ["--stack", "production", "--out", out()];
    const { result, stdout } = await printed(async () => runExport(args, {}));
    assert.equal(result, 0);
    assert.match(stdout, /^Exported \d+ resources of 2 projects to /);
    assert.ok(!stdout.includes(emulator.privateKey));
    assert.deepEqual(calls(), ["config --show-secrets --json --stack production --non-interactive"]);
  });

  it("reads the state of the stack as well, decrypted only on demand", async () => {
    installWith(connection(), { deployment: { resources: [] } });
    for (const flags of [[], ["--show-secrets"]]) {
      const { result, stdout } = await printed(async () => runDrift(["--stack", "production", ...flags], {}));
      assert.deepEqual([result, stdout.split("\n")[0]], [0, "No drift found: 0 objects compared."]);
    }
    const exports = calls().filter((call) => call.startsWith("stack export "));
    const flags = "--stack production --non-interactive";
    assert.deepEqual(exports, [`stack export ${flags}`, `stack export --show-secrets ${flags}`]);
  });

  it("is not needed for the state of the selected stack", async () => {
    installWith({}, { deployment: { resources: [] } });
    assert.equal((await printed(async () => runDrift([], {}))).result, 0);
    assert.deepEqual(calls(), ["stack export --non-interactive"]);
  });

  it("takes what the stack lacks from the options and the environment", async () => {
    installWith({});
    const flags = ["--base-url", emulator.baseUrl, "--public-key", emulator.publicKey];
    const env = { OPSMANAGER_PRIVATE_KEY: emulator.privateKey };
    const args = ["--stack", "production", "--out", out(), ...flags];
    assert.equal((await printed(async () => runExport(args, env))).result, 0);
  });

  const NO_STACK = "no stack named 'production' found";
  const FAILED = "`pulumi config --show-secrets --json --stack production` failed: ";
  const failures: [what: string, script: string | undefined, message: string][] = [
    ["is not installed", undefined, "The Pulumi CLI was not found: put the folder of `pulumi` into PATH."],
    ["fails", `echo "error: ${NO_STACK}" >&2; exit 255`, FAILED + NO_STACK],
    ["says nothing", "exit 3", `${FAILED}3`],
  ];
  for (const [what, script, message] of failures)
    it(`fails by one line if the Pulumi CLI ${what}`, async () => {
      if (script === undefined) process.env["PATH"] = join(folder, "bin");
      else install(script);
      await assert.rejects(
        runExport(["--stack", "production", "--out", out()], {}),
        (error: Error) => error.message === message && !(error instanceof UsageError),
      );
      assert.ok(!existsSync(out()));
    });
});
