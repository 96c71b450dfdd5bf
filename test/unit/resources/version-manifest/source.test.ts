import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  assetOf,
  bytesOf,
  hashOnly,
  parseManifest,
  sha256Of,
} from "../../../../src/resources/version-manifest/source";

const asset = (rest: object): Record<string, unknown> => ({ ...hashOnly("h"), ...rest });

describe("assetOf", () => {
  it("knows what the engine passes", () => assert.equal(assetOf(asset({ path: "p" }))?.path, "p"));
  for (const value of [
    "path",
    undefined,
    null,
    {},
    { path: "p" },
    { "4dabf18193072939515e22adb298388d": "other" },
  ]) {
    it(`does not take ${JSON.stringify(value)} for one`, () => assert.equal(assetOf(value), undefined));
  }
});

describe("bytesOf", () => {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
  after(() => rmSync(folder, { recursive: true }));

  it("reads a file as it is", async () => {
    const path = join(folder, "m.json");
    writeFileSync(path, ' {"a":1}\r\n');
    assert.equal((await bytesOf({ path })).toString(), ' {"a":1}\r\n');
  });
  it("says that a file is not there", async () =>
    assert.rejects(bytesOf({ path: join(folder, "no.json") }), /no\.json/));
  it("takes no text", async () =>
    assert.rejects(bytesOf({ text: "{}" }), /^Error: manifest: must be the path of a file/));
  for (const uri of ["http://example.com/m.json", "file:///etc/passwd"]) {
    it(`takes https only, not ${uri}`, async () =>
      assert.rejects(bytesOf({ uri }), /manifest: a RemoteAsset must be an https URL/));
  }
});

describe("parseManifest", () => {
  it("reads a JSON object", () => assert.deepEqual(parseManifest(Buffer.from('{"a":1}')), { a: 1 }));
  const bad: [text: string, message: RegExp][] = [
    ["", /manifest: is not well-formed JSON/],
    ['{"a":', /manifest: is not well-formed JSON/],
    ["[]", /manifest: must hold a JSON object/],
    ["null", /manifest: must hold a JSON object/],
  ];
  for (const [text, message] of bad) {
    it(`refuses ${JSON.stringify(text)}`, () =>
      assert.throws(() => parseManifest(Buffer.from(text)), message));
  }
});

describe("sha256Of", () => {
  it("is that of the bytes (FIPS 180-4)", () =>
    assert.equal(
      sha256Of(Buffer.from("abc")),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    ));
});
