/** The files of an exported program. */

import type { Constants } from "./constants";
import { constantStatements, findConstants } from "./constants";
import type { Program } from "./declarations";
import { hasSets, importEntry, resourcesOf, secretsOf } from "./declarations";
import { GENERATED, OPTION_COMMENT } from "./folder";
import { TEXTS } from "./language";
import { CONSTANTS, exportsOf, importOf, moduleText } from "./modules";
import { projectModules, statementsOf } from "./projects";
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
): Map<string, string> {
  const constants = findConstants(resourcesOf(program));
  const { projects, standards } = projectModules(program, constants, others);
  const index = indexFile(program, [...new Map(projects).keys()], constants, settings.options);
  const code = [...projects.map(([, text]) => text), ...standards.map(([, text]) => text), index];
  const words = new Set(code.flatMap((text) => text.match(/\w+/g) ?? []));
  // A standard may replace some by a parameter.
  const used = new Map([...constants].filter(([, constant]) => words.has(constant)));
  const secrets = secretsOf(program);
  return new Map([
    ["package.json", json(packageOf(settings))],
    ["tsconfig.json", TSCONFIG],
    ["Pulumi.yaml", `${projectHead(settings.name, "nodejs")}main: index.ts\n`],
    [".gitignore", GITIGNORE],
    ["index.ts", index],
    ["protect.ts", hasSets(program) ? PROTECT : PROTECT.replace(OF_SETS, "")],
    ...(used.size === 0 ? [] : [[`${CONSTANTS}.ts`, constantsFile(used)] as const]),
    ...projects,
    ...standards,
    ...filesOf(program),
    ["import.json", importFile(program)],
    ...(secrets.length === 0 ? [] : [["secrets.sh", secretsFile(secrets)] as const]),
    ["README.md", readme(program, settings)],
  ]);
}

export const GITIGNORE = "node_modules/\nimport.json\nimport-*.json\nsecrets.sh\nsecrets-*.sh\n";

/** The beginning of `Pulumi.yaml`. */
export function projectHead(name: string, runtime: string): string {
  // YAML reads some words and numbers as other values.
  const safe = /^[a-z]+-/i.test(name) ? name : JSON.stringify(name);
  return `name: ${safe}\ndescription: The contents of an Ops Manager\nruntime: ${runtime}\n`;
}

/** The files that arguments name. */
export function filesOf(program: Program): (readonly [path: string, text: string])[] {
  return resourcesOf(program)
    .flatMap(({ file = [] }) => file)
    .map(({ path, text }) => [path, text] as const);
}

export function importFile(program: Program, entryOf = importEntry): string {
  return json({ resources: resourcesOf(program).map(entryOf) });
}

function packageOf({ name, language = "typescript" }: ReadmeSettings): object {
  return {
    name,
    private: true,
    scripts: { check: "tsc" },
    dependencies: { "@pulumi/pulumi": "^3.216.0", ...TEXTS[language].dependencies },
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

const OF_SETS = "// Members of a set are not resources: one that is removed from its set is deleted.\n";

/**
 * Not `registerResourceTransform`: it cannot tell `protect: false` from an absent one, and needs a callback server, which mocks and
 * some versions of the engine do not offer.
 */
export const PROTECT = `// Protects the resources of this program: Pulumi refuses to delete or replace them.
${OF_SETS}// To switch it off, run \`pulumi config set protect false\`. The next \`pulumi up\` records that.

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
  projects: readonly string[],
  constants: Constants,
  options: readonly string[] = [],
): string {
  const service = program.filter(({ id }) => id === "");
  return moduleText(
    "index.ts",
    [
      `${GENERATED}: the projects, and what belongs to no project.`,
      ...options.map((option) => OPTION_COMMENT + option),
    ],
    service.flatMap((place) => statementsOf(place, constants)),
    exportsOf(constants),
    [
      "// Must be the first import: it protects the resources that are created after it.",
      'import "./protect";',
      ...projects.map(importOf).sort(),
    ],
  );
}

function constantsFile(constants: Constants): string {
  const comment = `${GENERATED}: the notifications that occur more than once.`;
  return moduleText(`${CONSTANTS}.ts`, comment, constantStatements(constants, "export const"));
}
