/** Makes one shell script of a page: its files and commands in their order, as a reader would follow them. */

import type { Emulator } from "../../../src/emulator";
import { IN_THE_CLONE } from "../../../scripts/docs/installation";
import { type Block, blocksOf, type Page, valueOf } from "../../../scripts/docs/blocks";

/** Why a command is shown but not run here. */
const NOT_RUN = "not run";

export function commandsOf(page: Page): Block[] {
  return blocksOf(page).filter(
    ({ language, mark }) => language === "sh" && valueOf(mark, NOT_RUN) === undefined,
  );
}

/** What a page starts with: an empty folder, `a stack`, `an exported program` or `the repository`. */
export function startOf({ text }: Page): string {
  return /^<!-- starts with: (.+) -->$/m.exec(text)?.[1] ?? "nothing";
}

/** The script of a page. The servers in the examples are the emulator, and what Pulumi and `read` ask for is given. */
export function scriptOf(page: Page, emulator: Emulator): string {
  const steps = blocksOf(page).flatMap((block) => {
    const { language, text, line, mark } = block;
    const file = valueOf(mark, "file");
    if (file !== undefined) return [`cat > ${file} <<'END OF FILE'\n${text}END OF FILE\n`];
    const changed = valueOf(mark, "change");
    if (changed !== undefined)
      return [`git apply --recount --unidiff-zero <<'END OF FILE'\n${patchOf(changed, text)}END OF FILE\n`];
    // `installation.test.ts` runs those.
    if (language !== "sh" || mark === IN_THE_CLONE || valueOf(mark, NOT_RUN) !== undefined) return [];
    const commands = answered(text, emulator);
    const start = `echo "--- ${page.path}:${line}"\n`;
    return [start + (mark === "in another terminal" ? inBackground(commands) : commands)];
  });
  // Everything that a page leaves in the background ends with it: each job is a process group (-m).
  return [
    "set -emo pipefail\ntrap 'for job in $(jobs -p); do kill -- -$job; done; wait' EXIT\n",
    ...steps,
  ].join("\n");
}

/** A change as Git applies it: at the place with these lines, wherever that is. */
const patchOf = (file: string, text: string): string => `--- a/${file}\n+++ b/${file}\n@@ -1 +1 @@\n${text}`;

/** A preview that must not delete. A shell does not end at a command that `!` inverts. */
const NO_DELETION = `pulumi preview | tee preview.txt
if grep -E '^ *[+-]*- ' preview.txt; then exit 1; fi`;

function answered(commands: string, { baseUrl, privateKey }: Emulator): string {
  return (
    commands
      .replaceAll(/https:\/\/opsmanager\.example\.com:8443|http:\/\/127\.0\.0\.1:40123/g, baseUrl)
      // Tests do not use fixed ports.
      .replaceAll("--port 40123", "--port 0")
      .replaceAll(/^(pulumi config set --secret opsmanager(?:-\w+)?:privateKey)$/gm, `$1 <<< '${privateKey}'`)
      .replaceAll(/^(pulumi config set --secret [\w.]+)$/gm, `$1 <<< 0123456789abcdef0123456789abcdef`)
      .replaceAll(/^pulumi preview +# nothing changes$/gm, "pulumi preview --expect-no-changes")
      .replaceAll(/^pulumi preview +# must show .*$/gm, NO_DELETION)
      .replaceAll(/^pulumi (up|refresh|destroy)\b(?!.*--(?:yes|preview-only))/gm, "pulumi $1 --yes")
      .replaceAll(/^read -rs OPSMANAGER_PRIVATE_KEY$/gm, `OPSMANAGER_PRIVATE_KEY='${privateKey}'`)
      .replaceAll(/^read -rs TOKEN$/gm, "TOKEN=fedcba9876543210fedcba9876543210")
  );
}

/** Starts commands that do not end, and waits until they have printed something. */
function inBackground(commands: string): string {
  return `(${commands}) > terminal.log 2>&1 &\nuntil [ -s terminal.log ]; do sleep 0.1; kill -0 $!; done\n`;
}
