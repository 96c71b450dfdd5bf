import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/repository";

/** Of these pages every list item and table row is a promise, but for the sections about what others do. */
const COMPLETE = ["docs/safety.md", "docs/security-model.md"];
const WITHOUT_PROMISES = new Set(["Limits", "What Pulumi itself prints and stores"]);

/** A row of the table in test/README.md. */
interface Row {
  readonly page: string;
  readonly promise: string;
  /** `unit/core/key: its title`; none if Pulumi keeps the promise. */
  readonly tests: readonly string[];
}

const rows = rowsOf(read("test/README.md").split("## Promises")[1] ?? "");

describe("the map of promises", () => {
  for (const page of new Set(rows.map((row) => row.page))) {
    it(`has the words of ${page}`, () => {
      const promises = promisesOf(read(page));
      for (const { promise } of rows.filter((row) => row.page === page)) {
        assert.ok(
          promises.some((each) => each.startsWith(promise)),
          `${page} does not promise: ${promise}`,
        );
      }
    });
  }

  for (const page of COMPLETE) {
    it(`has every promise of ${page}`, () => {
      const known = rows.filter((row) => row.page === page).map(({ promise }) => promise);
      const missing = promisesOf(read(page)).filter(
        (each) => !known.some((promise) => each.startsWith(promise)),
      );
      assert.deepEqual(missing, []);
    });
  }

  it("names tests that exist", () => {
    const missing = rows.flatMap(({ tests }) => tests).filter((test) => !exists(test));
    assert.deepEqual(missing, []);
  });
});

function read(file: string): string {
  return readFileSync(join(repository, file), "utf8");
}

function rowsOf(text: string): Row[] {
  return text.split(/^### /m).flatMap((section) => {
    const page = /^\[[^\]]*\]\(\.\.\/(.*)\)/.exec(section)?.[1];
    if (page === undefined) return [];
    return tableRows(section).map(([promise = "", tests = ""]) => ({
      page,
      promise: plain(promise),
      tests: tests === "Pulumi" ? [] : tests.split("<br>").map((test) => test.replace(/^`([^`]*)`/, "$1")),
    }));
  });
}

/** The cells of each row of the tables in a text, without their headings. */
function tableRows(text: string): string[][] {
  const lines = text.split("\n");
  return lines
    .filter((line, at) => line.startsWith("|") && !isRule(line) && !isRule(lines[at + 1] ?? ""))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

function isRule(line: string): boolean {
  return /^\|[-: |]*$/.test(line);
}

/** The list items and table rows of a page as plain text, cells separated by `|`. */
function promisesOf(page: string): string[] {
  const text = page.replaceAll(/^```.*?^```/gms, "");
  return text.split(/^## /m).flatMap((section) => {
    if (WITHOUT_PROMISES.has(section.split("\n")[0] ?? "")) return [];
    const items = [...section.matchAll(/^- (.*(?:\n {2}.*)*)/gm)].map(([, item = ""]) => item);
    return [...items, ...tableRows(section).map((cells) => cells.join(" | "))].map(plain);
  });
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll("\\|", "|")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Whether a suite or a test of the file has the title; `…` stands for any value. */
function exists(test: string): boolean {
  const [file = "", ...title] = test.split(": ");
  const path = `test/${file}.test.ts`;
  if (!existsSync(join(repository, path))) return false;
  const literals = read(path).matchAll(/\b(?:describe|it)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g);
  const titles = [...literals].map(([, quoted = "", template = ""]) =>
    (quoted + template).replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "…").replaceAll(/\\(.)/g, "$1"),
  );
  return titles.includes(title.join(": "));
}
