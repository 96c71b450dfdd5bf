import { ensureEngine } from "../../../scripts/engine/ensure-engine";
import { ensureBuilt } from "../../../scripts/demo/built";

let binDir: Promise<string> | undefined;

/** Sees to it, once a process, that there is an engine and a current `dist`; gives the folder of the engine. */
export async function prepared(): Promise<string> {
  binDir ??= prepare();
  return binDir;
}

async function prepare(): Promise<string> {
  await ensureBuilt((line) => process.stderr.write(`${line}\n`));
  return (await ensureEngine()).binDir;
}
