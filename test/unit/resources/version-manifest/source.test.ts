import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
