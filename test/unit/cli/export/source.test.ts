import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { repository } from "../../../../scripts/demo/repository";
import {
  Commented,
  constStatement,
  Expression,
  newStatement,
  oneLine,
  print,
  quoted,
} from "../../../../src/cli/export/source";

const word = fc.constantFrom(
  "a",
  "threshold",
  "HOSTNAME_AND_PORT",
  "dba@example.com",
  "x".repeat(70),
  "it's",
  'a "b"',
  "",
);

/** Values as alert configurations have them. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    fc.integer({ min: -5, max: 100_000 }),
    fc.boolean(),
    fc
      .constantFrom("shop.lag", `shop.${"x".repeat(60)}`)
      .map((key) => new Expression(`config.requireSecret("${key}")`)),
    fc.array(word, { maxLength: 4 }),
    fc.array(tie("fields"), { maxLength: 3 }),
    tie("fields"),
  ),
  fields: fc.dictionary(
    fc.constantFrom("typeName", "delayMin", "no-primary", "a"),
    fc.oneof(
      { weight: 9, arbitrary: tie("value") },
      tie("value").map((each) => new Commented("The service also has a field.", each)),
    ),
    { maxKeys: 3 },
  ),
}));
const fields = fc.dictionary(fc.constantFrom("alertConfigs", "projectId", "matchers", "x y"), value, {
  minKeys: 1,
  maxKeys: 4,
});

describe("a printed program", () => {
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "opsmanager-source-"))));
  after(async () => rm(folder, { recursive: true, force: true }));

  it("is formatted as Prettier does it", async () => {
    const samples = fc.sample(
      fc.tuple(fields, fc.constantFrom("short", "n".repeat(45), "n".repeat(58))),
      400,
    );
    const text = samples.map(([args, name], index) =>
      index % 2 === 0
        ? newStatement("opsmanager.AlertConfig", name, args)
        : constStatement(`constant${index}`, args),
    );
    const file = join(folder, "samples.ts");
    const source = `${text.join("\n\n")}\n`;
    await writeFile(file, source);
    const config = join(repository, "test/fixtures/oxfmt-defaults.json");
    await promisify(execFile)(join(repository, "node_modules/.bin/oxfmt"), ["--config", config, file]);
    assert.equal(await readFile(file, "utf8"), source);
  });

  it("holds every text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string()), (text) => {
        assert.equal(runInNewContext(quoted(text)), text);
      }),
    );
  });

  it("moves a text that does not fit to the next line", () => {
    const name = "x".repeat(60);
    assert.equal(constStatement(name, "y".repeat(24)), `const ${name} =\n  "${"y".repeat(24)}";`);
  });

  it("writes exponents without a plus sign", () => {
    assert.equal(print([1e21, 1e-7], 0, 80), "[1e21, 1e-7]");
  });

  it("has a comment above the field that it is about", () => {
    const args = { a: new Commented("About a.", [1]), b: new Commented("About\nb.", { c: 2 }) };
    assert.equal(
      constStatement("x", args),
      "const x = {\n  // About a.\n  a: [1],\n  // About b.\n  b: { c: 2 },\n};",
    );
  });

  it("escapes what changes the direction of text, and leaves it out of comments", () => {
    assert.equal(quoted("a\u202eb\u2066c\u2028"), String.raw`"a\u202eb\u2066c\u2028"`);
    assert.equal(oneLine("a\u202eb\r\n\u001b[31mc"), "ab [31mc");
  });
});
