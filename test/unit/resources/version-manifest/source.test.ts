import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { bytesOf, lookThrough, sha256Of } from "../../../../src/resources/version-manifest/source";

describe("where a manifest comes from", () => {
  const folder = mkdtempSync(join(tmpdir(), "opsmanager-manifest-"));
  after(() => rmSync(folder, { recursive: true }));
  const file = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  describe("bytesOf", () => {
    it("reads a file as it is", async () =>
      assert.equal((await bytesOf({ path: file("m.json", ' {"a":1}\r\n') })).toString(), ' {"a":1}\r\n'));
    it("says that a file is not there", async () =>
      assert.rejects(bytesOf({ path: join(folder, "no.json") }), /no\.json cannot be read \(ENOENT\)/));
    it("takes no text", async () =>
      assert.rejects(bytesOf({ text: "{}" }), /^Error: manifest: must be the path of a file/));
  });

  describe("lookThrough", () => {
    it("tells the hash of all bytes, white space included", async () => {
      const text = `{"versions":[]}${" ".repeat(1_000_000)}\n`;
      const { sha256, outline } = await lookThrough({ path: file("spaces.json", text) });
      assert.equal(sha256, sha256Of(Buffer.from(text)));
      assert.ok(outline.hasVersions);
    });
    it("says that a file is not there, or is none", async () => {
      await assert.rejects(
        lookThrough({ path: join(folder, "no.json") }),
        /no\.json cannot be read \(ENOENT\)/,
      );
      await assert.rejects(lookThrough({ path: folder }), /cannot be read \(EISDIR\)/);
    });
    it("names the file and the folder that a relative path begins at", async () => {
      const path = relative(process.cwd(), join(folder, "no.json"));
      const expected = `manifest: the file ${join(folder, "no.json")} cannot be read (ENOENT); the path ${JSON.stringify(path)} is relative to ${process.cwd()}.`;
      for (const read of [lookThrough, bytesOf])
        await assert.rejects(read({ path }), (error: Error) => {
          assert.equal(error.message, expected);
          return true;
        });
    });

    const BOM = "\uFEFF";
    const others: [title: string, bytes: string | Buffer, said: string][] = [
      ["nothing", "", "is empty"],
      [
        "a byte order mark",
        `${BOM}{"versions":[]}`,
        "starts with a byte order mark; the service expects plain JSON: save it without",
      ],
      ...(["utf16le", "utf16be", "utf16le without a mark", "utf16be without a mark"] as const).map(
        (title): [string, Buffer, string] => {
          const bytes = Buffer.from(`${title.includes("without") ? "" : BOM}{"versions":[]}`, "utf16le");
          return [
            title,
            title.startsWith("utf16be") ? bytes.swap16() : bytes,
            "is UTF-16 text; the service expects UTF-8: convert it first",
          ];
        },
      ),
      ["gzip", gzipSync("{}"), "is gzip-compressed: unpack it first"],
      ["zip", Buffer.from("504b0304140000000800", "hex"), "is a zip archive: unpack it first"],
      ["an empty zip", Buffer.from("504b050600000000", "hex"), "is a zip archive: unpack it first"],
      ["bzip2", Buffer.from("425a683931415926", "hex"), "is bzip2-compressed: unpack it first"],
      ["xz", Buffer.from("fd377a585a000004", "hex"), "is xz-compressed: unpack it first"],
      ["zstd", Buffer.from("28b52ffd0458", "hex"), "is zstd-compressed: unpack it first"],
      ["7z", Buffer.from("377abcaf271c0004", "hex"), "is a 7z archive: unpack it first"],
      [
        "a web page",
        "\n<!DOCTYPE html><title>Sign in</title>",
        "is a web page, perhaps of a login or an error, and not JSON",
      ],
      [
        "XML",
        '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
        "is XML, perhaps the error message of a storage server, and not JSON",
      ],
    ];
    for (const [title, bytes, said] of others)
      it(`names what a file is that holds ${title}`, async () => {
        const path = file("other", bytes);
        await assert.rejects(lookThrough({ path }), (error: Error) => {
          assert.equal(error.message, `manifest: the file ${path} ${said}.`);
          return true;
        });
      });

    for (const text of ['{"\u00ef\u00bb\u00bf":1}', ' \n{"versions":[]}', '{"BZh":"<html>"}'])
      it(`takes ${JSON.stringify(text)} for what it is`, async () =>
        assert.ok(await lookThrough({ path: file("plain.json", text) })));

    if (process.platform === "linux")
      it("leaves no file open, a broken one neither", async () => {
        const openFiles = (): number => readdirSync("/proc/self/fd").length;
        const before = openFiles();
        await lookThrough({ path: file("good.json", "{}") });
        await assert.rejects(lookThrough({ path: file("bad.json", "{") }));
        assert.equal(openFiles(), before);
      });
  });

  describe("sha256Of", () => {
    it("is that of the bytes (FIPS 180-4)", () =>
      assert.equal(
        sha256Of(Buffer.from("abc")),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      ));
  });
});
