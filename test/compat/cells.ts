/** What is tried: each cell is one combination of versions, package manager and kind of program. */

import type { Language } from "../../scripts/docs/programs";

export type PackageManager = "npm" | "pnpm" | "yarn 1" | "yarn 4";
export type ProgramKind = "TypeScript" | "JavaScript (CommonJS)" | "JavaScript (ESM)" | "TypeScript (.mts)";

export interface Cell {
  /** The major version of Node.js. */
  readonly node: string;
  /** The version of @pulumi/pulumi, or a tag. */
  readonly sdk: string;
  readonly manager: PackageManager;
  readonly program: ProgramKind;
  /** Whether the project is one of several in a workspace of the package manager. */
  readonly isWorkspace: boolean;
  /** Part of the short run in CI. */
  readonly isShort: boolean;
}

/** The oldest SDK that the peer dependency allows. */
export const OLDEST_SDK = "3.216.0";
/** The newest SDK for each Node.js: later ones require Node.js 22. */
const NEWEST_SDK: Readonly<Record<string, string>> = {
  "20": "3.248.0",
  "22": "latest",
  "24": "latest",
  "26": "latest",
};

const STANDARD = { manager: "npm", program: "TypeScript", isWorkspace: false, isShort: false } as const;
const CURRENT = { ...STANDARD, node: "24", sdk: "latest" } as const;

export const CELLS: readonly Cell[] = [
  ...Object.entries(NEWEST_SDK).flatMap(([node, sdk]) => [
    // All other tests run on Node.js 20.
    { ...STANDARD, node, sdk, isShort: node !== "20" },
    { ...STANDARD, node, sdk: OLDEST_SDK },
  ]),
  { ...CURRENT, manager: "pnpm" },
  { ...CURRENT, manager: "yarn 1" },
  { ...CURRENT, manager: "yarn 4" },
  { ...CURRENT, isWorkspace: true },
  { ...CURRENT, manager: "pnpm", isWorkspace: true },
  { ...CURRENT, program: "JavaScript (CommonJS)" },
  { ...CURRENT, program: "JavaScript (ESM)" },
  { ...CURRENT, program: "TypeScript (.mts)" },
];

/** A program that uses the plugin. */
export interface PluginCell {
  /** The major version of Node.js, which runs the plugin. */
  readonly node: string;
  readonly language: Language;
  /** The version of Pulumi's SDK for the language, or a tag; a program in YAML has none. */
  readonly sdk: string;
  readonly isShort: boolean;
}

export const PLUGIN_CELLS: readonly PluginCell[] = [
  ...Object.entries(NEWEST_SDK).flatMap(([node, sdk]): PluginCell[] => [
    { node, language: "yaml", sdk: "none", isShort: node !== "20" },
    { node, language: "ts", sdk, isShort: false },
  ]),
  { node: "24", language: "python", sdk: "latest", isShort: false },
  // The oldest that the SDK allows.
  { node: "24", language: "python", sdk: "3.231.0", isShort: false },
  { node: "24", language: "go", sdk: "latest", isShort: false },
];

/** Compilers, each with the compiler options of Pulumi's template that it accepts. */
export const COMPILERS: readonly {
  readonly version: string;
  readonly options: Readonly<Record<string, unknown>>;
}[] = [
  ...["5.4", "5.5", "5.6", "5.7", "5.8", "5.9"].flatMap((version) => [
    { version, options: { module: "commonjs", moduleResolution: "node" } },
    { version, options: { module: "nodenext", moduleResolution: "nodenext" } },
  ]),
  { version: "6.0", options: { module: "commonjs", moduleResolution: "node", ignoreDeprecations: "6.0" } },
  { version: "6.0", options: { module: "nodenext", moduleResolution: "nodenext" } },
  // It has no moduleResolution "node" any more.
  { version: "7.0", options: { module: "nodenext", moduleResolution: "nodenext" } },
];
