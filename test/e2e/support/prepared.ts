import { ensureEngine } from "../../support/engine/ensure-engine";
import { ensureBuilt } from "../../support/built";

let binDir: Promise<string> | undefined;

/** Ensures, once for each process, that the engine and an up-to-date `dist` exist. Returns the folder of the engine. */
export async function prepared(): Promise<string> {
  binDir ??= prepare();
  return binDir;
}

async function prepare(): Promise<string> {
  await ensureBuilt((line) => process.stderr.write(`${line}\n`));
  return (await ensureEngine()).binDir;
}
