/** The files of an exported program. */

import { canonicalJson, groupBy, isPlainObject } from "../../json";
import type { PlainObject } from "../../json";
import type { Path } from "../../core/problems";
import { VERSION } from "../../version";
import type { Declaration, NamedProject } from "./declarations";
import { importEntry, pathOf } from "./declarations";
import { identifier, uniqueNames } from "./names";
import { constStatement, Expression, newStatement, oneLine, quoted } from "./source";

/** The resources of a program, by the file that declares them. */
export interface Program {
  /** The name of the Pulumi project. */
  readonly name: string;
  readonly projects: readonly ProjectResources[];
  readonly stores: readonly Declaration[];
  readonly manifest: Declaration | undefined;
  /** The text of the file that `manifest` declares. */
  readonly manifestText: string | undefined;
}

export interface ProjectResources {
  readonly project: NamedProject;
  readonly alerts: readonly Declaration[];
  readonly set: Declaration | undefined;
  readonly clusters: readonly Declaration[];
}

export const MANIFEST_FILE = "version-manifest.json";

/** All resources, in the order of the program. */
export function resourcesOf({ projects, stores, manifest }: Program): Declaration[] {
  return [
    ...projects.flatMap(({ alerts, set, clusters }) => [...alerts, ...(set ? [set] : []), ...clusters]),
    ...stores,
    ...(manifest ? [manifest] : []),
  ];
}

/** The files by path. */
export function programFiles(program: Program): ReadonlyMap<string, string> {
  const { name, manifestText } = program;
  const modules = projectFiles(program.projects);
  const entries = resourcesOf(program).map(importEntry);
  return new Map([
    ["package.json", json(packageOf(name))],
    ["tsconfig.json", TSCONFIG],
    [
      "Pulumi.yaml",
      `name: ${yamlText(name)}\ndescription: The contents of an Ops Manager\nruntime: nodejs\nmain: index.ts\n`,
    ],
    [".gitignore", "node_modules/\n"],
    ["index.ts", indexFile(program, [...modules.keys()])],
    ...[...modules].map(([path, text]) => [`projects/${path}.ts`, text] as const),
    ...(manifestText === undefined ? [] : [[MANIFEST_FILE, manifestText] as const]),
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
    "forceConsistentCasingInFileNames": true,
    "noEmit": true
  },
  "include": ["index.ts", "projects/*.ts"]
}
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function indexFile({ stores, manifest }: Program, modules: readonly string[]): string {
  const own = [...stores, ...(manifest ? [manifest] : [])];
  const statements = own.map((declaration) => resourceStatement(declaration));
  return moduleText(
    "The contents of the Ops Manager: the projects, and what belongs to no project.",
    modules.map((path) => `import "./projects/${path}";`),
    statements,
  );
}

const PROJECT_COMMENT = "The project ";
const SHARED_COMMENT = "The alert configurations that ";

/** Whether a file in the folder of the projects is of an export. */
export function isModule(text: string): boolean {
  return [PROJECT_COMMENT, SHARED_COMMENT].some((comment) => text.startsWith(`// ${comment}`));
}

/** A module for each project with resources, and one for each set that several projects have in common. By name. */
function projectFiles(projects: readonly ProjectResources[]): ReadonlyMap<string, string> {
  const unique = uniqueNames();
  const names = new Map(projects.map(({ project }) => [project.id, unique(project.slug)]));
  const withSets = projects.flatMap(({ project, set }) => (set === undefined ? [] : [{ project, set }]));
  const shared = [...groupBy(withSets, ({ set }) => contentOf(set)).values()].filter(
    ({ length }) => length > 1,
  );
  const isShared = new Set(shared.flat().map(({ set }) => set));
  const own = projects.flatMap(({ project, alerts, set, clusters }): [string, string][] => {
    const ownSet = set === undefined || isShared.has(set) ? [] : [set];
    const declarations = [...alerts, ...ownSet, ...clusters];
    return declarations.length === 0
      ? []
      : [[names.get(project.id) ?? "", projectFile(project, declarations)]];
  });
  return new Map([
    ...own,
    ...shared.map((group): [string, string] => [unique("shared-alerts"), sharedFile(group)]),
  ]);
}

/** What two sets have in common if one constant can declare both. */
function contentOf({ args, secrets }: Declaration): string {
  return canonicalJson([args["alertConfigs"], secrets.map(pathOf)]);
}

function projectFile({ id, name, slug }: NamedProject, declarations: readonly Declaration[]): string {
  const constant = identifier(slug);
  const statements = declarations.map((declaration) =>
    resourceStatement(declaration, { projectId: new Expression(constant) }),
  );
  return moduleText(`${PROJECT_COMMENT}${oneLine(name)}.`, [], [constStatement(constant, id), ...statements]);
}

function sharedFile(group: readonly { readonly project: NamedProject; readonly set: Declaration }[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { project, set } = first;
  const prefix = `${project.slug}.`;
  const secretOf = (key: string): Expression =>
    new Expression(`config.requireSecret(\`\${project}.${key.slice(prefix.length)}\`)`);
  const { alertConfigs } = withSecrets(set, secretOf);
  const hasSecrets = set.secrets.length > 0;
  const constant = constStatement("alertConfigs", alertConfigs, true);
  const declared = hasSecrets
    ? constant.replace("= {", "= (project: string) => ({").replace(/\};$/, "});")
    : constant;
  const ids = Object.fromEntries(group.map((each) => [each.project.slug, each.project.id]));
  const loop = [
    `for (const [project, projectId] of Object.entries(projects)) {`,
    "  new opsmanager.AlertConfigSet(`${project}-alerts`, {",
    "    projectId,",
    `    ${hasSecrets ? "alertConfigs: alertConfigs(project)" : "alertConfigs"},`,
    "  });",
    "}",
  ].join("\n");
  return moduleText(
    `${SHARED_COMMENT}${group.length} projects have in common.`,
    [],
    [constStatement("projects", ids), declared, loop],
  );
}

function resourceStatement(declaration: Declaration, constants: PlainObject = {}): string {
  const { kind, name, assumed = [] } = declaration;
  const comment =
    assumed.length === 0 ? "" : `// Not returned by the service, so check it: ${assumed.join(", ")}.\n`;
  const args = { ...withSecrets(declaration, secretExpression), ...constants };
  return comment + newStatement(`opsmanager.${kind}`, name, args);
}

function secretExpression(key: string): Expression {
  return new Expression(`config.requireSecret(${quoted(key)})`);
}

/** The arguments with an expression in place of each secret. */
function withSecrets({ args, secrets }: Declaration, expressionOf: (key: string) => Expression): PlainObject {
  return secrets.reduce<PlainObject>(
    (object, { key, path }) => withValue(object, path, expressionOf(key)) as PlainObject,
    args,
  );
}

export function withValue(target: unknown, [part, ...rest]: Path, value: unknown): unknown {
  if (part === undefined) return value;
  if (Array.isArray(target)) {
    return target.map((item: unknown, index) => (index === part ? withValue(item, rest, value) : item));
  }
  const object = isPlainObject(target) ? target : {};
  return { ...object, [part]: withValue(object[part], rest, value) };
}

function moduleText(comment: string, imports: readonly string[], statements: readonly string[]): string {
  const code = statements.join("\n\n");
  const usesConfig = code.includes("config.requireSecret(");
  const header = [
    ...(code.includes("opsmanager.") ? ['import * as opsmanager from "pulumi-opsmanager";'] : []),
    ...(usesConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    ...imports,
  ];
  const blocks = [header.join("\n"), ...(usesConfig ? ["const config = new pulumi.Config();"] : []), code];
  return `// ${comment}\n\n${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function readme(program: Program): string {
  const secrets = resourcesOf(program).flatMap((declaration) => declaration.secrets);
  const counts = [...groupBy(resourcesOf(program), ({ kind }) => kind)].map(
    ([kind, declarations]) => `- ${declarations.length} ${kind}`,
  );
  return `# ${program.name}

This program declares what an Ops Manager contains. \`pulumi-opsmanager export\` wrote it.

${counts.join("\n")}

## First steps

Choose where Pulumi keeps its state (\`pulumi login\`, or \`pulumi login --local\`), then create a stack and set the connection:

\`\`\`sh
npm install
pulumi stack init production
pulumi config set opsmanager:baseUrl https://ops-manager.example.com:8443
pulumi config set opsmanager:publicKey <public key>
pulumi config set --secret opsmanager:privateKey
\`\`\`
${secrets.length === 0 ? "" : secretSteps(secrets.map(({ key }) => key))}
Take over what exists. This command writes nothing to the service:

\`\`\`sh
pulumi import --file import.json --generate-code=false --protect=false --yes
\`\`\`

Run the program:

\`\`\`sh
pulumi up
\`\`\`
${secrets.length === 0 ? "\nIt has nothing to change." : SECRETS_NOTE}

After that, \`import.json\` is no longer needed.
`;
}

const SECRETS_NOTE = `
It shows the secrets as additions, since the service does not show them. An update compares them with what the service shows, and
writes only those that differ. It names the secrets that cannot be compared: to write them all, set \`secretsVersion\` of the resource.`;

function secretSteps(keys: readonly string[]): string {
  return `
The service does not show secrets. Set each; the command asks for the value:

\`\`\`sh
${keys.map((key) => `pulumi config set --secret ${key}`).join("\n")}
\`\`\`
`;
}
