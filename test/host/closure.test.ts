import assert from "node:assert/strict";
import type { Kind } from "./host";
import { providerText } from "./host";

const KINDS: readonly Kind[] = ["AlertConfig", "ClusterName", "OplogS3Config", "VersionManifest"];

describe("the text of a provider, which stands in everybody's state", () => {
  for (const kind of KINDS) {
    it(`is short and holds the kind and nothing else of this package (${kind})`, async () => {
      const text = await providerText(kind);
      assert.ok(Buffer.byteLength(text) < 1200, `${Buffer.byteLength(text)} bytes`);
      // What is captured by value would be a function or an object of its own.
      assert.deepEqual(text.match(/function __f\d+/g)?.length, 2);
      assert.equal(text.split(JSON.stringify(kind)).length, 2);
      for (const part of [
        "require(",
        "zod",
        "undici",
        "dist",
        "/work",
        process.cwd(),
        "privateKey",
        "secret",
      ]) {
        assert.ok(!text.includes(part), `${part} in ${text}`);
      }
    });
  }

  it("is the same for every kind but for its name", async () => {
    const all = await Promise.all(
      KINDS.map(async (kind) => (await providerText(kind)).replaceAll(kind, "<kind>")),
    );
    assert.equal(new Set(all).size, 1);
  });

  it("loads the package when it is called, by its name", async () =>
    assert.match(await providerText("AlertConfig"), /import\("pulumi-opsmanager\/runtime"\)/));
});
