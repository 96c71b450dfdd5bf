import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { PlainObject } from "../../../../src/json";
import { isPlainObject } from "../../../../src/json";
import type { Piece } from "../../../../src/resources/version-manifest/pieces";
import { piecesOf, piecesOfTree, sourceOf } from "../../../../src/resources/version-manifest/pieces";
import type { Source } from "../../../../src/resources/version-manifest/reader";

function treeOf(pieces: Iterable<Piece>): PlainObject {
  const members = new Map<string, unknown>();
  for (const { key, isItem, value } of pieces) {
    if (isItem) (members.get(key) as unknown[]).push(value);
    else members.set(key, value);
  }
  return Object.fromEntries(members);
}

/** A source that gives a few bytes at a time. */
function inChunks(bytes: Buffer, size: number): Source {
  const all = sourceOf(bytes);
  return (target) => all(target.subarray(0, size));
}

const read = (text: string | Buffer, chunk = 7): PlainObject =>
  treeOf(piecesOf(inChunks(Buffer.from(text), chunk)));

/** The text with a few characters taken out, doubled or replaced. */
const broken = fc
  .tuple(
    fc.json(),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("", ...'{}[]",:\\ 1e-.tn\n\uFEFFä\u0000'.split(""))), {
      maxLength: 3,
    }),
  )
  .map(([text, changes]) =>
    changes.reduce((now, [at, char]) => {
      const where = at % (now.length + 1);
      return now.slice(0, where) + char + now.slice(where + (at % 2));
    }, text),
  );

describe("piecesOf", () => {
  const object = fc.dictionary(
    fc.oneof(fc.string(), fc.constant("__proto__")),
    fc.jsonValue({ maxDepth: 4 }),
  );
  const chunk = fc.integer({ min: 1, max: 20 });

  it("gives what JSON.parse gives, wherever the bytes are cut", () =>
    fc.assert(
      fc.property(object, fc.constantFrom(undefined, 1, "\t", "\r\n "), chunk, (value, space, size) => {
        const text = JSON.stringify(value, undefined, space);
        assert.deepEqual(read(text, size), JSON.parse(text));
      }),
    ));

  it("takes and refuses what JSON.parse takes and refuses", () =>
    fc.assert(
      fc.property(broken, chunk, (text, size) => {
        let expected: unknown;
        let isJson = true;
        try {
          expected = JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson && isPlainObject(expected)) assert.deepEqual(read(text, size), expected);
        else
          assert.throws(() => read(text, size), isJson ? /must hold a JSON object/ : /not well-formed JSON/);
      }),
      { numRuns: 2_000 },
    ));

  const good = [
    "{}",
    " \r\n\t{ } \n",
    '{"a":[],"b":[ ],"c":{}}',
    '{"a":[1,[2],{"b":[3]}] , "a" : [4]}',
    '{"a":1,"a":[2],"a":3}',
    '{"\\u0061\\"\\\\":"\\ud83d\\ude00\\/", "ä€😀":"ä€😀"}',
    '{"a":[0,-0,1.0,1e5,1E-2,12345678901234567890,true,false,null,"]}"]}',
    '{"__proto__":{"x":1},"constructor":[1]}',
    '{"":""}',
  ];
  for (const text of good) {
    it(`reads ${text.trim()}`, () => {
      for (const size of [1, 2, 1_000]) assert.deepEqual(read(text, size), JSON.parse(text));
    });
  }

  const bad = [
    "",
    " ",
    "{",
    "{]",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,"a":1}',
    '{"a":1 "b":2}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1 2]}',
    '{"a":[1}',
    '{"a":{1]}',
    '{"a":01}',
    '{"a":+1}',
    '{"a":1}}',
    '{"a":1} x',
    "{a:1}",
    "{'a':1}",
    '{1:"a"}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":"',
    '{"a":"\\',
    '{"a":nul}',
    '{"a":1\u00a0}',
    "\uFEFF{}",
    "[1",
    "[] []",
    "nope",
  ];
  for (const text of bad) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => JSON.parse(text));
      for (const size of [1, 1_000])
        assert.throws(() => read(text, size), /^Error: manifest: is not well-formed JSON \(/);
    });
  }

  for (const text of ["[]", "null", "1", '"a"', "[{}]", "true "]) {
    it(`takes ${text} for no object`, () =>
      assert.throws(() => read(text), /^Error: manifest: must hold a JSON object\.$/));
  }

  const lines: [text: string, message: RegExp][] = [
    ['{\n"a": 1\n"b": 2\n}', /line 3: unexpected "\\""\)/],
    ['{\n"a": [\n1,\n2\n', /line 5: it ends too early\)/],
    [`{${"\n".repeat(600_000)}"a": [nope]}`, /line 600001: .*nope/],
  ];
  for (const [text, message] of lines) {
    it(`tells where ${JSON.stringify(text.slice(0, 20))} is wrong`, () =>
      assert.throws(() => read(text, 100_000), message));
  }

  it("reads a value that is longer than what is held at first", () => {
    const value = { long: ["x".repeat(3_000_000)], list: [{ a: ["y".repeat(1_000_000), 1] }] };
    assert.deepEqual(read(JSON.stringify(value), 70_000), value);
  });

  it("replaces bytes that are no UTF-8, as Node.js does", () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe2, 0x82]), Buffer.from('"}')]);
    assert.deepEqual(read(bytes), JSON.parse(bytes.toString()));
  });

  it("refuses what is nested as deep as no manifest is, and no stack is exhausted", () => {
    const nested = (depth: number): string => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    assert.doesNotThrow(() => read(nested(1_000), 1_000));
    assert.throws(() => read(nested(1_000_000), 65_536), /nested more than 1000 levels deep/);
  });
});

describe("piecesOfTree", () => {
  it("gives the same pieces as the text", () => {
    const text = '{"a":[1,{"b":2}],"c":{"d":[3]},"e":null}';
    assert.deepEqual(
      [...piecesOfTree(JSON.parse(text) as PlainObject)],
      [...piecesOf(sourceOf(Buffer.from(text)))],
    );
  });
});
