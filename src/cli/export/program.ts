/** The files of an exported program. */

import type { UnknownFields } from "../../core/declaring";
import { uniqueNames } from "../../core/declaring";
import { valueAt, withValue } from "../../core/problems";
import { canonicalJson, groupBy } from "../../json";
import type { PlainObject } from "../../json";
import { VERSION } from "../../version";
import type { Declaration, DeclaredProject } from "./declarations";
import { importEntry, pathOf } from "./declarations";
import { fileOf, INDEX_COMMENT, PROJECT_COMMENT, sharedComment } from "./former";
import { identifier } from "./identifier";
import { readme } from "./readme";
import type { Program } from "./resources";
import { resourcesOf } from "./resources";
import { Commented, commentLine, constStatement, Expression, newStatement, oneLine, quoted } from "./source";

/** The files by path. */
export function programFiles(program: Program): ReadonlyMap<string, string> {
  const { name, kept } = program;
  const modules = new Map([...projectFiles(program.projects, kept.moduleNames), ...kept.modules]);
  const entries = [...resourcesOf(program).map(importEntry), ...kept.entries];
  return new Map([
    ["package.json", json(packageOf(name))],
    ["tsconfig.json", TSCONFIG],
    [
      "Pulumi.yaml",
      `name: ${yamlText(name)}\ndescription: The contents of an Ops Manager\nruntime: nodejs\nmain: index.ts\n`,
    ],
    [".gitignore", "node_modules/\n"],
    ["index.ts", indexFile(program, [...modules.keys()].sort())],
    [PROTECT_FILE, PROTECT],
    ...[...modules].map(([path, text]) => [fileOf({ name: path }), text] as const),
    ...resourcesOf(program).flatMap(({ file }) =>
      file === undefined ? [] : [[file.path, file.text] as const],
    ),
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

const PROTECT_FILE = "protect.ts";

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
  return moduleText(
    `${INDEX_COMMENT}: the projects, and what belongs to no project.`,
    modules.map((path) => `import "./projects/${path}";`),
    statements,
    ["// Must be the first import.", 'import "./protect";'],
  );
}

/** A module for each project with resources, and one for each argument that several projects have in common. By name. */
function projectFiles(
  projects: readonly DeclaredProject[],
  others: readonly string[],
): ReadonlyMap<string, string> {
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
  const own = projects.flatMap((project): [string, string][] => {
    const declarations = project.declarations.filter((each) => !isShared.has(each));
    return declarations.length === 0
      ? []
      : [[names.get(project.id) ?? "", projectFile(project, declarations)]];
  });
  return new Map([
    ...own,
    ...groups.map((group): [string, string] => [unique("shared-alerts"), sharedFile(group)]),
  ]);
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
  return canonicalJson([kind, args[argument], secrets.map(pathOf), unknown]);
}

function projectFile({ id, name, slug }: DeclaredProject, declarations: readonly Declaration[]): string {
  const constant = identifier(slug);
  const statements = declarations.map((declaration) =>
    resourceStatement(declaration, { projectId: new Expression(constant) }),
  );
  return moduleText(`${PROJECT_COMMENT}${oneLine(name)}.`, [], [constStatement(constant, id), ...statements]);
}

function sharedFile(group: readonly Sharing[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { project, declaration, argument, suffix } = first;
  const prefix = `${project.slug}.`;
  const secretOf = (key: string): Expression =>
    new Expression(`config.requireSecret(\`\${project}.${key.slice(prefix.length)}\`)`);
  const value = withSecrets(declaration, secretOf)[argument];
  const hasSecrets = declaration.secrets.length > 0;
  const constant = constStatement(argument, value, true);
  const declared = hasSecrets
    ? constant.replace("= {", "= (project: string) => ({").replace(/\};$/, "});")
    : constant;
  const ids = Object.fromEntries(group.map((each) => [each.project.slug, each.project.id]));
  const loop = [
    `for (const [project, projectId] of Object.entries(projects)) {`,
    `  new opsmanager.${declaration.kind}(\`\${project}${suffix}\`, {`,
    "    projectId,",
    `    ${hasSecrets ? `${argument}: ${argument}(project)` : argument},`,
    "  });",
    "}",
  ].join("\n");
  return moduleText(sharedComment(group.length), [], [constStatement("projects", ids), declared, loop]);
}

function resourceStatement(declaration: Declaration, constants: PlainObject = {}): string {
  const { kind, name, assumed = [], unknown = [] } = declaration;
  const fields = unknown.flatMap((each) => (each.member === undefined ? each.fields : []));
  const comments = [
    ...(assumed.length === 0 ? [] : [`Not returned by the service, so check it: ${assumed.join(", ")}.`]),
    ...(fields.length === 0 ? [] : [unknownComment(fields)]),
  ];
  const args = { ...withSecrets(declaration, secretExpression), ...constants };
  return [...comments.map(commentLine), newStatement(`opsmanager.${kind}`, name, args)].join("\n");
}

function unknownComment(fields: readonly string[]): string {
  const them = fields.length === 1 ? "it is" : "they are";
  return `The service also has ${listed(fields)}, which this version leaves as ${them}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function secretExpression(key: string): Expression {
  return new Expression(`config.requireSecret(${quoted(key)})`);
}

/** The arguments with an expression in place of each secret, and with comments above members. */
function withSecrets(
  { args, secrets, unknown = [], shared }: Declaration,
  expressionOf: (key: string) => Expression,
): PlainObject {
  const complete = secrets.reduce<PlainObject>(
    (object, { key, path }) => withValue(object, path, expressionOf(key)) as PlainObject,
    args,
  );
  return unknown.reduce<PlainObject>((object, { member, fields }: UnknownFields) => {
    if (member === undefined || fields.length === 0) return object;
    const path = [shared?.argument ?? "", member];
    return withValue(
      object,
      path,
      new Commented(unknownComment(fields), valueAt(object, path)),
    ) as PlainObject;
  }, complete);
}

function moduleText(
  comment: string,
  imports: readonly string[],
  statements: readonly string[],
  firstImport: readonly string[] = [],
): string {
  const code = statements.join("\n\n");
  const usesConfig = code.includes("config.requireSecret(");
  const header = [
    ...firstImport,
    ...(code.includes("opsmanager.") ? ['import * as opsmanager from "pulumi-opsmanager";'] : []),
    ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...imports,
  ];
  const blocks = [header.join("\n"), ...(usesConfig ? ["const config = new pulumi.Config();"] : []), code];
  return `// ${comment}\n\n${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
