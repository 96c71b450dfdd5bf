import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { repository } from "../support/repository";
import { run } from "../support/run";

/** What npm would put into the tarball of a folder, without its build. */
async function packedFiles(folder: string): Promise<string[]> {
  const args = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { code, stdout, output } = await run("npm", args, { cwd: folder, env: process.env });
  assert.equal(code, 0, output);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
}

/** The relative links and images of a Markdown text outside its code, without their anchors. */
function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(<?([^)\s>]+)/g)]
    .map(([, target = ""]) => target.replace(/[#?].*$/, ""))
    .filter((target) => target !== "" && !/^[a-z][a-z+.-]*:/i.test(target));
}

describe("the package that npm publishes", () => {
  it("has every file to which its Markdown files link", async () => {
    const files = await packedFiles(repository);
    const texts = files.filter((file) => file.endsWith(".md"));
    for (const name of [
      "README.md",
      "docs/resources/alert-config.md",
      "examples/README.md",
      "template/README.md",
    ])
      assert.ok(texts.includes(name), name);
    const broken: string[] = [];
    let links = 0;
    for (const file of texts) {
      for (const link of linksOf(await readFile(join(repository, file), "utf8"))) {
        links++;
        const target = posix.join(posix.dirname(file), link).replace(/\/$/, "");
        const isThere = files.some((other) => other === target || other.startsWith(`${target}/`));
        if (!isThere) broken.push(`${file}: ${link}`);
      }
    }
    assert.deepEqual(broken, []);
    assert.ok(links > 0);
  });

  it("has neither stacks, installations nor lock files of examples and template", async () => {
    const folder = await mkdtemp(join(tmpdir(), "packing-"));
    try {
      for (const name of ["package.json", "examples", "template"]) {
        await cp(join(repository, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
      }
      const before = await packedFiles(folder);
      const strays = ["Pulumi.dev.yaml", "package-lock.json", "node_modules/left/package.json"].flatMap(
        (file) => [`examples/alert-config/${file}`, `template/${file}`],
      );
      for (const stray of strays) {
        await mkdir(dirname(join(folder, stray)), { recursive: true });
        await writeFile(join(folder, stray), "{}\n");
      }
      assert.deepEqual(await packedFiles(folder), before);
      assert.ok(before.includes("examples/alert-config/Pulumi.yaml"));
      assert.ok(before.includes("template/Pulumi.yaml"));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
