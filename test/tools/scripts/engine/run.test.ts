import assert from "node:assert/strict";
import { join } from "node:path";
import { run } from "../../../../scripts/engine/run";
import { temporaryFolders, writeScript } from "./fakes";

describe("engine: run", () => {
  const temporaryFolder = temporaryFolders();
  const { signal } = new AbortController();

  async function script(...lines: string[]): Promise<string> {
    const file = join(await temporaryFolder(), "program");
    await writeScript(file, ...lines);
    return file;
  }

  it("returns code and output, and passes only the given environment", async () => {
    const file = await script('echo "$WORD"', "echo oops >&2", "exit 3");
    const lines: string[] = [];
    const { seconds, ...finished } = await run(file, [], {
      env: { WORD: "hello" },
      signal,
      onErrorLine: (line) => lines.push(line),
    });
    assert.deepEqual(finished, { code: 3, stdout: "hello\n", stderr: "oops", output: "hello\noops\n" });
    assert.ok(seconds > 0);
    assert.deepEqual(lines, ["oops"]);
  });

  it("ends a server once its output matches", async () => {
    const file = await script("echo ready", "exec /bin/sleep 60");
    assert.equal((await run(file, [], { env: {}, signal, stopAt: /ready/ })).stdout, "ready\n");
  });

  it("ends a program and its children after a timeout", async () => {
    const file = await script("/bin/sleep 60", "echo never");
    await assert.rejects(run(file, [], { env: {}, signal, timeoutMs: 50 }), /did not end within 0.05 s/);
  });

  it("kills a program that ignores SIGINT", async () => {
    const file = await script("trap '' INT", "echo ready", "while :; do :; done");
    const finished = await run(file, [], { env: {}, signal, stopAt: /ready/ });
    assert.equal(finished.code, null);
  });

  it("ends the program when aborted, and throws the reason", async () => {
    const controller = new AbortController();
    const file = await script("exec /bin/sleep 60");
    const running = run(file, [], { env: {}, signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 50);
    await assert.rejects(running, /enough/);
  });

  it("names the program that cannot be started", async () => {
    await assert.rejects(
      run("/nowhere/program", [], { env: {}, signal }),
      /^Error: \/nowhere\/program cannot/,
    );
  });
});
