/** The subject without Pulumi: a shell loop of `curl --digest`, which only stores the ids. */

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../test/support/run";
import type { Service, Step, Stepper } from "./measurement";
import { alert } from "./programs/alerts";

interface CurlOptions {
  /** The number of alert configurations. */
  readonly n: number;
  readonly service: Service;
  /** How many loops run at the same time. */
  readonly connections?: number;
}

const LOOP = join(__dirname, "programs", "loop.sh");

/** A loop compares nothing, so it has no equivalent of a no-op up. */
const COMMANDS: Readonly<Partial<Record<Step, string>>> = { up: "up", refresh: "read", destroy: "destroy" };

/** Writes the bodies. A step throws an Error if a request fails. */
export async function withCurl({ n, service, connections = 1 }: CurlOptions): Promise<Stepper> {
  const folder = await mkdtemp(join(tmpdir(), "bench-curl-"));
  const { projectIds } = service;
  const folderOf = (index: number): string =>
    join(folder, "bodies", projectIds[index % projectIds.length] ?? "");
  for (const at of projectIds.keys()) await mkdir(folderOf(at), { recursive: true });
  for (let index = 0; index < n; index++) {
    await writeFile(join(folderOf(index), `${index}.json`), JSON.stringify(alert(index)));
  }
  const env = {
    ...process.env,
    BENCH_FOLDER: folder,
    BENCH_CONNECTIONS: String(connections),
    BENCH_URL: `${service.baseUrl}/api/public/v1.0/groups`,
    BENCH_KEY: `${service.publicKey}:${service.privateKey}`,
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
