/** What runs in the program's own process, and not in the provider's. */

import * as pulumi from "@pulumi/pulumi";
import { secretFilter } from "../secrets";
import { applyWithSentinels, secretTexts } from "./arguments";
import type { SettingsSource } from "./connection";
import { flagOf } from "./connection";
import type { Problem } from "./problems";
import { problemText } from "./problems";

/** The settings of the stack that the program runs in. */
export const programSettings: SettingsSource = {
  config: (key) => pulumi.runtime.allConfig()[key],
  env: process.env,
};

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
  const known = applyWithSentinels(
    args as Record<string, unknown>,
    (value) => value as Record<string, unknown>,
  );
  pulumi.all([known, secretTexts(args)]).apply(([value, secrets]) => {
    const filter = secretFilter(secrets ?? []);
    const warnings = problems(value as Record<string, unknown>, { strictCatalog }).filter(
      ({ severity }) => severity === "warning",
    );
    return Promise.all(warnings.map((warning) => pulumi.log.warn(filter(problemText(warning)), resource)));
  });
}

function strictCatalogOf(connection: string | undefined): boolean {
  try {
    return flagOf("strictCatalog", connection, programSettings);
  } catch {
    // `check` tells what is wrong with the setting.
    return false;
  }
}
