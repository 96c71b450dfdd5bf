import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { Commented, Expression, print, quoted, Spread } from "../../../../src/cli/export/source";
import { oneLine } from "../../../../src/cli/text";
import { isPlainObject, mapValues } from "../../../../src/json";

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

/** What the program holds when it runs. */
function evaluated(printed: unknown): unknown {
  if (printed instanceof Expression) return printed.text;
  if (printed instanceof Commented) return evaluated(printed.value);
  if (Array.isArray(printed)) return printed.map(evaluated);
  return isPlainObject(printed) ? mapValues(printed, evaluated) : printed;
}

describe("a printed program", () => {
  it("holds every value", () => {
    const config = { requireSecret: (key: string) => `config.requireSecret("${key}")` };
    fc.assert(
      fc.property(value, (each) => {
        const text = `JSON.stringify(\n${print(each)},\n)`;
        assert.equal(runInNewContext(text, { config }), JSON.stringify(evaluated(each)));
      }),
    );
  });

  it("holds every text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string()), (text) => {
        assert.equal(runInNewContext(quoted(text)), text);
      }),
    );
  });

  it("has a value on one line if nothing is nested in it and it fits", () => {
    const matcher = { fieldName: "HOSTNAME", operator: "EQUALS", value: "db-1" };
    assert.equal(
      print({ matchers: [matcher], roles: ["A", "B"], labels: ["x".repeat(60), "y".repeat(60)] }),
      [
        "{",
        '  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "db-1" }],',
        '  roles: ["A", "B"],',
        "  labels: [",
        `    "${"x".repeat(60)}",`,
        `    "${"y".repeat(60)}",`,
        "  ],",
        "}",
      ].join("\n"),
    );
    assert.equal(print({ a: [{ b: 1 }, { b: 2 }] }), "{\n  a: [\n    { b: 1 },\n    { b: 2 },\n  ],\n}");
    assert.equal(print({ a: [], b: [new Expression("dbaMail")] }), "{ a: [], b: [dbaMail] }");
  });

  it("is at most 100 characters wide where lines can be broken", () => {
    const matcher = { fieldName: "HOSTNAME", operator: "EQUALS", value: "x".repeat(26) };
    const line = `${" ".repeat(8)}matcher: ${print(matcher)},`;
    assert.equal(line.length, 100);
    assert.ok(print({ matcher }, " ".repeat(6)).includes(line.trim()));
    assert.ok(!print({ matcher }, " ".repeat(7)).includes(line.trim()));
  });

  it("has all fields of another object in place of a field", () => {
    assert.equal(print({ "": new Spread("standard"), lag: 1 }), "{ ...standard, lag: 1 }");
  });

  it("names a variable once if its field has the same name", () => {
    assert.equal(print({ projectId: new Expression("projectId") }), "{ projectId }");
  });

  it("has a comment above the field that it is about", () => {
    const args = { a: new Commented("About a.", [1]), b: new Commented("About\nb.", { c: 2 }) };
    assert.equal(print(args), "{\n  // About a.\n  a: [1],\n  // About b.\n  b: { c: 2 },\n}");
  });

  it("escapes what changes the direction of text, and leaves it out of comments", () => {
    assert.equal(quoted("a\u202eb\u2066c\u2028"), String.raw`"a\u202eb\u2066c\u2028"`);
    assert.equal(oneLine("a\u202eb\r\n\u001b[31mc"), "ab [31mc");
  });
});
