import assert from "node:assert/strict";
import { jsonObjectOf, textOf, utf8Of } from "../../../src/http/body";
import { answer } from "./fakes";

const typed = (type: string | undefined, body: Buffer) =>
  answer(200, type === undefined ? {} : { "content-type": type }, body);

describe("textOf", () => {
  const latin1 = Buffer.from("Jäsøn", "latin1");
  const utf8 = Buffer.from("Jäsøn €", "utf8");
  const cases: [type: string | undefined, body: Buffer, text: string][] = [
    ["application/json;charset=ISO-8859-1", latin1, "Jäsøn"],
    ['application/json; charset="iso-8859-1"', latin1, "Jäsøn"],
    ["application/json; charset=ISO-8859-1; q=1", latin1, "Jäsøn"],
    ["application/json;charset=utf-8", utf8, "Jäsøn €"],
    ["application/json", utf8, "Jäsøn €"],
    [undefined, utf8, "Jäsøn €"],
    ["application/json;charset=klingon", utf8, "Jäsøn €"],
    ["application/json;charset=utf-16le", Buffer.from("Jäsøn €", "utf16le"), "Jäsøn €"],
    ["application/json", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8]), "Jäsøn €"],
  ];
  for (const [type, body, text] of cases) {
    it(`decodes by ${String(type)}`, () => {
      assert.equal(textOf(typed(type, body)), text);
      assert.equal(utf8Of(typed(type, body)).toString(), text);
    });
  }
});

describe("jsonObjectOf", () => {
  const cases: [text: string, value: unknown][] = [
    ['{"a":1}', { a: 1 }],
    ["", undefined],
    ["[1]", undefined],
    ["null", undefined],
    ['"text"', undefined],
    ["<html>", undefined],
    ['{"a":', undefined],
  ];
  for (const [text, value] of cases) {
    it(`reads ${JSON.stringify(text)}`, () =>
      assert.deepEqual(jsonObjectOf(typed("application/json", Buffer.from(text))), value));
  }
});
