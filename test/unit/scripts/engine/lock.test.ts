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
  let said: string[];
  let cleared: string[];
  let options: LockOptions;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder, "lock");
    said = [];
    cleared = [];
    options = {
      say: (line) => said.push(line),
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

  it("is held by one at a time; the others say whom they wait for", async () => {
    assert.equal(await rush(3), 1);
    assert.match(said[0] ?? "", new RegExp(`^process ${process.pid} on .+ is preparing the engine; waiting`));
    assert.deepEqual(await readdir(folder), [], "nothing is left");
  });

  it("is given back when the work fails", async () => {
    const work = withLock(file, options, async () => Promise.reject(new Error("broken")));
    await assert.rejects(work, /broken/);
    assert.deepEqual(await readdir(folder), []);
  });

  it("is taken over from a dead process, whose remains are cleared away", async () => {
    await writeFile(file, `old-token ${deadPid} ${hostname()}`);
    assert.equal(await rush(4), 1);
    assert.ok(cleared.includes("old-token"));
    assert.ok(said.includes(`process ${deadPid}, which was preparing the engine, is gone; taking over`));
    assert.deepEqual(await readdir(folder), []);
  });

  it("is taken over from another machine that has been silent for a minute", async () => {
    await writeFile(file, "far-token 1 another-machine");
    const longAgo = new Date(Date.now() - 61_000);
    await utimes(file, longAgo, longAgo);
    assert.equal(await withLock(file, options, async () => "mine"), "mine");
    assert.deepEqual(cleared, ["far-token"]);
  });

  it("is left to another machine that gives signs of life; the wait can be aborted", async () => {
    await writeFile(file, "far-token 1 another-machine");
    const signal = AbortSignal.timeout(400);
    await assert.rejects(
      withLock(file, { ...options, signal }, async () => "mine"),
      { name: "AbortError" },
    );
    assert.deepEqual(await readdir(folder), ["lock"], "only the other one's lock is left");
  });
});
