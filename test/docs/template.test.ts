import assert from "node:assert/strict";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Sandbox } from "../support/sandbox";
import { created, deleted, did } from "../e2e/support/assertions";
import { succeed, usePackage } from "../e2e/support/package";
import { usePlayground } from "../e2e/support/playground";

describe("a project that `pulumi new` makes of the template", function () {
  const npm = usePackage();
  const playground = usePlayground(this, {
    program: { folder: makeProject },
    config: ({ projectId }) => ({ projectId }),
  });
  const folder = (): string => join(playground.sandbox.folder, "shop");

  async function makeProject(sandbox: Sandbox): Promise<string> {
    const project = join(sandbox.folder, "shop");
    await mkdir(project);
    const args = ["new", join(npm.folder, "template"), "--name", "shop", "--yes", "--generate-only"];
    const { code, output } = await sandbox.pulumi(project, args);
    assert.equal(code, 0, output);
    await npm.install(project);
    return project;
  }

  it("has the given name, and neither placeholders nor the path of the template", async () => {
    const files = (await readdir(folder())).filter((name) => name !== "node_modules");
    assert.deepEqual(files.sort(), [
      "Pulumi.yaml",
      "README.md",
      "index.ts",
      "package.json",
      "protect.ts",
      "tsconfig.json",
    ]);
    const texts = new Map<string, string>();
    for (const file of files) texts.set(file, await readFile(join(folder(), file), "utf8"));
    assert.match(texts.get("Pulumi.yaml") ?? "", /^name: shop$/m);
    assert.match(texts.get("package.json") ?? "", /"name": "shop"/);
    for (const [file, text] of texts) {
      assert.doesNotMatch(text, /\$\{(PROJECT|DESCRIPTION)\}/, file);
      assert.ok(!text.includes(npm.folder), file);
    }
  });

  it("compiles", async () => {
    await succeed(join(folder(), "node_modules/.bin/tsc"), ["--noEmit"], folder());
  });

  // The stack has these keys and no others.
  it("needs exactly the configuration that `pulumi new` asks for, the private key as a secret", async () => {
    const { template } = parse(await readFile(join(npm.folder, "template/Pulumi.yaml"), "utf8")) as {
      template: { config: Record<string, { description?: string; secret?: boolean }> };
    };
    const keys = ["opsmanager:baseUrl", "opsmanager:publicKey", "opsmanager:privateKey", "projectId"];
    assert.deepEqual(Object.keys(template.config), keys);
    for (const [key, { description = "", secret = false }] of Object.entries(template.config)) {
      assert.notEqual(description, "", key);
      assert.equal(secret, key === "opsmanager:privateKey", key);
    }
  });

  it("creates an alert configuration", async () => {
    const before = playground.emulator.alertConfigs().list().length;
    did(await playground.run("up"), [created("no-primary")]);
    const alerts = playground.emulator.alertConfigs().list();
    assert.equal(alerts.length, before + 1);
    assert.equal(alerts.at(-1)?.eventTypeName, "NO_PRIMARY");
  });

  it("is destroyed", async () => {
    did(await playground.run("destroy"), [deleted("no-primary")]);
  });
});
