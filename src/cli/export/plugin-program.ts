/** The files of an exported program in TypeScript that uses the plugin: those of the classes, with the SDK in their place. */

import type { Program } from "./declarations";
import { pluginEntry } from "./declarations";
import { importFile, programFiles } from "./program";
import type { ReadmeSettings } from "./readme";

const CLASSES = 'import * as opsmanager from "pulumi-opsmanager";';
const SDK = "@pulumi-opsmanager/opsmanager";

export function pluginFiles(
  program: Program,
  settings: ReadmeSettings,
  others: readonly string[] = [],
): Map<string, string> {
  const files = programFiles(program, settings, others);
  for (const [path, text] of files) if (path.endsWith(".ts")) files.set(path, withSdk(text));
  return files.set("import.json", importFile(program, pluginEntry));
}

/** A module with the names of the SDK, where they are code and not the values of somebody's alert. */
function withSdk(module: string): string {
  const renamed = module
    .replace(CLASSES, `import * as opsmanager from "${SDK}";`)
    .replaceAll(
      /^(type Notification = |.*\bRecord<.*, )opsmanager\.AlertNotificationArgs\b/gm,
      (_, start: string) => `${start}opsmanager.types.input.AlertNotificationArgs`,
    )
    .replaceAll(/^( *)manifest: ("[^"]+")/gm, "$1manifest: new pulumi.asset.FileAsset($2)")
    .replaceAll(/, \{ manifest: ("[^"]+") \}\);$/gm, ", { manifest: new pulumi.asset.FileAsset($1) });");
  const isMissing = renamed.includes("pulumi.asset.") && !renamed.includes('from "@pulumi/pulumi"');
  return isMissing
    ? renamed.replace(/^import \* as opsmanager/m, 'import * as pulumi from "@pulumi/pulumi";\n$&')
    : renamed;
}
