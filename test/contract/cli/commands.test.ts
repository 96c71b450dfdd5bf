import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const ROOT = join(__dirname, "../../..");
const COMMAND = join(ROOT, "src/cli/pulumi-opsmanager.ts");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, ["-r", "ts-node/register/transpile-only", COMMAND, ...args], {
    cwd: ROOT,
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[code], stdout, stderr] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

describe("pulumi-opsmanager", () => {
  for (const args of [["--help"], ["help"]]) {
    it(`lists its commands: ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, /^Usage: pulumi-opsmanager <command>/);
      for (const name of ["export", "drift", "emulator"])
        assert.match(stdout, new RegExp(`^ {2}${name} `, "m"));
    });
  }

  const wrong: [args: string[], message: string][] = [
    [[], "a command is missing: export, drift, emulator"],
    [["import"], '"import" is not one of the commands: export, drift, emulator'],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${args[0] ?? "no command"} with its commands and exit code 2`, async () =>
      assert.deepEqual(await run(args), {
        code: 2,
        stdout: "",
        stderr: `pulumi-opsmanager: ${message}\nRun pulumi-opsmanager --help for usage.\n`,
      }));
  }

  it("runs a command with its options, and ends with its exit code", async () => {
    const { code, stdout, stderr } = await run(["export", "--help"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^Usage: pulumi-opsmanager export/);
    assert.deepEqual(await run(["export"]), {
      code: 2,
      stdout: "",
      stderr:
        "pulumi-opsmanager export: one of --out, --into and --alert is necessary: where the export goes\n" +
        "Run pulumi-opsmanager export --help for usage.\n",
    });
  });
});
