import assert from "node:assert/strict";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { repository } from "../support/repository";
import { blocksOf, readPages } from "../../scripts/docs/blocks";
import { IN_THE_CLONE } from "../../scripts/docs/installation";
import { run } from "../support/run";
import { buildSdks } from "../../scripts/plugin/sdks";
import { startEmulator } from "../../src/emulator";
import { INSTALLED } from "../../src/version";
import { succeeded } from "../e2e/support/assertions";
import { exportTo } from "../e2e/support/exported";
import { emptyFolder, useMachine } from "./support/machine";

const inTheClone = readPages().flatMap((page) => blocksOf(page).filter(({ mark }) => mark === IN_THE_CLONE));

describe("the installation that the pages show", () => {
  const machine = useMachine();

  it("makes the archive in a clone and installs it in an empty folder, exactly as printed", async () => {
    const [first, ...others] = new Set(inTheClone.map(({ text }) => text));
    assert.deepEqual(others, []);
    const home = join(machine.folder, "home");
    const clone = join(machine.folder, "clone");
    const program = join(machine.folder, "program");
    for (const folder of [home, clone]) await mkdir(folder);
    const files = `git -C ${repository} ls-files -z --cached --others --exclude-standard`;
    await machine.succeed(clone, `${files} | tar -C ${repository} --null -T - -cf - | tar -xf -`);
    await machine.succeed(clone, `set -e\n${first ?? ""}`, { HOME: home });
    await emptyFolder(program);
    await machine.succeed(program, `npm install ${INSTALLED} @pulumi/pulumi`, { HOME: home });
    const load = "console.log(Object.keys(require('pulumi-opsmanager')).includes('AlertConfig'))";
    const { stdout } = await run(process.execPath, ["-e", load], { cwd: program, env: process.env });
    assert.equal(stdout.trim(), "true");
  });
});

describe("an exported program", () => {
  const machine = useMachine();

  for (const language of ["typescript", "typescript-plugin"])
    it(`is installed from a copy of its folder on another machine, in ${language}`, async () => {
      const home = join(machine.folder, "home");
      const folder = join(home, "teams/database/program");
      const emulator = await startEmulator();
      try {
        succeeded(await exportTo(emulator, folder, "--language", language));
      } finally {
        await emulator.close();
      }
      await cp(join(machine.folder, basename(INSTALLED)), join(home, basename(INSTALLED)));
      if (language !== "typescript") await buildSdks(join(home, "opsmanager-plugin"));
      const readme = await readFile(join(folder, "README.md"), "utf8");
      const [forAll = "", once = ""] = readme.split("## Import, once");
      const commandsIn = (text: string): string => (text.match(/^ *(?:mkdir|npm) .*$/gm) ?? []).join("\n");
      await machine.succeed(folder, `set -e\n${commandsIn(once)}`, { HOME: home });

      const copy = join(machine.folder, "copy", language);
      const filter = (path: string): boolean => !path.endsWith("/node_modules");
      await cp(folder, copy, { recursive: true, filter });
      await rm(home, { recursive: true });
      // What comes from a registry is in the cache of npm.
      await machine.succeed(copy, `set -e\n${commandsIn(forAll)}\nnpm run check`, {
        HOME: copy,
        npm_config_offline: "true",
      });
    });
});
