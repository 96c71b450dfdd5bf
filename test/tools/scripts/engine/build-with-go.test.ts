import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildWithGo } from "../../../../scripts/engine/build-with-go";
import type { WorkFolders } from "../../../../scripts/engine/install";
import { pinnedVersion } from "../../../../scripts/engine/pinned";
import { checkPinnedEngine } from "../../../../scripts/engine/verify";
import { fakeContext, temporaryFolders, writeGo, writeScript } from "./fakes";

describe("engine: build with Go", () => {
  const temporaryFolder = temporaryFolders();
  let folders: WorkFolders;

  beforeEach(async () => {
    const folder = await temporaryFolder();
    folders = { binDir: join(folder, "bin"), scratch: join(folder, "scratch") };
    await mkdir(folders.binDir);
  });

  it("builds both programs and adds the launcher", async () => {
    const go = await writeGo(await temporaryFolder());
    const { context, messages } = fakeContext({ path: go.folder });
    await buildWithGo(folders, context);
    await checkPinnedEngine(folders.binDir, context);
    assert.deepEqual(await go.builds(), ["pulumi-language-nodejs", "pulumi"]);
    assert.match(messages.join("\n"), /^building Pulumi .+ with .+\/go;.+\nbuilt .+ in .+\nbuilt pulumi in/);
  });

  it("uses a recent Go, even after an old one on PATH", async () => {
    const old = await writeGo(await temporaryFolder(), "go1.24.9");
    const good = await writeGo(await temporaryFolder(), "go1.25.0");
    await buildWithGo(folders, fakeContext({ path: `${old.folder}:${good.folder}` }).context);
    assert.deepEqual([(await old.builds()).length, (await good.builds()).length], [0, 2]);
  });

  it("reports an old Go", async () => {
    const { folder } = await writeGo(await temporaryFolder(), "go1.24.9");
    await assert.rejects(buildWithGo(folders, fakeContext({ path: folder }).context), {
      message: `${folder}/go is 1.24.9; Go 1.25.0 or later is required`,
    });
  });

  it("reports a missing Go", async () => {
    await assert.rejects(buildWithGo(folders, fakeContext().context), {
      message: "go is not on PATH; Go 1.25.0 or later is required",
    });
  });

  it("reports the output of a failed build", async () => {
    const folder = await temporaryFolder();
    await writeScript(
      join(folder, "go"),
      'if [ "$1" = env ]; then echo go1.26.8; exit; fi',
      "echo 'dial tcp: lookup proxy.golang.org: no such host' >&2",
      "exit 1",
    );
    await assert.rejects(buildWithGo(folders, fakeContext({ path: folder }).context), {
      message: /^go build of pulumi-language-nodejs failed:\ndial tcp: lookup proxy\.golang\.org/,
    });
  });

  it("pins the version of the npm package pulumi", async () => {
    const file = join(__dirname, "../../../../scripts/engine/go/cli/go.mod");
    const line = `require github.com/pulumi/pulumi/pkg/v3 v${pinnedVersion}\n`;
    assert.ok((await readFile(file, "utf8")).includes(line), "bump both together: scripts/engine/README.md");
  });
});
