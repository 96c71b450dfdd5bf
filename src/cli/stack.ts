/** What the commands ask the Pulumi CLI: the configuration of a stack and its state. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isPlainObject } from "../json";

const run = promisify(execFile);

/** A state of thousands of resources has tens of megabytes. */
const MAX_OUTPUT_BYTES = 1_024 ** 3;

/** A stack, by default the selected one, of the program in a folder, by default the current one. */
export interface StackPlace {
  readonly stack?: string | undefined;
  readonly folder?: string | undefined;
}

/** The option of a command of Pulumi that people run themselves. */
export function stackOption(stack: string | undefined): string {
  return stack === undefined ? "" : ` --stack ${stack}`;
}

/** The command that takes over what a file of an export names. */
export function importCommand(file: string, stack?: string): string {
  return `pulumi import --file ${file} --generate-code=false --yes${stackOption(stack)}`;
}

/** @throws Error with what the CLI prints, or with advice if it is not installed */
async function pulumi({ stack, folder }: StackPlace, command: readonly string[]): Promise<unknown> {
  const args = [
    ...(folder === undefined ? [] : ["--cwd", folder]),
    ...command,
    ...(stack === undefined ? [] : ["--stack", stack]),
  ];
  try {
    const options = {
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    };
    const { stdout } = await run("pulumi", [...args, "--non-interactive"], options);
    return JSON.parse(stdout) as unknown;
  } catch (cause) {
    const { code, stderr } = cause as NodeJS.ErrnoException & { stderr?: string };
    if (code === "ENOENT") {
      throw new Error("The Pulumi CLI was not found: put the folder of `pulumi` into PATH.", { cause });
    }
    const reason = (stderr ?? "").trim().replace(/^error: /, "");
    throw new Error(`\`pulumi ${args.join(" ")}\` failed: ${reason === "" ? String(code) : reason}`, {
      cause,
    });
  }
}

/** The configuration of a stack by full keys, with secrets decrypted. */
export async function readStackConfig(place: StackPlace): Promise<ReadonlyMap<string, string>> {
  const config = await pulumi(place, ["config", "--show-secrets", "--json"]);
  const entries = Object.entries(isPlainObject(config) ? config : {});
  return new Map(
    entries.flatMap(([key, entry]) =>
      isPlainObject(entry) && typeof entry["value"] === "string" ? [[key, entry["value"]] as const] : [],
    ),
  );
}

/** The state of a stack as `pulumi stack export` prints it. */
export async function exportStack(place: StackPlace, showSecrets: boolean): Promise<unknown> {
  return pulumi(place, ["stack", "export", ...(showSecrets ? ["--show-secrets"] : [])]);
}
