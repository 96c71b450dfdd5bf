import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { blocksOf, type Page, readPages, readSitePages } from "../../scripts/docs/blocks";
import { withInstallation } from "../../scripts/docs/installation";
import { readPublicApi } from "../../scripts/docs/public-api";
import { stagePages } from "../../scripts/docs/stage";
import { withTables } from "../../scripts/docs/tables";
import { useFolder } from "../support/files";
import { repository } from "../support/repository";
import { errorsOf } from "./support/compile";

const pages = readPages();
const api = readPublicApi();
const blocks = pages.flatMap((page) =>
  blocksOf(page).map((block) => ({ ...block, place: `${page.path}:${block.line}` })),
);

/** What the blocks of a page rely on before the first one that has imports. */
const START = `import * as pulumi from "@pulumi/pulumi";
import * as opsmanager from "pulumi-opsmanager";
const config = new pulumi.Config();
`;

/** The programs of a page. A block without imports continues the one before it. */
function programsOf(page: Page): Map<string, string> {
  const programs: { name: string; text: string }[] = [];
  for (const { language, text, line } of blocksOf(page)) {
    // Those of the plugin are in test/sdks.
    if (language !== "ts" || text.includes("@pulumi-opsmanager/opsmanager")) continue;
    const last = programs.at(-1);
    const name = `${page.path.replaceAll("/", "-")}-${line}.ts`;
    if (/^import /m.test(text)) programs.push({ name, text });
    else if (last === undefined) programs.push({ name, text: START + text });
    else last.text += text;
  }
  return new Map(programs.map(({ name, text }) => [name, `${text}\nexport {};\n`]));
}

describe("the documentation", () => {
  const folder = useFolder();
  it("has programs that compile, alone or one after the other", () => {
    const programs = new Map(pages.flatMap((page) => [...programsOf(page)]));
    // The helper that the tests in "Test your program" import.
    const playground = [...programs].find(([, text]) => text.startsWith("// playground.ts"));
    programs.set("playground.ts", playground?.[1] ?? "");
    programs.set("shop.ts", "export {};");
    // The module that a program copies from an example.
    programs.set("protect.ts", "export {};");
    // The modules of an exported program.
    const members = 'Record<string, import("pulumi-opsmanager").AlertConfigMember>';
    programs.set("standard.ts", `export declare const standard: ${members};`);
    programs.set("projects/billing.ts", "export {};");
    assert.ok(programs.size > 15);
    assert.deepEqual(errorsOf(programs), []);
  });

  it("has an example of every class and function that compiles", () => {
    const examples = api.flatMap(({ name, tags }) => {
      const code = /^```ts\n([\s\S]*)\n```$/.exec(tags.get("example") ?? "")?.[1];
      return code === undefined ? [] : [[`${name}.ts`, `${START}${code}\nexport {};\n`] as const];
    });
    assert.equal(examples.length, 81);
    assert.deepEqual(errorsOf(new Map(examples)), []);
  });

  it("has JSON that can be parsed", () => {
    for (const { language, text, place } of blocks)
      if (language === "json") assert.doesNotThrow(() => JSON.parse(text) as unknown, place);
  });

  it("has its commands in blocks that are run, and says why one is not", () => {
    for (const { language, text, mark, place } of blocks) {
      assert.match(language, /^(ts|python|go|sh|diff|json|yaml|console)$/, place);
      if (language === "console") assert.doesNotMatch(text, /^(\$|pulumi|npm|npx|curl) /m, place);
      if (mark.startsWith("not run")) assert.match(mark, /^not run: \S+ \S+/, place);
    }
  });

  it("has the tables of the current types, and the commands that install the package (npm run generate)", () => {
    for (const { path, text } of readSitePages())
      assert.equal(withInstallation(withTables(text, api)), text, path);
  });

  it("has no link and no picture that the site would not have", async () => {
    await stagePages(folder("site"));
  });

  it("lists every page in its table of contents", () => {
    const contents = readFileSync(join(repository, "docs/README.md"), "utf8");
    const missing = pages
      .filter(({ path }) => path.startsWith("docs/") && path !== "docs/README.md")
      .filter(({ path }) => !contents.includes(`](${path.slice("docs/".length)})`));
    assert.deepEqual(missing, []);
  });

  it("has a page with the arguments of every class, and a section for every function", () => {
    const text = pages.map((page) => page.text).join("\n");
    for (const { name, kind } of api) {
      if (kind === "class" && !name.endsWith("Error"))
        assert.ok(text.includes(`<!-- table ${name}Args -->`), name);
      if (kind === "function" && !name.endsWith("Output")) assert.ok(text.includes(`\n## ${name}\n`), name);
    }
  });

  it("has links that lead to files and headings of the repository", () => {
    for (const { path, text } of pages) {
      for (const [, target = "", hash = ""] of text.matchAll(/\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]*))?\)/g)) {
        const file = target === "" ? path : join(dirname(path), target);
        assert.ok(existsSync(join(repository, file)), `${path}: ${target}`);
        if (hash === "") continue;
        const headings = readFileSync(join(repository, file), "utf8").matchAll(/^#+ (.*)$/gm);
        const anchors = [...headings].map(([, heading = ""]) => anchorOf(heading));
        assert.ok(anchors.includes(hash), `${path}: ${target}#${hash}`);
      }
    }
  });

  it('quotes messages in "Troubleshooting" as the sources have them', () => {
    const sources = readdirSync(join(repository, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(repository, "src", file), "utf8"))
      .join("\n")
      // A text that is split over several lines.
      .replace(/["`]\s*\+\s*["`]/g, "");
    const quoted =
      pages.find(({ path }) => path === "docs/troubleshooting.md")?.text.matchAll(/^### `(.*)`$/gm) ?? [];
    const parts = [...quoted].flatMap(([, message = ""]) => message.split("…"));
    assert.ok(parts.length > 40);
    assert.deepEqual(
      parts.map((part) => part.trim()).filter((part) => !sources.includes(part)),
      [],
    );
  });
});

/** The anchor of a heading, as GitHub and VitePress make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .trim()
    .replaceAll(" ", "-");
}
