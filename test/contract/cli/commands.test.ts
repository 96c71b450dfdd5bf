import assert from "node:assert/strict";
import { runCommand as run } from "./process";

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
    [[], 'the command must be one of export, drift, emulator, not ""'],
    [["import"], 'the command must be one of export, drift, emulator, not "import"'],
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
