import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { outlineManifest } from "../../../../src/resources/version-manifest/outline";
import type { InspectedManifest } from "../../../../src/resources/version-manifest/source";
import { createInspection, hashBytes } from "../../../../src/resources/version-manifest/source";
import { inspectManifest } from "../../../../src/resources/version-manifest/source";
import { readManifest } from "../../../../src/resources/version-manifest/source";
import { temporaryFolder } from "./engine-asset";

describe("the source of a version manifest", () => {
  const folder = temporaryFolder();
  const file = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  describe("readManifest", () => {
    it("reads a file unmodified", async () => {
      const text = ' {"a":1}\r\n';
      assert.equal((await readManifest({ path: file("m.json", text) })).toString(), text);
    });
    it("refuses text", async () =>
      assert.rejects(readManifest({ text: "{}" }), /^Error: manifest: must be the path of a file/));
  });

  describe("inspectManifest", () => {
    it("returns the hash of all bytes, white space included", async () => {
      const text = `{"versions":[]}${" ".repeat(1_000_000)}\n`;
      const { sha256, outline } = await inspectManifest({ path: file("spaces.json", text) });
      assert.equal(sha256, hashBytes(Buffer.from(text)));
      assert.deepEqual(outline.defects, ["its list of versions is empty"]);
    });
    it("reports a folder", async () =>
      assert.rejects(inspectManifest({ path: folder }), /cannot be read \(EISDIR\)/));
    it("names the file and the folder that a relative path starts from", async () => {
      const path = relative(process.cwd(), join(folder, "no.json"));
      const expected = `manifest: the file ${join(folder, "no.json")} cannot be read (ENOENT); the path ${JSON.stringify(path)} is relative to ${process.cwd()}.`;
      for (const read of [inspectManifest, readManifest])
        await assert.rejects(read({ path }), { message: expected });
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

    for (const text of [" ", "{", '{"a":1,}', '{"a":1} x', "{a:1}", '{"a":nul}', "[] []"])
      it(`refuses ${JSON.stringify(text)}`, async () =>
        assert.rejects(inspect(text), /^Error: manifest: is not well-formed JSON \(.+\)\.$/));

    it("quotes the text around the error", async () =>
      assert.rejects(
        inspect(`{${"\n".repeat(600_000)}"a": [nope]}`),
        /well-formed JSON \(Unexpected token .* "a": \[nope\]/,
      ));

    for (const text of ["[]", "null", "1", '"a"', "[{}]", "true "])
      it(`refuses ${text}, which is not an object`, async () =>
        assert.rejects(inspect(text), /^Error: manifest: must be a JSON object\.$/));

    it("uses the last of several members of the same name", async () => {
      const first = '"updated":1,"versions":[{"name":"1.0.0","isSpecialLTSVersion":true}]';
      const { outline } = await inspect(`{${first},"updated":2000,"versions":[{"name":"2.0.0"}]}`);
      assert.deepEqual([...outline.builds.keys()], ["2.0.0"]);
      assert.equal(outline.summary.manifestUpdated, "1970-01-01T00:00:02.000Z");
      assert.ok(!outline.hasSpecialLts);
    });

    it("replaces invalid UTF-8", async () => {
      const parts = ['{"versions":[{"name":"', Uint8Array.of(0xe2, 0x82), '"}]}'];
      const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
      const { outline } = await inspectManifest({ path: file("invalid.json", bytes) });
      assert.deepEqual([...outline.builds.keys()], ["\uFFFD"]);
    });

    it("refuses more than 1000 levels, without exhausting the stack", async () => {
      const nested = (levels: number): string => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
      assert.match((await inspect(nested(1_000))).outline.summary.canonicalSha256, /^[0-9a-f]{64}$/);
      for (const levels of [1_001, 1_000_000])
        await assert.rejects(inspect(nested(levels)), /: manifest: is nested more than 1000 levels deep\.$/);
    });

    if (process.platform === "linux")
      it("leaves no file open, valid or not", async () => {
        const openFiles = (): number => readdirSync("/proc/self/fd").length;
        const before = openFiles();
        await inspectManifest({ path: file("good.json", "{}") });
        await assert.rejects(inspectManifest({ path: file("bad.json", "{") }));
        assert.equal(openFiles(), before);
      });
  });

  describe("createInspection", () => {
    const inspections: string[] = [];
    beforeEach(() => inspections.splice(0));
    /** The content of a file is its path here. */
    const inspection = (): typeof inspectManifest =>
      createInspection(async ({ path = "" }) => {
        inspections.push(path);
        return { sha256: path, outline: outlineManifest({}) };
      });

    it("reads an asset once while its hash stays the same", async () => {
      const inspectOnce = inspection();
      const first = await inspectOnce({ path: "a", hash: "a" });
      assert.equal(await inspectOnce({ path: "a", hash: "a" }), first);
      assert.deepEqual(inspections, ["a"]);
    });

    it("reads an asset with another hash, and only remembers the last one", async () => {
      const inspectOnce = inspection();
      for (const content of ["a", "b", "a"])
        assert.equal((await inspectOnce({ path: content, hash: content })).sha256, content);
      assert.deepEqual(inspections, ["a", "b", "a"]);
    });

    it("reads an asset again if its content is not that of its hash, or the hash is unknown", async () => {
      const inspectOnce = inspection();
      for (const hash of ["b", "b", undefined, undefined])
        await inspectOnce({ path: "a", ...(hash !== undefined && { hash }) });
      assert.deepEqual(inspections, ["a", "a", "a", "a"]);
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
