/** Searches everything that runs of Pulumi leave behind for secrets. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { spellingsOf } from "../../unit/encodings";
import type { Playground } from "./playground";

/** Asserts that no secret, in any spelling, is in anything that Pulumi printed or wrote. */
export async function nothingLeaked(
  { emulator, sandbox, stack, transcript }: Pick<Playground, "emulator" | "sandbox" | "stack" | "transcript">,
  secrets: readonly string[],
): Promise<void> {
  const { stdout } = await stack.stack("export");
  const texts = [
    ...transcript.map((text, index) => ({ where: `run ${Math.floor(index / 2) + 1}`, text })),
    { where: "the exported state", text: stdout },
    ...filesIn(sandbox.folder),
  ];
  for (const secret of [...secrets, emulator.privateKey]) {
    for (const spelling of spellingsOf(secret)) {
      const found = texts.find(({ text }) => text.includes(spelling));
      if (found !== undefined)
        assert.fail(`${found.where} shows ${spelling}: ${excerpt(found.text, spelling)}`);
    }
  }
}

function excerpt(text: string, spelling: string): string {
  const at = text.indexOf(spelling);
  return text.slice(Math.max(0, at - 100), at + spelling.length + 100);
}

/** Reads all files of the sandbox except the program, which contains the secrets. */
function filesIn(folder: string): { where: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("program-"))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ where: file, text: readFileSync(file, "utf8") }));
}
