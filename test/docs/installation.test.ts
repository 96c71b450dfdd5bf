import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { repository } from "../../scripts/demo/repository";
import { blocksOf, readPages } from "../../scripts/docs/blocks";
import { IN_THE_CLONE } from "../../scripts/docs/installation";
import { run } from "../../scripts/engine/run";
import { INSTALLED } from "../../src/version";
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
