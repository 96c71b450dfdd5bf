/** Compares the upload of a version manifest by the provider process and by curl, against the emulator. */

import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report, RunOptions } from "../report/types";
import { startHelper } from "../support/helper-process";
import { generateManifests } from "./generate";
import type { Measurement, Plan } from "./report";
import { createReport } from "./report";
import type { ServiceAddress, ServiceQuestion, Traffic } from "./service";
import type { ManifestFile } from "./uploads";
import { UPLOADERS } from "./uploads";

const FULL: Plan = { megabytes: [1, 10, 50], rounds: 5 };
const QUICK: Plan = { megabytes: [1, 10], rounds: 2 };

export async function run({ quick, say }: RunOptions): Promise<Report> {
  const plan = quick ? QUICK : FULL;
  const folder = await mkdtemp(join(tmpdir(), "bench-manifest-"));
  const service = startHelper<ServiceQuestion, unknown>(require.resolve("./service"));
  const found: Measurement[] = [];
  try {
    const address = (await service.ask({ do: "start" })) as ServiceAddress;
    for (const megabytes of plan.megabytes) {
      say(`a manifest of ${megabytes} MB, ${plan.rounds} rounds of ${Object.keys(UPLOADERS).length} uploads`);
      const { current, next } = await writePair(folder, megabytes);
      // The first round is a warm-up.
      for (let round = 0; round <= plan.rounds; round++) {
        for (const [subject, upload] of Object.entries(UPLOADERS)) {
          await service.ask({ do: "hold", path: current.path });
          const usage = await upload(address, next);
          const traffic = (await service.ask({ do: "take" })) as Traffic;
          if (traffic.sha256 !== next.sha256)
            throw new Error(`${subject}: the manifest of the service differs from the file`);
          if (round > 0) found.push({ subject, megabytes, bytes: next.bytes, round, ...usage, traffic });
        }
      }
    }
    return createReport(found, plan);
  } finally {
    await service.stop();
    await rm(folder, { recursive: true });
  }
}

type WrittenFile = ManifestFile & { readonly bytes: number };

async function writePair(
  folder: string,
  megabytes: number,
): Promise<{ current: WrittenFile; next: WrittenFile }> {
  const write = async (name: string, content: Buffer): Promise<WrittenFile> => {
    const path = join(folder, `${megabytes}-${name}.json`);
    await writeFile(path, content);
    return { path, sha256: createHash("sha256").update(content).digest("hex"), bytes: content.length };
  };
  const { current, next } = generateManifests(megabytes * 1_000_000);
  return { current: await write("current", current), next: await write("next", next) };
}
