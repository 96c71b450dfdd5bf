import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { endAll, REPOSITORY, startHost } from "./host";

const CLUSTER = { projectId: "p", clusterId: "c", clusterName: "n" };

describe("a program that does not depend on the package directly", function () {
  // Each test starts a process that loads Pulumi's SDK.
  const running: ChildProcess[] = [];
  let folder: string;

  // The layout of pnpm for a package that depends on this one: the program can resolve only the former.
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "strict-")));
    const modules = join(folder, "node_modules");
    const store = join(modules, ".pnpm/alerts@1.0.0/node_modules");
    mkdirSync(join(store, "alerts"), { recursive: true });
    writeFileSync(join(store, "alerts/package.json"), JSON.stringify({ name: "alerts" }));
    symlinkSync(REPOSITORY, join(store, "pulumi-opsmanager"));
    symlinkSync(join(store, "alerts"), join(modules, "alerts"));
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: "program", dependencies: { alerts: "*" } }),
    );
  });

  afterEach(async () => {
    await endAll(running);
    rmSync(folder, { recursive: true, force: true });
  });

  it("gets an error that names the package and the folder, from the first call and later ones", async () => {
    const host = await startHost({}, running, folder);
    const told = ({ message }: Error): boolean =>
      message.includes(`Cannot find package 'pulumi-opsmanager' imported from ${folder}`);
    await assert.rejects(host.create("ClusterName", CLUSTER), told);
    await assert.rejects(host.create("ClusterName", CLUSTER), told);
    await assert.rejects(host.read("ClusterName", "p/c", CLUSTER), told);
  });

  it("works after the dependency is installed", async () => {
    const link = join(folder, "node_modules/pulumi-opsmanager");
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(REPOSITORY, link);
    const host = await startHost({ "opsmanager:baseUrl": "http://127.0.0.1:1" }, running, folder);
    await assert.rejects(
      host.create("ClusterName", CLUSTER),
      /public API key and the private API key are not configured/,
    );
  });
});
