import { runExport } from "../../../src/cli/export/command";
import type { Inventory } from "../../../src/cli/export/inventory";
import type { Emulator } from "../../../src/emulator";

/** The ids of the objects of a listing, such as `alert configurations`. */
export function idsOf({ places }: Inventory, what: string): string[] {
  const all = places.flatMap(({ objects }) => [...objects]);
  return all.flatMap(([listing, live]) =>
    listing.what === what ? live.map((each) => (each as { id: string }).id) : [],
  );
}

/** The environment that leads a command to the emulator. */
export function environmentOf({ baseUrl, publicKey, privateKey }: Emulator): NodeJS.ProcessEnv {
  return {
    OPSMANAGER_BASE_URL: baseUrl,
    OPSMANAGER_PUBLIC_KEY: publicKey,
    OPSMANAGER_PRIVATE_KEY: privateKey,
    OPSMANAGER_MAX_RETRIES: "0",
  };
}

/** Runs an export, and returns its exit code and what it printed. */
export async function exportedIn(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  let output = "";
  const code = await runExport(args, env, (text) => void (output += text));
  return { code, output };
}

/** Runs an export of what the emulator has. */
export async function exported(emulator: Emulator, ...args: readonly string[]) {
  return exportedIn(environmentOf(emulator), ...args);
}
