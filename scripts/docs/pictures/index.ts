/** The pictures of the documentation: each shows a real run against the emulator. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureBuilt } from "../../../test/support/built";
import { repository } from "../../../test/support/repository";
import { recordDemo } from "./demo";
import { recordDrift } from "./drift";
import { takeScreenshots } from "./screenshots";
import { drawTerminal } from "./terminal";

const FOLDER = join(repository, "docs/pictures");

export async function writePictures(): Promise<void> {
  const write = async (name: string, picture: string): Promise<void> =>
    writeFile(join(FOLDER, name), picture);
  await ensureBuilt(console.log);
  await write("drift.svg", drawTerminal("Two manual changes, shown and reverted", await recordDrift()));
  await write("demo.svg", drawTerminal("npm run demo", await recordDemo(), 28));
  await takeScreenshots(FOLDER);
}
