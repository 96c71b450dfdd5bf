/** What runs in the program's own process, and not in the provider's. */

import * as pulumi from "@pulumi/pulumi";
import { withoutNulls } from "../json";
import { secretFilter } from "../secrets";
import { applyWithSentinels, isKnownNow, secretTexts } from "./arguments";
import type { SettingsSource } from "./connection";
import { flagOf } from "./connection";
import type { Problem } from "./problems";
import { problemText } from "./problems";

/** The settings of the stack that the program runs in. */
export const programSettings: SettingsSource = {
  config: (key) => pulumi.runtime.allConfig()[key],
  env: process.env,
};

/** The mocks of a test (`pulumi.runtime.setMocks`); `undefined` in an ordinary run. */
export function activeMocks(): pulumi.runtime.Mocks | undefined {
  // The SDK registers mocks as its monitor, which holds them under this name.
  return (pulumi.runtime.getMonitor() as { mocks?: pulumi.runtime.Mocks } | undefined)?.mocks;
}

const outsideOfARun = {};

/**
 * A value that lives as long as the present run of a program: in one process several may run, one after the other. A run
 * under mocks has no stack resource; it begins with each `setMocks`, which makes a new monitor.
 */
export function ofThisRun<T>(make: () => T): () => T {
  const values = new WeakMap<object, T>();
  return () => {
    const run = pulumi.runtime.getStackResource() ?? pulumi.runtime.getMonitor() ?? outsideOfARun;
    const value = values.get(run) ?? make();
    values.set(run, value);
    return value;
  };
}

/**
 * Warns at a resource, in a preview too, about arguments that may turn out to be wrong. Errors are told by `check`.
 * @param problems what is to say about the arguments, which may hold unknowns
 */
export function warnAbout(
  resource: pulumi.Resource,
  args: { connection?: string | undefined },
  problems: (args: Record<string, unknown>, options: { strictCatalog: boolean }) => Problem[],
): void {
  const strictCatalog = strictCatalogOf(args.connection);
  const warningsOf = (known: unknown): Problem[] =>
    problems(known as Record<string, unknown>, { strictCatalog }).filter(
      ({ severity }) => severity === "warning",
    );
  const tell = async (warnings: readonly Problem[], secrets: readonly string[]): Promise<void> => {
    const filter = secretFilter(secrets);
    await Promise.all(warnings.map((warning) => pulumi.log.warn(filter(problemText(warning)), resource)));
  };
  if (isKnownNow(args)) {
    const warnings = warningsOf(withoutNulls(args));
    // The SDK waits for an output, and mostly there is nothing to wait for.
    if (warnings.length > 0) pulumi.output(tell(warnings, []));
    return;
  }
  const known = applyWithSentinels<unknown, unknown>(args, (value) => value);
  pulumi.all([known, secretTexts(args)]).apply(([value, secrets]) => tell(warningsOf(value), secrets ?? []));
}

function strictCatalogOf(connection: string | undefined): boolean {
  try {
    return flagOf("strictCatalog", connection, programSettings) === true;
  } catch {
    // `check` tells what is wrong with the setting.
    return false;
  }
}

/**
 * An error that ends the program with its message alone, and stays of its own class: the brand is that of
 * `pulumi.RunError`. Frames of `node_modules` are taken out of its stack, because Node.js 20.20 needs half a minute to
 * colour them, which Pulumi asks for.
 */
export function endingProgram<T>(error: T): T {
  if (!(error instanceof Error)) return error;
  const frames = (error.stack ?? "").split("\n").filter((line) => !line.includes("node_modules"));
  return Object.assign(error, { __pulumiRunError: true, stack: frames.join("\n") });
}
