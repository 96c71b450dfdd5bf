import assert from "node:assert/strict";
import { parseJsonObject, printable, textOf } from "../../../src/http/text";
import { respond } from "./fakes";

const typed = (type: string | string[], body: Buffer) => respond(200, { "content-type": type }, body);

describe("textOf", () => {
  const latin1 = Buffer.from("Jäsøn", "latin1");
  const utf8 = Buffer.from("Jäsøn €", "utf8");
  const cases: [type: string | string[], body: Buffer, text: string][] = [
    ["application/json;charset=ISO-8859-1", latin1, "Jäsøn"],
    ['application/json; charset="iso-8859-1"', latin1, "Jäsøn"],
    [["application/json;charset=ISO-8859-1", "text/html"], latin1, "Jäsøn"],
    ["application/json", utf8, "Jäsøn €"],
    ["application/json;charset=klingon", utf8, "Jäsøn €"],
    ["application/json;charset=utf-16le", Buffer.from("Jäsøn €", "utf16le"), "Jäsøn €"],
    ["application/json", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), "Jäsøn €"],
  ];
  for (const [type, body, text] of cases)
    it(`decodes ${String(type)}`, () => assert.equal(textOf(typed(type, body)), text));
});

describe("parseJsonObject", () => {
  const read = (text: string) => parseJsonObject(typed("application/json", Buffer.from(text)));

  it("repairs half of a surrogate pair, and no whole one", () => {
    const [half, whole] = ["\\ud83d", "\\ud83d\\ude00"];
    assert.deepEqual(read(`{"a${half}":["${half}x","${whole}"]}`), { "a\ufffd": ["\ufffdx", "\u{1f600}"] });
  });
  it("reads an object", () => assert.deepEqual(read('{"a":1}'), { a: 1 }));
  for (const text of ["", "[1]", "null", '"text"', "<html>", '{"a":'])
    it(`does not read ${JSON.stringify(text)}`, () => assert.equal(read(text), undefined));
});

describe("printable", () => {
  const cases: [what: string, text: string, line: string][] = [
    ["a plain text", "No thing with ID x exists.", "No thing with ID x exists."],
    ["letters of any language", "Zählwerk 日本 \u{1f600}", "Zählwerk 日本 \u{1f600}"],
    ["colours and cursor movements", "\u001b[31mred\u001b[0m\u001b[2Jx", "redx"],
    ["a terminal title", "\u001b]0;owned\u0007 text", "text"],
    ["C1 control characters", "a\u009b31mb\u0085c", "ab c"],
    ["line breaks", "one\r\n  error: two\u2028three\tfour", "one error: two three four"],
    ["reversed text", "abc\u202efed", "abc fed"],
    ["NUL and DEL", "a\u0000b\u007fc", "a b c"],
  ];
  for (const [what, text, line] of cases)
    it(`turns ${what} into one line without control characters`, () =>
      assert.equal(printable(text, 100), line));

  it("keeps a text of the maximum length, cuts a longer one, and names its length", () => {
    assert.equal(printable("x".repeat(100), 100), "x".repeat(100));
    assert.equal(printable("x".repeat(101), 100), `${"x".repeat(100)}... (101 characters)`);
    assert.equal(printable("A".repeat(20_000_000), 10), "AAAAAAAAAA... (20000000 characters)");
  });
});
