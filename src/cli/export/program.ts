/** The files of an exported program. */

import { uniqueNames } from "../../core/declaring";
import type { PlainObject } from "../../json";
import { VERSION } from "../../version";
import { oneLine } from "../text";
import type { Constants } from "./constants";
import { argsOf, commentsOn, constantsIn, constantStatements, findConstants } from "./constants";
import type { Declaration, DeclaredProject, Program } from "./declarations";
import { importEntry, resourcesOf, secretsOf } from "./declarations";
import { GENERATED, MODULES_FOLDER, PROJECT_COMMENT } from "./folder";
import type { ReadmeSettings } from "./readme";
import { readme } from "./readme";
import { secretsFile } from "./secrets";
import { Expression, print, quoted, WIDTH } from "./source";
import type { Standard } from "./standards";
import { extended, findStandards, isEqual, needsProject, sharings } from "./standards";

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
    [".gitignore", "node_modules/\nimport.json\n"],
    ["index.ts", indexFile(program, modules, constants)],
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

function indexFile(program: Program, modules: readonly Module[], constants: Constants): string {
  const resources = program.service.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  return moduleText({
    comment: `${GENERATED}: the projects, and what belongs to no project.`,
    firstImports: [
      "// Must be the first import.",
      'import "./protect";',
      // A module that only exports is imported where it is used.
      ...modules
        .filter(({ text }) => /^(?:new|const|for|standard)/m.test(text))
        .map(({ path }) => importOf(path))
        .sort(),
    ],
    ...declared(resources, constants, "."),
  });
}

/** The import of a module by another one in the root of the program. */
export function importOf(path: string): string {
  return `import "./${path.replace(/\.ts$/, "")}";`;
}

interface Module {
  readonly path: string;
  readonly text: string;
}

/** A standard with the names of its module and of its variable. */
interface NamedStandard extends Standard {
  readonly file: string;
  readonly variable: string;
}

/** A module for each project with resources, and one for each standard. */
function projectModules(
  projects: readonly DeclaredProject[],
  constants: Constants,
  others: readonly string[],
): Module[] {
  const unique = uniqueNames(others);
  const files = projects.map(({ slug }) => unique(slug));
  const uniqueVariable = uniqueNames([], "");
  const standards = findStandards(sharings(projects, constants)).map((standard) => ({
    ...standard,
    variable: uniqueVariable("standard"),
    file: unique("standard"),
  }));
  const own = projects.flatMap((project, index): Module[] => {
    const text = projectFile(project, standards, constants);
    return text === undefined ? [] : [{ path: modulePath(files[index] ?? ""), text }];
  });
  return [
    ...own,
    ...standards.map((standard) => ({ path: modulePath(standard.file), text: standardFile(standard) })),
  ];
}

function modulePath(name: string): string {
  return `${MODULES_FOLDER}/${name}.ts`;
}

/** The module of a project; none if a standard declares all that it has. */
function projectFile(
  project: DeclaredProject,
  standards: readonly NamedStandard[],
  constants: Constants,
): string | undefined {
  const used = standards.flatMap((standard) =>
    standard.projects
      .filter((sharing) => sharing.project === project)
      .map((sharing) => ({ standard, sharing })),
  );
  const byStandard = new Set(
    used.flatMap(({ standard, sharing }) =>
      sharing.set === undefined
        ? [...standard.members.keys()].map((name) => sharing.members.get(name)?.declaration)
        : isEqual(standard, sharing)
          ? [sharing.set]
          : [],
    ),
  );
  const calls = used.filter(({ sharing: { set } }) => set === undefined || !byStandard.has(set));
  const declarations = project.declarations.filter((each) => !byStandard.has(each));
  if (declarations.length === 0 && calls.length === 0) return undefined;
  const { statements, uses } = declared(declarations, constants, "..", (declaration, all) => {
    const args = { ...all, projectId: new Expression("projectId") };
    const { standard, sharing } = used.find(({ sharing: { set } }) => set === declaration) ?? {};
    const argument = declaration.shared?.argument;
    if (standard === undefined || sharing === undefined || argument === undefined) return { args };
    const expression = needsProject(standard.members.values())
      ? `${standard.variable}(${quoted(project.slug)})`
      : standard.variable;
    const { statements: first, value } = extended(
      expression,
      standard,
      sharing,
      all[argument] as PlainObject,
    );
    return { args: { ...args, [argument]: value }, first };
  });
  return moduleText({
    comment: `${PROJECT_COMMENT}${oneLine(project.name)}.`,
    uses: [
      ...uses,
      ...calls.map(({ standard: { variable, file } }) => `import { ${variable} } from "./${file}";`),
    ],
    statements: [
      `const projectId = ${quoted(project.id)};`,
      ...calls
        .filter(({ sharing: { set } }) => set === undefined)
        .map(({ standard: { variable } }) => `${variable}(${quoted(project.slug)}, projectId);`),
      ...statements,
    ],
  });
}

function standardFile(standard: NamedStandard): string {
  const { members, projects } = standard;
  const values = [...members.values()].map(({ value }) => value);
  return moduleText({
    comment: `${GENERATED}: the alert configurations that ${projects.length} projects have in common.`,
    uses: importsOf(constantsIn(values), ".."),
    statements: projects.some(({ set }) => set !== undefined)
      ? standardOfSets(standard)
      : [standardFunction(standard)],
  });
}

/** A function that declares the resources of a project. */
function standardFunction({ variable, members }: NamedStandard): string {
  const statements = [...members.values()].flatMap(({ name, value, declaration }) => {
    if (declaration === undefined) return [];
    const args = { projectId: new Expression("projectId"), ...(value as PlainObject) };
    const start = `  new opsmanager.${declaration.kind}(\`\${project}${name}\`, `;
    const comments = commentsOn(declaration).map((line) => `  ${line}`);
    return [[...comments, `${start}${print(args, "  ", start.length + 1)});`].join("\n")];
  });
  return `export function ${variable}(project: string, projectId: string): void {\n${statements.join("\n\n")}\n}`;
}

/** The members of sets, and the sets that have exactly these. */
function standardOfSets(standard: NamedStandard): string[] {
  const { variable, members, projects } = standard;
  const value = print(Object.fromEntries([...members].map(([name, member]) => [name, member.value])));
  const isFunction = needsProject(members.values());
  const equal = projects.filter((sharing) => isEqual(standard, sharing));
  const constant = `const ${variable} = ${isFunction ? `(project: string) => (${value})` : value};`;
  const { kind = "", shared } = projects[0]?.set ?? {};
  const ids = Object.fromEntries(equal.map(({ project }) => [project.slug, project.id]));
  const args = `{ projectId, ${shared?.argument}: ${isFunction ? `${variable}(project)` : variable} }`;
  const loop = [
    "for (const [project, projectId] of Object.entries(projects)) {",
    `  new opsmanager.${kind}(\`\${project}${shared?.suffix}\`, ${args});`,
    "}",
  ].join("\n");
  return [
    equal.length === projects.length ? constant : `export ${constant}`,
    ...(equal.length === 0 ? [] : [`const projects = ${print(ids)};`, loop]),
  ];
}

/** The statements that declare resources, and the imports that these need. */
export function declared(
  declarations: readonly Declaration[],
  constants: Constants,
  root: string,
  adapt: (
    declaration: Declaration,
    args: PlainObject,
  ) => { readonly args: PlainObject; readonly first?: readonly string[] } = (_, args) => ({ args }),
): { readonly statements: readonly string[]; readonly uses: readonly string[] } {
  const adapted = declarations.map((declaration) => ({
    declaration,
    ...adapt(declaration, argsOf(declaration, constants)),
  }));
  const statements = adapted.flatMap(({ declaration, args, first = [] }) => {
    const start = `new opsmanager.${declaration.kind}(${quoted(declaration.name)}, `;
    const text = `${start}${print(args, "", start.length + 1)});`;
    return [...first, [...commentsOn(declaration), text].join("\n")];
  });
  return { statements, uses: importsOf(constantsIn(adapted.map(({ args }) => args)), root) };
}

/** The name of the module of the constants. */
const CONSTANTS = "notifications";

function importsOf(constants: readonly string[], root: string): string[] {
  const names = [...new Set(constants)].sort();
  if (names.length === 0) return [];
  const line = `import { ${names.join(", ")} } from "${root}/${CONSTANTS}";`;
  return [
    line.length <= WIDTH
      ? line
      : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${root}/${CONSTANTS}";`,
  ];
}

function constantsFile(constants: Constants): string {
  return moduleText({
    comment: `${GENERATED}: the notifications that occur more than once.`,
    statements: constantStatements(constants, "export const"),
  });
}

export function moduleText({
  comment,
  statements,
  uses = [],
  firstImports = [],
}: {
  readonly comment: string;
  readonly statements: readonly string[];
  readonly uses?: readonly string[];
  readonly firstImports?: readonly string[];
}): string {
  const code = statements.join("\n\n");
  const head = [...firstImports];
  const readsSecrets = code.includes("config.requireSecret(");
  if (readsSecrets) head.push('import * as pulumi from "@pulumi/pulumi";');
  if (code.includes("new opsmanager.")) head.push('import * as opsmanager from "pulumi-opsmanager";');
  head.push(...uses);
  if (readsSecrets) head.push("", "const config = new pulumi.Config();");
  const parts = [`// ${comment}`, head.join("\n"), code].filter((part) => part !== "");
  return `${parts.join("\n\n")}\n`;
}
