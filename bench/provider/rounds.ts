/** All measurements: cell by cell, the subjects of a round one after the other, so that they meet the same machine. */

import { ensureEngine } from "../../scripts/engine/ensure-engine";
import { startEmulator } from "../../src/emulator";
import type { Cell, Measurement, Subject } from "./measurement";
import { SUBJECTS } from "./measurement";
import { withCurl } from "./with-curl";
import { withPulumi } from "./with-pulumi";

/** A cell, how often it is measured, and by which subjects. */
export interface Plan extends Cell {
  readonly rounds: number;
  readonly subjects?: readonly Subject[];
}

export async function measureAll(
  plans: readonly Plan[],
  say: (line: string) => void,
): Promise<Measurement[]> {
  const { binDir } = await ensureEngine();
  const measured: Measurement[] = [];
  for (const { rounds, subjects = SUBJECTS, ...cell } of plans) {
    for (let round = 0; round < rounds; round++) {
      say(`${cell.n} alert configurations, ${cell.latencyMs} ms late, round ${round + 1} of ${rounds}`);
      for (const subject of rotated(subjects, round)) {
        // Of its own, so that nobody's alert configurations are in another's lists.
        const emulator = await startEmulator({ latencyMs: cell.latencyMs });
        try {
          measured.push(
            ...(subject === "curl"
              ? await withCurl(cell, round, emulator)
              : await withPulumi(subject, cell, round, emulator, binDir)),
          );
        } finally {
          await emulator.close();
        }
      }
    }
  }
  return measured;
}

/** So that no subject always runs first. */
function rotated<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}
