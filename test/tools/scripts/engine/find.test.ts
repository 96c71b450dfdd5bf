import assert from "node:assert/strict";
import { mkdir, rm, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { findInCache, findOnPath } from "../../../../scripts/engine/find";
import { pinnedBinDir } from "../../../../scripts/engine/home";
import { pinnedVersion } from "../../../../scripts/engine/pinned";
import { fakeContext, temporaryFolders, writeEngine, writeScript } from "./fakes";

describe("engine: find on PATH", () => {
  const temporaryFolder = temporaryFolders();

  it("uses a recent engine", async () => {
    const folder = await temporaryFolder();
    await writeEngine(folder, "v3.216.0");
    const { context } = fakeContext({ path: `/nowhere${delimiter}${folder}` });
    assert.deepEqual(await findOnPath(context), { binDir: folder, version: "3.216.0", source: "path" });
  });

  it("skips an old one for a later recent one", async () => {
    const [old, good] = [await temporaryFolder(), await temporaryFolder()];
    await writeEngine(old, "v3.215.0");
    await writeEngine(good, "v3.300.1");
    const { context } = fakeContext({ path: `${old}${delimiter}${good}` });
    assert.equal((await findOnPath(context)).binDir, good);
  });

  it("follows a link to a complete folder", async () => {
    const [linked, real] = [await temporaryFolder(), await temporaryFolder()];
    await writeEngine(real);
    await symlink(join(real, "pulumi"), join(linked, "pulumi"));
    assert.equal((await findOnPath(fakeContext({ path: linked }).context)).binDir, real);
  });

  it("does not run the npm wrapper, which downloads", async () => {
    const folder = await temporaryFolder();
    const wrapper = join(folder, "node_modules", "pulumi");
    await mkdir(wrapper, { recursive: true });
    await writeScript(join(wrapper, "run.js"), `echo ran >> '${folder}/ran'`, "echo v3.259.0");
    await symlink(join(wrapper, "run.js"), join(folder, "pulumi"));
    await assert.rejects(findOnPath(fakeContext({ path: folder }).context), /is the npm wrapper/);
    await assert.rejects(rm(join(folder, "ran")), { code: "ENOENT" });
  });

  for (const [missing, message] of [
    ["pulumi-language-nodejs", /has no executable pulumi-language-nodejs/],
    ["pulumi-resource-pulumi-nodejs", /has no executable pulumi-resource-pulumi-nodejs/],
  ] as const) {
    it(`reports that ${missing} is missing`, async () => {
      const folder = await temporaryFolder();
      await writeEngine(folder);
      await rm(join(folder, missing));
      await assert.rejects(findOnPath(fakeContext({ path: folder }).context), message);
    });
  }

  it("reports a language host that does not start", async () => {
    const folder = await temporaryFolder();
    await writeEngine(folder);
    await writeScript(join(folder, "pulumi-language-nodejs"), "echo no such thing >&2", "exit 1");
    await assert.rejects(findOnPath(fakeContext({ path: folder }).context), /does not start: no such thing/);
  });

  it("reports the problem of each", async () => {
    const [old, broken] = [await temporaryFolder(), await temporaryFolder()];
    await writeEngine(old, "v3.100.0");
    await writeScript(join(broken, "pulumi"), "echo cannot >&2", "exit 1");
    await assert.rejects(findOnPath(fakeContext({ path: `${old}${delimiter}${broken}` }).context), {
      message: `${old}/pulumi is 3.100.0, older than 3.216.0; ${broken}/pulumi version failed: cannot`,
    });
  });

  it("reports that there is none", async () => {
    await assert.rejects(findOnPath(fakeContext().context), { message: "pulumi is not on PATH" });
  });
});

describe("engine: find in the version folder", () => {
  const temporaryFolder = temporaryFolders();

  it("uses the pinned version", async () => {
    const home = await temporaryFolder();
    await writeEngine(pinnedBinDir(home));
    const engine = await findInCache(fakeContext({ home }).context);
    assert.deepEqual(engine, { binDir: pinnedBinDir(home), version: pinnedVersion, source: "cache" });
  });

  it("refuses another version in its folder", async () => {
    const home = await temporaryFolder();
    await writeEngine(pinnedBinDir(home), "v3.300.0");
    await assert.rejects(findInCache(fakeContext({ home }).context), /pulumi is 3.300.0, not /);
  });

  it("reports that it is missing", async () => {
    const home = await temporaryFolder();
    await assert.rejects(findInCache(fakeContext({ home }).context), /bin has no executable pulumi$/);
  });
});
