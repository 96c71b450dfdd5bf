/** The files of an exported program. */

import { uniqueNames } from "../../core/declaring";
import { pathText, valueAt, withValue } from "../../core/problems";
import { canonicalJson, groupBy } from "../../json";
import type { PlainObject } from "../../json";
import { VERSION } from "../../version";
import { oneLine } from "../text";
import type { Declaration, DeclaredProject, Program } from "./declarations";
import { importEntry, resourcesOf } from "./declarations";
import { fileOf, INDEX_COMMENT, PROJECT_COMMENT, sharedComment } from "./former";
import { readme } from "./readme";
import { Commented, commentLine, Expression, print, quoted } from "./source";

/** The files by path. */
export function programFiles(program: Program): ReadonlyMap<string, string> {
  const { name, kept } = program;
  const modules = [...projectFiles(program.projects, kept.moduleNames), ...kept.modules];
  const entries = [...resourcesOf(program).map(importEntry), ...kept.entries];
  return new Map([
    ["package.json", json(packageOf(name))],
    ["tsconfig.json", TSCONFIG],
    [
      "Pulumi.yaml",
      `name: ${yamlText(name)}\ndescription: The contents of an Ops Manager\nruntime: nodejs\nmain: index.ts\n`,
    ],
    [".gitignore", "node_modules/\n"],
    ["index.ts", indexFile(program, modules.map((module) => module.name).sort())],
    ["protect.ts", PROTECT],
    ...modules.map((module) => [fileOf(module), module.text] as const),
    ...resourcesOf(program)
      .flatMap(({ file = [] }) => file)
      .map(({ path, text }) => [path, text] as const),
    ["import.json", json({ resources: entries })],
    ["README.md", readme(program)],
  ]);
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
  "include": ["index.ts", "protect.ts", "projects/*.ts"]
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

function indexFile({ service, kept }: Program, modules: readonly string[]): string {
  const kinds = new Set([...service.map(({ kind }) => kind), ...kept.statements.keys()]);
  const statements = [...kinds]
    .sort()
    .flatMap((kind) => [
      ...service.filter((declaration) => declaration.kind === kind).map((each) => resourceStatement(each)),
      ...(kept.statements.get(kind) ?? []),
    ]);
  return moduleText(`${INDEX_COMMENT}: the projects, and what belongs to no project.`, statements, [
    "// Must be the first import.",
    'import "./protect";',
    ...modules.map((path) => `import "./projects/${path}";`),
  ]);
}

/** A module of the program: its name without extension, and its text. */
interface Module {
  readonly name: string;
  readonly text: string;
}

/** A module for each project with resources, and one for each argument that several projects have in common. */
function projectFiles(projects: readonly DeclaredProject[], others: readonly string[]): Module[] {
  const unique = uniqueNames(others);
  const names = new Map(projects.map(({ id, slug }) => [id, unique(slug)]));
  // The loop of a shared module derives the names of the resources from those of the projects.
  const sharable = projects.flatMap((project) =>
    project.declarations.flatMap((declaration): Sharing[] => {
      const { name, shared } = declaration;
      return shared !== undefined && name === project.slug + shared.suffix
        ? [{ project, declaration, ...shared }]
        : [];
    }),
  );
  const groups = [...groupBy(sharable, contentOf).values()].filter(({ length }) => length > 1);
  const isShared = new Set(groups.flat().map(({ declaration }) => declaration));
  const own = projects.flatMap((project): Module[] => {
    const declarations = project.declarations.filter((each) => !isShared.has(each));
    const name = names.get(project.id) ?? "";
    return declarations.length === 0 ? [] : [{ name, text: projectFile(project, declarations) }];
  });
  return [...own, ...groups.map((group) => ({ name: unique("shared-alerts"), text: sharedFile(group) }))];
}

/** A resource of a project of which one argument may be that of others. */
interface Sharing {
  readonly project: DeclaredProject;
  readonly declaration: Declaration;
  readonly argument: string;
  readonly suffix: string;
}

/** What two resources have in common if one constant can declare both. */
function contentOf({ declaration, argument }: Sharing): string {
  const { kind, args, secrets, unknown } = declaration;
  return canonicalJson([kind, args[argument], secrets.map(({ path }) => pathText(path)), unknown]);
}

function projectFile({ id, name }: DeclaredProject, declarations: readonly Declaration[]): string {
  const statements = declarations.map((declaration) =>
    resourceStatement(declaration, { projectId: new Expression("projectId") }),
  );
  return moduleText(`${PROJECT_COMMENT}${oneLine(name)}.`, [
    `const projectId = ${quoted(id)};`,
    ...statements,
  ]);
}

function sharedFile(group: readonly Sharing[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { project, declaration, argument, suffix } = first;
  const prefix = `${project.slug}.`;
  const secretOf = (key: string): Expression =>
    new Expression(`config.requireSecret(\`\${project}.${key.slice(prefix.length)}\`)`);
  const value = print(withSecrets(declaration, secretOf)[argument]);
  const hasSecrets = declaration.secrets.length > 0;
  const ids = Object.fromEntries(group.map((each) => [each.project.slug, each.project.id]));
  const loop = [
    `for (const [project, projectId] of Object.entries(projects)) {`,
    `  new opsmanager.${declaration.kind}(\`\${project}${suffix}\`, {`,
    "    projectId,",
    `    ${hasSecrets ? `${argument}: ${argument}(project)` : argument},`,
    "  });",
    "}",
  ].join("\n");
  return moduleText(sharedComment(group.length), [
    `const projects = ${print(ids)};`,
    `const ${argument} = ${hasSecrets ? `(project: string) => (${value})` : value};`,
    loop,
  ]);
}

function resourceStatement(declaration: Declaration, constants: PlainObject = {}): string {
  const { kind, name, assumed = [], unknown = [] } = declaration;
  const fields = unknown.flatMap((each) => (each.member === undefined ? each.fields : []));
  const lines: string[] = [];
  if (assumed.length > 0)
    lines.push(commentLine(`Not returned by the service, so check it: ${assumed.join(", ")}.`));
  if (fields.length > 0) lines.push(commentLine(unknownComment(fields)));
  const secretOf = (key: string): Expression => new Expression(`config.requireSecret(${quoted(key)})`);
  const args = { ...withSecrets(declaration, secretOf), ...constants };
  lines.push(`new opsmanager.${kind}(${quoted(name)}, ${print(args)});`);
  return lines.join("\n");
}

function unknownComment(fields: readonly string[]): string {
  const them = fields.length === 1 ? "it is" : "they are";
  return `The service also has ${listed(fields)}, which this version leaves as ${them}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The arguments with an expression in place of each secret, and with comments above members. */
function withSecrets(
  { args, secrets, unknown = [], shared }: Declaration,
  expressionOf: (key: string) => Expression,
): PlainObject {
  let complete: unknown = args;
  for (const { key, path } of secrets) complete = withValue(complete, path, expressionOf(key));
  for (const { member, fields } of unknown) {
    if (member === undefined || fields.length === 0) continue;
    const path = [shared?.argument ?? "", member];
    complete = withValue(complete, path, new Commented(unknownComment(fields), valueAt(complete, path)));
  }
  return complete as PlainObject;
}

function moduleText(
  comment: string,
  statements: readonly string[],
  firstImports: readonly string[] = [],
): string {
  const code = statements.join("\n\n");
  const head = [...firstImports];
  if (code.includes("opsmanager.")) head.push('import * as opsmanager from "pulumi-opsmanager";');
  if (code.includes("config.requireSecret("))
    head.push('import * as pulumi from "@pulumi/pulumi";', "", "const config = new pulumi.Config();");
  const parts = [`// ${comment}`, head.join("\n"), code].filter((part) => part !== "");
  return `${parts.join("\n\n")}\n`;
}
