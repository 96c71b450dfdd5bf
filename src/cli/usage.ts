/** Command lines: what they accept, and how a command ends. */

import { messageOf } from "../errors";
import { parseArgs, type ParseArgsConfig } from "node:util";

/** An invalid command line; only its message is printed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The options of a command, as `parseArgs` takes them. */
export type OptionTable = NonNullable<ParseArgsConfig["options"]>;

type Parsed<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options; strict: true; allowPositionals: boolean }>
>;

/** Parses the options of a command. @throws UsageError for one that it does not have */
export function parseOptions<const Options extends OptionTable>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals, strict: true });
  } catch (error) {
    // Node.js adds advice about arguments that begin with a dash.
    throw new UsageError(messageOf(error).split(". To specify")[0] ?? "");
  }
}

export function readChoice<const Value extends string>(
  flag: string,
  text: string,
  values: readonly Value[],
): Value {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new UsageError(`${flag} must be one of ${values.join(", ")}, not "${text}"`);
  return value;
}

/** The exit code of a command line that is not valid. */
const USAGE_FAILURE = 2;

/**
 * Runs a command and sets the exit code: that of the command, 2 for an invalid command line, 1 for any other failure.
 * @param name that of the command, for messages
 */
export async function runCommand(name: string, run: () => Promise<number>): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that has read enough, as `head` does, is not a failure.
    if (error.code !== "EPIPE") throw error;
  });
  try {
    process.exitCode = await run();
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${name}: ${messageOf(error)}\n${isUsage ? `Run ${name} --help for usage.\n` : ""}`);
    process.exitCode = isUsage ? USAGE_FAILURE : 1;
  }
}
