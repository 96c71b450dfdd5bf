import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LockOptions, withLock } from "../../../../scripts/engine/lock";
import { temporaryFolders } from "./fakes";

describe("engine: lock", () => {
  const temporaryFolder = temporaryFolders();
  const deadPid = spawnSync("/bin/sh", ["-c", "exit"]).pid;
  let folder: string;
  let file: string;
  let messages: string[];
  let cleared: string[];
  let options: LockOptions;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder, "lock");
    messages = [];
    cleared = [];
    options = {
      say: (line) => messages.push(line),
      signal: new AbortController().signal,
      clearAfter: async (token) => void cleared.push(token),
    };
  });

  /** Takes the lock several times at once; returns how many held it at most. */
  async function rush(times: number): Promise<number> {
    let holders = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: times }, async () =>
        withLock(file, options, async () => {
          most = Math.max(most, ++holders);
          await sleep(10);
          holders -= 1;
        }),
      ),
    );
    return most;
  }

  it("has one owner at a time; the others report for whom they wait", async () => {
    assert.equal(await rush(3), 1);
    assert.match(
      messages[0] ?? "",
      new RegExp(`^process ${process.pid} on .+ is preparing the engine; waiting`),
    );
    assert.deepEqual(await readdir(folder), [], "nothing is left");
  });

  it("is released when the work fails", async () => {
    const work = withLock(file, options, async () => Promise.reject(new Error("broken")));
    await assert.rejects(work, /broken/);
    assert.deepEqual(await readdir(folder), []);
  });

  it("is taken over from a dead process, whose files are removed", async () => {
    await writeFile(file, `old-token ${deadPid} ${hostname()}`);
    assert.equal(await rush(4), 1);
    assert.ok(cleared.includes("old-token"));
    assert.ok(
      messages.includes(`process ${deadPid}, which was preparing the engine, has ended; taking over`),
    );
    assert.deepEqual(await readdir(folder), []);
  });

  it("is taken over from another machine after a minute without heartbeat", async () => {
    await writeFile(file, "far-token 1 another-machine");
    const longAgo = new Date(Date.now() - 61_000);
    await utimes(file, longAgo, longAgo);
    assert.equal(await withLock(file, options, async () => "mine"), "mine");
    assert.deepEqual(cleared, ["far-token"]);
  });

  it("is left to another machine with a heartbeat; the wait can be aborted", async () => {
    await writeFile(file, "far-token 1 another-machine");
    const signal = AbortSignal.timeout(400);
    await assert.rejects(
      withLock(file, { ...options, signal }, async () => "mine"),
      { name: "AbortError" },
    );
    assert.deepEqual(await readdir(folder), ["lock"], "only the other one's lock is left");
  });
});
