/** The files of an exported program. */

import { VERSION } from "../../version";
import type { Constants } from "./constants";
import { findConstants } from "./constants";
import type { Program } from "./declarations";
import { importEntry, resourcesOf, secretsOf } from "./declarations";
import { GENERATED, OPTION_COMMENT } from "./folder";
import { CONSTANTS, constantsFile, declared, importOf, moduleText } from "./modules";
import type { Module } from "./projects";
import { projectModules } from "./projects";
import type { ReadmeSettings } from "./readme";
import { readme } from "./readme";
import { secretsFile } from "./secrets";

/**
 * The files by path.
 * @param others the names that modules of projects must not have
 */
export function programFiles(
  program: Program,
  settings: ReadmeSettings,
  others: readonly string[] = [],
): ReadonlyMap<string, string> {
  const { name } = settings;
  const constants = findConstants(resourcesOf(program));
  const modules = projectModules(program.projects, constants, others);
  const secrets = secretsOf(program);
  return new Map([
    ["package.json", json(packageOf(name))],
    ["tsconfig.json", TSCONFIG],
    [
      "Pulumi.yaml",
      `name: ${yamlText(name)}\ndescription: The contents of an Ops Manager\nruntime: nodejs\nmain: index.ts\n`,
    ],
    [".gitignore", "node_modules/\nimport.json\nimport-*.json\n"],
    ["index.ts", indexFile(program, modules, constants, settings.options)],
    ["protect.ts", PROTECT],
    ...(constants.size === 0 ? [] : [[`${CONSTANTS}.ts`, constantsFile(constants)] as const]),
    ...modules.map(({ path, text }) => [path, text] as const),
    ...filesOf(program),
    ["import.json", importFile(program)],
    ...(secrets.length === 0 ? [] : [["secrets.sh", secretsFile(secrets)] as const]),
    ["README.md", readme(program, settings)],
  ]);
}

/** The files that arguments name. */
export function filesOf(program: Program): (readonly [path: string, text: string])[] {
  return resourcesOf(program)
    .flatMap(({ file = [] }) => file)
    .map(({ path, text }) => [path, text] as const);
}

export function importFile(program: Program): string {
  return json({ resources: resourcesOf(program).map(importEntry) });
}

/** A name as YAML, which reads some words and numbers as other values. */
function yamlText(name: string): string {
  return /^[a-z][a-z0-9._-]*$/i.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name)
    ? name
    : JSON.stringify(name);
}

function packageOf(name: string): object {
  return {
    name,
    private: true,
    dependencies: { "@pulumi/pulumi": "^3.216.0", "pulumi-opsmanager": `^${VERSION}` },
    devDependencies: { "@types/node": "^20.0.0", typescript: "^5.4.0" },
  };
}

const TSCONFIG = `{
  "compilerOptions": {
    "strict": true,
    "target": "es2022",
    "module": "nodenext",
    "rootDir": ".",
    "forceConsistentCasingInFileNames": true,
    "noEmit": true
  },
  "include": ["*.ts", "projects/*.ts"]
}
`;

/**
 * Not `registerResourceTransform`: it cannot tell `protect: false` from an absent one, and needs a callback server, which mocks and
 * some versions of the engine do not offer.
 */
export const PROTECT = `// Protects the resources of this program: Pulumi refuses to delete or replace them.
// Members of a set are not resources: one that is removed from its set is deleted.
// To switch it off, run \`pulumi config set protect false\`. The next \`pulumi up\` records that.

import * as pulumi from "@pulumi/pulumi";

const isProtected = new pulumi.Config().getBoolean("protect") ?? true;

// Unit tests with mocks have no stack.
if (isProtected && pulumi.runtime.getStackResource() !== undefined) {
  // The option of a resource takes precedence. Only resources that are created after this line are affected.
  pulumi.runtime.registerStackTransformation(({ props, opts }) => ({
    props,
    opts: { ...opts, protect: opts.protect ?? true },
  }));
}
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function indexFile(
  program: Program,
  modules: readonly Module[],
  constants: Constants,
  options: readonly string[] = [],
): string {
  const resources = program.service.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  return moduleText({
    comment: [
      `${GENERATED}: the projects, and what belongs to no project.`,
      ...options.map((option) => OPTION_COMMENT + option),
    ].join("\n// "),
    firstImports: [
      "// Must be the first import: it protects the resources that are created after it.",
      'import "./protect";',
      ...modules
        .filter(({ isProject }) => isProject)
        .map(({ path }) => importOf(path))
        .sort(),
    ],
    ...declared(resources, constants, "."),
  });
}
