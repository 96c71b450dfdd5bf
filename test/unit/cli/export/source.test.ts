import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { moduleText } from "../../../../src/cli/export/modules";
import { commented, field, print, printObject, quoted } from "../../../../src/cli/export/source";
import { oneLine } from "../../../../src/cli/text";

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
    fc.array(word, { maxLength: 4 }),
    fc.array(tie("fields"), { maxLength: 3 }),
    tie("fields"),
  ),
  fields: fc.dictionary(fc.constantFrom("typeName", "delayMin", "no-primary", "a"), tie("value"), {
    maxKeys: 3,
  }),
}));

const NONE = new Map<string, string>();

describe("a printed program", () => {
  it("holds every value, with code in place of some", () => {
    fc.assert(
      fc.property(value, value, (each, other) => {
        const expressions = new Map([["list[1]", "other"]]);
        const comments = new Map([["list", "About the list."]]);
        const code = print({ list: [each, each] }, { expressions, comments });
        const text = `JSON.stringify(\n${code},\n)`;
        assert.equal(runInNewContext(text, { other }), JSON.stringify({ list: [each, other] }));
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

  it("has a value on one line if that has at most 80 characters, otherwise a line for each item", () => {
    const matcher = { fieldName: "HOSTNAME", operator: "EQUALS", value: "x".repeat(24) };
    const line = `{ fieldName: "HOSTNAME", operator: "EQUALS", value: "${matcher.value}" }`;
    assert.equal(line.length, 80);
    assert.equal(print({ matcher, roles: ["A"] }), `{\n  matcher: ${line},\n  roles: ["A"],\n}`);
    const longer = `{\n    fieldName: "HOSTNAME",\n    operator: "EQUALS",\n    value: "x${matcher.value}",\n  }`;
    assert.equal(print([{ ...matcher, value: `x${matcher.value}` }]), `[\n  ${longer},\n]`);
    assert.equal(print({ a: [], b: {} }), "{ a: [], b: {} }");
  });

  it("has fields as code, and names a variable once if its field has the same name", () => {
    assert.equal(printObject(["...standard", field("lag", "1")]), "{ ...standard, lag: 1 }");
    assert.equal(
      print({ projectId: 1 }, { expressions: new Map([["projectId", "projectId"]]), comments: NONE }),
      "{ projectId }",
    );
  });

  it("has a comment above what it is about", () => {
    const comments = new Map([["a", "About\na."]]);
    assert.equal(
      print({ a: [1], b: 2 }, { expressions: NONE, comments }),
      "{\n  // About a.\n  a: [1],\n  b: 2,\n}",
    );
    assert.deepEqual([commented(undefined, "f();"), commented("F.", "f();")], ["f();", "// F.\nf();"]);
  });

  it("escapes what changes the direction of text, and leaves it out of comments", () => {
    assert.equal(quoted("a\u202eb\u2066c\u2028"), String.raw`"a\u202eb\u2066c\u2028"`);
    assert.equal(oneLine("a\u202eb\r\n\u001b[31mc"), "ab [31mc");
  });
});

describe("a module of an exported program", () => {
  const EXPORTS = new Map([
    ["dbaMail", "notifications"],
    ["standard", "projects/standard"],
  ]);
  const importsOf = (code: string): string[] => {
    const text = moduleText("projects/shop.ts", "About shop.", [code], EXPORTS);
    return [...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, from = ""]) => from);
  };

  it("imports what its code uses, not what its texts, comments and names of fields look like", () => {
    const uses: [code: string, imports: string[]][] = [
      ['new opsmanager.ClusterName("a", {});', ["pulumi-opsmanager"]],
      [
        "const a = {} satisfies Record<string, opsmanager.AlertConfigArgs>, [b] = [dbaMail];",
        ["pulumi-opsmanager", "../notifications"],
      ],
      ["for (const a of Object.values(standard)) f(`${a}`);", ["./standard"]],
      ['f(config.requireSecret("a"));', ["@pulumi/pulumi"]],
      ['const mail = { emailAddress: "dba@opsmanager.example.com" };', []],
      ['// The service has "dbaMail.\nf({ config: "a \\" standard", `dbaMail` });', []],
    ];
    for (const [code, imports] of uses) assert.deepEqual(importsOf(code), imports, code);
    const own = moduleText("notifications.ts", "", ["export const dbaMail = {};"], EXPORTS);
    assert.doesNotMatch(own, /import/);
  });
});
