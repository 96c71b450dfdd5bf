import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { runDrift } from "../../../src/cli/drift/command";
import { UsageError } from "../../../src/cli/usage";
import { sharedEmulator } from "../../unit/emulator/client";
import { exportedIn } from "./printed";
import { usePulumiStub } from "./pulumi-stub";

describe("a command with --stack", () => {
  const emulator = sharedEmulator();
  const pulumi = usePulumiStub();
  const { calls, installWith } = pulumi;
  const out = (): string => pulumi.path("program");

  const connection = (): object => ({
    "opsmanager:baseUrl": { value: emulator.baseUrl, secret: false },
    "opsmanager:publicKey": { value: emulator.publicKey, secret: false },
    "opsmanager:privateKey": { value: emulator.privateKey, secret: true },
    "shop:projects": { objectValue: { a: "b" }, secret: false },
  });

  it("reads the connection from the configuration of the stack", async () => {
    installWith(connection());
    const { code, output } = await exportedIn({}, "--stack", "production", "--out", out());
    assert.equal(code, 0);
    assert.match(output, /^Exported \d+ resources of 2 projects to /);
    assert.ok(!output.includes(emulator.privateKey));
    assert.deepEqual(calls(), ["config --show-secrets --json --stack production --non-interactive"]);
  });

  it("reads the state of the stack as well, decrypted only on demand", async () => {
    installWith(connection(), { deployment: { resources: [] } });
    for (const flags of [[], ["--show-secrets"]]) {
      assert.equal(await runDrift(["--stack", "production", ...flags, "--out", out()], {}), 0);
      assert.match(readFileSync(out(), "utf8"), /^No drift found: 0 objects compared\.$/m);
    }
    const exports = calls().filter((call) => call.startsWith("stack export "));
    const flags = "--stack production --non-interactive";
    assert.deepEqual(exports, [`stack export ${flags}`, `stack export --show-secrets ${flags}`]);
  });

  it("is not needed for the state of the selected stack", async () => {
    installWith({}, { deployment: { resources: [] } });
    assert.equal(await runDrift(["--out", out()], {}), 0);
    assert.deepEqual(calls(), ["stack export --non-interactive"]);
  });

  it("takes what the stack lacks from the options and the environment", async () => {
    installWith({});
    const flags = ["--base-url", emulator.baseUrl, "--public-key", emulator.publicKey];
    const env = { OPSMANAGER_PRIVATE_KEY: emulator.privateKey };
    assert.equal((await exportedIn(env, "--stack", "production", "--out", out(), ...flags)).code, 0);
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
      if (script === undefined) pulumi.remove();
      else pulumi.install(script);
      await assert.rejects(
        exportedIn({}, "--stack", "production", "--out", out()),
        (error: Error) => error.message === message && !(error instanceof UsageError),
      );
      assert.ok(!existsSync(out()));
    });
});
