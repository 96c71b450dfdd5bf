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
