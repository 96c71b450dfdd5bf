import { runExport } from "../../../src/cli/export/command";
import type { Emulator } from "../../../src/emulator";

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
export async function exported(
  emulator: Emulator,
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly output: string }> {
  let output = "";
  const code = await runExport(args, environmentOf(emulator), (text) => void (output += text));
  return { code, output };
}

/** Runs a function and returns its result with what it printed. */
export async function printed<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly stdout: string }> {
  const write = process.stdout.write.bind(process.stdout);
  let stdout = "";
  process.stdout.write = (text: string | Uint8Array) => {
    stdout += String(text);
    return true;
  };
  try {
    return { result: await run(), stdout };
  } finally {
    process.stdout.write = write;
  }
}
