import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pinnedBinDir } from "../../../../scripts/engine/home";
import { temporaryFolders, writeEngine, writeScript } from "./fakes";

const root = join(__dirname, "../../../..");

function startCli(env: NodeJS.ProcessEnv): ChildProcess & { exit: Promise<unknown[]> } {
  const args = ["-r", "ts-node/register/transpile-only", join(root, "scripts/engine/index.ts")];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return Object.assign(child, { exit: once(child, "exit") });
}

describe("engine: command line", () => {
  const temporaryFolder = temporaryFolders();

  it("prints the folder on stdout, and everything else on stderr", async () => {
    const home = await temporaryFolder();
    await writeEngine(pinnedBinDir(home));
    const cli = startCli({ PATH: "/nowhere", PULUMI_HOME: home, OPSMANAGER_ENGINE: "build" });
    assert.ok(cli.stdout && cli.stderr);
    const [out, log] = await Promise.all([text(cli.stdout), text(cli.stderr)]);
    assert.equal(out, `${pinnedBinDir(home)}\n`);
    assert.match(log, /^engine: Pulumi .+ \(cache\)$/m);
    assert.deepEqual(await cli.exit, [0, null]);
  });

  it("fails with one message", async () => {
    const home = await temporaryFolder();
    const cli = startCli({ PATH: "/nowhere", PULUMI_HOME: home, OPSMANAGER_ENGINE: "path" });
    assert.ok(cli.stdout && cli.stderr);
    const [out, log] = await Promise.all([text(cli.stdout), text(cli.stderr)]);
    assert.equal(out, "");
    assert.match(log, /^No usable Pulumi engine/m);
    assert.deepEqual(await cli.exit, [1, null]);
  });

  it("ends the build on Ctrl-C and removes partial files", async () => {
    const [home, bin] = [await temporaryFolder(), await temporaryFolder()];
    const pidFile = join(bin, "pid");
    await writeScript(
      join(bin, "go"),
      'if [ "$1" = env ]; then echo go1.26.8; exit; fi',
      `echo $$ > '${pidFile}'`,
      "exec /bin/sleep 60",
    );
    const cli = startCli({ PATH: bin, PULUMI_HOME: home, OPSMANAGER_ENGINE: "build" });
    let pid = 0;
    while (pid === 0) {
      await sleep(50);
      pid = Number(await readFile(pidFile, "utf8").catch(() => ""));
    }
    assert.equal((await readdir(join(home, "versions"))).length, 2, "a lock and a work folder");

    cli.kill("SIGINT");
    assert.deepEqual(await cli.exit, [null, "SIGINT"]);
    assert.throws(() => process.kill(pid, 0), { code: "ESRCH" });
    assert.deepEqual(await readdir(join(home, "versions")), []);
  });
});
