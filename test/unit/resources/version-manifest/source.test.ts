import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { asAsset, getAssetPath } from "../../../../src/resources/version-manifest/asset";
import { outlineManifest } from "../../../../src/resources/version-manifest/outline";
import type { InspectedManifest } from "../../../../src/resources/version-manifest/source";
import { createInspection, hashBytes } from "../../../../src/resources/version-manifest/source";
import { inspectManifest } from "../../../../src/resources/version-manifest/source";
import { hashOnly, temporaryFolder } from "./engine-asset";

const SIGNATURE = "4dabf18193072939515e22adb298388d";

describe("an asset of the engine", () => {
  it("is told by its signature", () => {
    assert.equal(asAsset({ ...hashOnly("h"), path: "p" })?.path, "p");
    for (const value of [undefined, { path: "p" }, { [SIGNATURE]: "other" }])
      assert.equal(asAsset(value), undefined);
  });

  it("has the path of its file, or of its URL without the query", () => {
    const paths = { "a/7.0.json": { path: "a/7.0.json" }, "": { uri: "7.0.json" } };
    for (const [path, asset] of Object.entries(paths)) assert.equal(getAssetPath(asset), path);
    const uri = "https://example.com/a/7.0.json?sig=8.0.json#9";
    assert.equal(getAssetPath({ uri }), "/a/7.0.json");
  });
});

describe("the source of a version manifest", () => {
  const folder = temporaryFolder();
  const file = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  describe("inspectManifest", () => {
    it("returns the hash of all bytes, white space included", async () => {
      const text = `{"versions":[]}${" ".repeat(1_000_000)}\n`;
      const { sha256, outline } = await inspectManifest({ path: file("spaces.json", text) });
      assert.equal(sha256, hashBytes(Buffer.from(text)));
      assert.deepEqual(outline.defects, ["its list of versions is empty"]);
    });
    it("names the file and the folder that a relative path starts from", async () => {
      const path = relative(process.cwd(), join(folder, "no.json"));
      const expected = `manifest: the file ${join(folder, "no.json")} cannot be read (ENOENT); the path ${JSON.stringify(path)} is relative to ${process.cwd()}.`;
      await assert.rejects(inspectManifest({ path }), { message: expected });
    });

    const BOM = "\uFEFF";
    const PLAIN = "the service expects plain JSON: save it without one";
    const UTF16 = "is UTF-16 text; the service expects UTF-8: convert it first";
    const NOT_JSON = "is a web page and not JSON, perhaps of";
    const BARE = '{"versions":[]}';
    const utf16 = (text: string): Buffer => Buffer.from(text, "utf16le");
    const others: [title: string, bytes: string | Buffer, message: string][] = [
      ["nothing", "", "is empty"],
      ["a byte order mark", `${BOM}${BARE}`, `starts with a byte order mark; ${PLAIN}`],
      ["utf16le", utf16(`${BOM}${BARE}`), UTF16],
      ["utf16be", utf16(`${BOM}${BARE}`).swap16(), UTF16],
      ["utf16le without a mark", utf16(BARE), UTF16],
      ["utf16be without a mark", utf16(BARE).swap16(), UTF16],
      ["gzip", gzipSync("{}"), "is gzip-compressed: unpack it first"],
      ["zip", Buffer.from("504b0304140000000800", "hex"), "is a zip archive: unpack it first"],
      ["a web page", "\n<!DOCTYPE html><title>Sign in</title>", `${NOT_JSON} a login or an error`],
      ["XML", '<?xml version="1.0"?>', "is XML and not JSON, perhaps the error message of a storage server"],
    ];
    for (const [title, bytes, message] of others)
      it(`names the format of a file that contains ${title}`, async () => {
        const path = file("other", bytes);
        await assert.rejects(inspectManifest({ path }), {
          message: `manifest: the file ${path} ${message}.`,
        });
      });

    for (const text of ['{"\u00ef\u00bb\u00bf":1}', ' \n{"versions":[]}', '{"BZh":"<html>"}'])
      it(`accepts ${JSON.stringify(text)}`, async () =>
        assert.ok(await inspectManifest({ path: file("plain.json", text) })));

    const inspect = async (text: string): Promise<InspectedManifest> =>
      inspectManifest({ path: file("text.json", text) });

    for (const text of [" ", "{a:1}"])
      it(`refuses ${JSON.stringify(text)}`, async () =>
        assert.rejects(inspect(text), /^Error: manifest: is not well-formed JSON \(.+\)\.$/));

    it("quotes the text around the error", async () =>
      assert.rejects(
        inspect(`{${"\n".repeat(600_000)}"a": [nope]}`),
        /well-formed JSON \(Unexpected token .* "a": \[nope\]/,
      ));

    for (const text of ["[]", "null"])
      it(`refuses ${text}, which is not an object`, async () =>
        assert.rejects(inspect(text), /^Error: manifest: must be a JSON object\.$/));

    it("refuses more than 1000 levels, without exhausting the stack", async () => {
      const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
      assert.match((await inspect(nested(1_000))).outline.summary.canonicalSha256, /^[0-9a-f]{64}$/);
      for (const levels of [1_001, 1_000_000])
        await assert.rejects(inspect(nested(levels)), /: manifest: is nested more than 1000 levels deep\.$/);
    });
  });

  describe("createInspection", () => {
    /** Paths, which are the contents here, each with its hash if one is known; and the paths that are read. */
    const cases: [how: string, assets: string, read: string][] = [
      ["once while its hash stays the same", "aa aa", "a"],
      ["with another hash, and only remembers the last one", "aa bb aa", "a b a"],
      ["again if its content is not that of its hash, or the hash is unknown", "ab ab a a", "a a a a"],
    ];
    for (const [how, assets, read] of cases)
      it(`reads an asset ${how}`, async () => {
        const paths: string[] = [];
        const inspectOnce = createInspection(async ({ path = "" }) => {
          paths.push(path);
          return { sha256: path, outline: outlineManifest({}) };
        });
        for (const [path = "", hash] of assets.split(" ")) {
          const inspected = await inspectOnce({ path, ...(hash !== undefined && { hash }) });
          assert.equal(inspected.sha256, path);
        }
        assert.equal(paths.join(" "), read);
      });

    it("does not remember a failure", async () => {
      const inspectOnce = createInspection();
      const path = file("late.json", "{");
      const hash = hashBytes(Buffer.from("{}"));
      await assert.rejects(inspectOnce({ path, hash }));
      file("late.json", "{}");
      assert.equal((await inspectOnce({ path, hash })).sha256, hash);
    });
  });
});
