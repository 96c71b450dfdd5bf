/** Makes one shell script of a page: its files and commands in their order, as a reader would follow them. */

import type { Emulator } from "../../../src/emulator";
import { type Block, blocksOf, type Page, valueOf } from "../../../scripts/docs/blocks";

/** Why a command is shown but not run here. */
const NOT_RUN = "not run";

export function commandsOf(page: Page): Block[] {
  return blocksOf(page).filter(
    ({ language, mark }) => language === "sh" && valueOf(mark, NOT_RUN) === undefined,
  );
}

/** The folder that a page starts in: an empty one, or `a stack` or `the repository`. */
export function startOf({ text }: Page): string {
  return /^<!-- starts with: (.+) -->$/m.exec(text)?.[1] ?? "nothing";
}

/** The script of a page. The servers in the examples are the emulator, and what Pulumi and `read` ask for is given. */
export function scriptOf(page: Page, emulator: Emulator): string {
  const steps = blocksOf(page).flatMap((block) => {
    const { language, text, line, mark } = block;
    const file = valueOf(mark, "file");
    if (file !== undefined) return [`cat > ${file} <<'END OF FILE'\n${text}END OF FILE\n`];
    if (language !== "sh" || valueOf(mark, NOT_RUN) !== undefined) return [];
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

function answered(commands: string, { baseUrl, privateKey }: Emulator): string {
  return (
    commands
      .replaceAll(/https:\/\/opsmanager\.example\.com:8443|http:\/\/127\.0\.0\.1:40123/g, baseUrl)
      // Tests do not use fixed ports.
      .replaceAll("--port 40123", "--port 0")
      .replaceAll(/^(pulumi config set --secret opsmanager:privateKey)$/gm, `$1 <<< '${privateKey}'`)
      .replaceAll(/^(pulumi config set --secret \w+)$/gm, `$1 <<< 0123456789abcdef0123456789abcdef`)
      .replaceAll(/^pulumi (up|refresh|destroy)\b(?!.*--(?:yes|preview-only))/gm, "pulumi $1 --yes")
      .replaceAll(/^read -rs OPSMANAGER_PRIVATE_KEY$/gm, `OPSMANAGER_PRIVATE_KEY='${privateKey}'`)
  );
}

/** Starts commands that do not end, and waits until they have printed something. */
function inBackground(commands: string): string {
  return `(${commands}) > terminal.log 2>&1 &\nuntil [ -s terminal.log ]; do sleep 0.1; kill -0 $!; done\n`;
}
