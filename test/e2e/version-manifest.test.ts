import assert from "node:assert/strict";
import { created, did } from "./support/assertions";
import { usePlayground } from "./support/playground";

const OURS = Date.parse("2026-11-01T00:00:00Z");

/** An unusual layout: escapes, white space, key order, numbers, duplicate keys. */
function unusual(index: number): string {
  return [
    `\t\t{ "bu\\u0069lds"\r\n :[ {"url":"https:\\/\\/downloads.example.com\\/${index}.tgz" , "platform":"l\\u0069nux","n":1.0e0,`,
    `   "gitVersion" : "\\ud83d\\ude00 \u00e4\u20ac\\t${"x".repeat(40)}",    "modules":[  ] } ],`,
    `"name":"8.0.1", "n\\u0061me"  :  "8.0.${index}-\\u0065nt"}`,
  ].join("\n");
}

function unusualManifest(bytes: number): string {
  const versions: string[] = [];
  for (let size = 0; size < bytes; size += versions.at(-1)?.length ?? 0)
    versions.push(unusual(versions.length));
  return ` \r\n{"versions" : [\n${versions.join("\n,")}\n]\t,\n"\\u0075pdated":${OURS}}\n\n`;
}

describe("a version manifest of 10 MB with an unusual layout", function () {
  const playground = usePlayground(this, {
    program: `export const versions = new opsmanager.VersionManifest("versions", { manifest: "manifest.json" }).versionCount;`,
  });
  const text = unusualManifest(10_000_000);
  const sizes = (): number[] =>
    playground.emulator
      .requests()
      .map(({ bodyBytes }) => bodyBytes)
      .filter((size) => size > 0);
  const held = (): string | undefined => playground.emulator.versionManifest.get("current")?.text;
  before(async () => {
    const older = JSON.stringify({ updated: OURS - 2_000, versions: [] });
    playground.emulator.versionManifest.update("current", { text: older });
    await playground.addFile("manifest.json", text);
  });

  it("is sent once, and arrives byte for byte", async () => {
    const run = await playground.run("up");
    did(run, [created("versions")]);
    assert.ok(held() === text, "other bytes arrived");
    assert.deepEqual(sizes(), [Buffer.byteLength(text)]);
    assert.match(
      run.output,
      /The version manifest changes from .* to 2026-11-01T00:00:00\.000Z; \d+ versions added/,
    );
  });
});
