import assert from "node:assert/strict";
import { type Kind, providerText } from "./host";

const KINDS: readonly Kind[] = [
  "AlertConfig",
  "AlertConfigSet",
  "ClusterName",
  "OplogS3Config",
  "VersionManifest",
];

describe("the serialized provider in the state", () => {
  for (const kind of KINDS) {
    it(`is short and captures only the kind (${kind})`, async () => {
      const text = await providerText(kind);
      assert.ok(Buffer.byteLength(text) < 1200, `${Buffer.byteLength(text)} bytes`);
      // A value captured by the closure would appear as a separate function or object.
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

  it("is the same for every kind except for its name", async () => {
    const all = await Promise.all(
      KINDS.map(async (kind) => (await providerText(kind)).replaceAll(kind, "<kind>")),
    );
    assert.equal(new Set(all).size, 1);
  });

  it("imports the package by name when it is called", async () =>
    assert.match(await providerText("AlertConfig"), /import\("pulumi-opsmanager\/runtime"\)/));
});
