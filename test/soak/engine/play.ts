/** Plays one round in a process of its own, whose children are then those of the round. Arguments: {@link RoundOptions} as JSON. */

import { playRound } from "./round";
import type { RoundOptions } from "./world";

async function main(): Promise<void> {
  const report = await playRound(JSON.parse(process.argv[2] ?? "") as RoundOptions);
  process.send?.(report);
}

void main().then(() => process.disconnect());
