/** The subject without Pulumi: a shell loop of `curl --digest`, which only stores the ids. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../scripts/engine/run";
import type { Emulator } from "../../src/emulator";
import type { Cell, Step, Stepper } from "./measurement";
import { alert } from "./programs/alerts";

const LOOP = join(__dirname, "programs", "loop.sh");

/** A loop compares nothing, so it has no equivalent of a no-op up. */
const COMMANDS: Readonly<Partial<Record<Step, string>>> = { up: "up", refresh: "read", destroy: "destroy" };

/** Writes the bodies. A step throws an Error if a request fails. */
export async function withCurl({ n }: Cell, emulator: Emulator): Promise<Stepper> {
  const folder = await mkdtemp(join(tmpdir(), "bench-curl-"));
  await mkdir(join(folder, "bodies"));
  for (let index = 0; index < n; index++) {
    await writeFile(join(folder, "bodies", `${index}.json`), JSON.stringify(alert(index)));
  }
  const env = {
    ...process.env,
    BENCH_FOLDER: folder,
    BENCH_URL: `${emulator.baseUrl}/api/public/v1.0/groups/${emulator.projectId}/alertConfigs`,
    BENCH_KEY: `${emulator.publicKey}:${emulator.privateKey}`,
  };
  return {
    subject: "curl",
    async run(step) {
      const command = COMMANDS[step];
      if (command === undefined) return undefined;
      const { code, output, seconds } = await run("bash", [LOOP, command], { cwd: folder, env });
      if (code !== 0) throw new Error(`curl: ${step} failed:\n${output}`);
      return { seconds };
    },
    close: async () => rm(folder, { recursive: true, force: true }),
  };
}
